/**
 * Measures which accessibility events each toolkit sends for each change, and prints them as the table of
 * docs/toolkits.md: `scripts/boxes/kwin node /project/bench/announce.mjs [TOOLKIT...]`, six minutes for all.
 * DETAILS=1 prints every event with what sent it.
 */
import { execFileSync } from 'node:child_process';
import { listenForEvents } from './announce/events.mjs';
import { makeFiles, toolkits } from './announce/programs.mjs';
import { startServer, startSession } from './client.mjs';

/** Events that the mirror does not ask for: named only where there is nothing else. */
const UNHEARD = /^(TextCaretMoved|TextSelectionChanged|ActiveDescendantChanged|RowReordered)$/;
/** States that no reply shows. */
const UNSHOWN = /^(has-tooltip|iconified)$/;

/** The word for an event in the table; undefined for what is about the toolkit's own affairs. */
function wordOf({ kind, member, detail, isSet }) {
  const name = detail.replace('accessible-', '').replace('/system', '');
  if (kind !== 'Object') return `${kind} ${member}`;
  if (member === 'StateChanged') return UNSHOWN.test(name) || (name === 'defunct' && !isSet) ? undefined : name;
  if (member === 'PropertyChange') return name === detail ? undefined : name;
  if (member === 'ChildrenChanged') return 'children';
  return member === 'TextChanged' ? 'text' : member;
}

function cellOf(events) {
  const words = [...new Set(events.map(wordOf))].filter((word) => word !== undefined);
  const heard = words.filter((word) => !UNHEARD.test(word));
  if (heard.length > 0) return heard.join(', ');
  return words.length > 0 ? `nothing (${words.join(', ')})` : 'nothing';
}

/** What an application's windows hold and where, read from scratch. */
async function freshRead(call, app) {
  const { facts } = await call('find', { app, role: 'frame' });
  const reads = facts.elements.map(({ id }) => call('tree', { id, bounds: true }).catch(() => ({ text: 'gone' })));
  return (await Promise.all(reads)).map(({ text }) => text.replace(/^.*\n/, '')).join('\n');
}

/** Makes the changes of a program in a session of its own; gives their cells by row. */
async function measure({ call }, { launch, shows, changes }) {
  const { address, env } = await startSession(call, { width: 1600, height: 1000 });
  const shortcut = (name) => {
    const method = '/component/kwin org.kde.kglobalaccel.Component.invokeShortcut';
    const args = ['--session', '--print-reply', '--dest=org.kde.KWin', ...method.split(' '), `string:${name}`];
    execFileSync('dbus-send', args, { env });
  };
  const { pid } = (await call('launch', launch)).facts;
  const { met } = (await call('wait_for', { app: launch.app.replace('-esr', ''), query: shows, timeout_ms: 20_000 }))
    .facts;
  if (!met) throw new Error(`${launch.app} does not show "${shows}".`);
  const { app } = (await call('tree')).facts;
  const events = await listenForEvents(address);
  const cells = {};
  for (const [row, { steps, source }] of Object.entries(changes)) {
    const use = { call, app, shortcut };
    await events.rest();
    for (const step of steps.slice(0, -1)) {
      await step(use);
      await events.rest();
    }
    const before = await freshRead(call, app);
    await call('tree', { app });
    await events.rest();
    const all = await events.during(pid, () => steps.at(-1)(use));
    const own = all.filter((event) => !source || source.test(event.source));
    if (process.env.DETAILS) console.log(`${app}: ${row}`);
    if (process.env.DETAILS) for (const event of all) console.log(row, wordOf(event), event.isSet, event.source);
    cells[row] = cellOf(own);
    if (own.length === 0 && before === (await freshRead(call, app))) throw new Error(`${app}: "${row}" did nothing.`);
  }
  events.close();
  await call('session_stop');
  return cells;
}

const asked = process.argv.slice(2);
const columns = Object.keys(toolkits).filter((name) => asked.length === 0 || asked.includes(name));
makeFiles();
const table = new Map();
const server = await startServer();
try {
  for (const column of columns)
    for (const program of toolkits[column])
      for (const [row, cell] of Object.entries(await measure(server, program)))
        table.set(row, { ...table.get(row), [column]: cell });
} finally {
  await server.close();
}
const line = (cells) => `| ${cells.join(' | ')} |`;
console.log(line(['change', ...columns]));
console.log(line(['change', ...columns].map(() => '---')));
for (const [row, cells] of table) console.log(line([row, ...columns.map((column) => cells[column] ?? '')]));
