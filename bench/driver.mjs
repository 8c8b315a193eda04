/**
 * Measures the server and the floors beside it, inside a box: they take turns, so that both see the same machine.
 * `node bench/driver.mjs FOLDER`: FOLDER holds the compiled floor and spawn; run.mjs makes them and calls this.
 */
import { startKate, startServer } from './client.mjs';
import { programsIn } from './floor.mjs';
import { figures, median, shown, table } from './table.mjs';

const ROUNDS = 20;
/** A session can do its first read only once. */
const SESSIONS = 5;
/** Objects of Kate that a read visits once its window is there. */
const KATE_NODES = 100;
const COLUMNS = ['work', 'floor ms', 'min', 'ours ms', 'min', 'ratio', 'target', 'calls', 'characters'];

const { run, readFloor, settle } = programsIn(process.argv[2]);

function startUp() {
  const rounds = run('spawn', String(ROUNDS), 'node', '-e', '0', '--', 'node', '/project/dist/boot.js');
  const shared = { floor: rounds.map(({ bare }) => bare), target: '<= 1.15 x' };
  return [
    { ...shared, work: 'start to initialize answered', ours: rounds.map(({ initialize }) => initialize) },
    { ...shared, work: 'start to tools/list answered', ours: rounds.map(({ tools }) => tools) },
  ];
}

async function firstReads({ call }) {
  const row = { work: 'tree of Kate, first read', floor: [], ours: [], target: '<= 1.5 x' };
  for (let i = 0; i < SESSIONS; i++) {
    const address = await startKate(call, { width: 1280, height: 800 });
    await settle(address, 'kate', KATE_NODES);
    await call('apps'); // starts the worker
    row.floor.push(readFloor(address, 'kate', { isFirst: true }).ms);
    const { ms, text } = await call('tree', { app: 'kate' });
    const { ms: floorMs, calls } = readFloor(address, 'kate', { isFirst: true });
    row.floor.push(floorMs);
    row.ours.push(ms);
    Object.assign(row, { calls, characters: text.length });
    await call('session_stop');
  }
  return [row];
}

/** What an agent does again and again in one session. The floor of every read is a read of all of Kate. */
async function repeated({ call, rssMb }) {
  const address = await startKate(call, { width: 1280, height: 800 });
  await settle(address, 'kate', KATE_NODES);
  const id = await editorId(call);
  const works = [
    { work: 'tree of Kate, after a click', isRead: true, run: () => call('tree', { app: 'kate' }) },
    { work: 'tree of Kate, unchanged', target: '<= 3 ms', isRead: true, run: () => call('tree', { app: 'kate' }) },
    { work: 'find in Kate', target: '<= 3 ms', isRead: true, run: () => call('find', { app: 'kate', query: 'Save' }) },
    { work: 'get_text by id', target: '<= 3 ms', isRead: true, run: () => call('get_text', { id }) },
    { work: 'key', target: '<= 8 ms', run: () => call('key', { key: 'a' }) },
    { work: 'tree of Kate, after a key', target: '<= 5 ms', isRead: true, run: () => call('tree', { app: 'kate' }) },
    { work: 'click by id', target: '<= 8 ms', run: () => call('click', { id }) },
  ];
  const floor = [];
  const rows = works.map(({ work, target, isRead }) => ({ work, target, ours: [], ...(isRead ? { floor } : {}) }));
  for (let round = 0; round < ROUNDS; round++) {
    floor.push(readFloor(address, 'kate').ms);
    for (const [i, work] of works.entries()) {
      const { ms, text } = await work.run();
      rows[i].ours.push(ms);
      rows[i].characters = text.length;
    }
  }
  const memoryMb = rssMb();
  await call('session_stop');
  return { rows, memoryMb };
}

async function editorId(call) {
  const { text } = await call('find', { app: 'kate', role: 'text' });
  const [, id] = /^\[(\d+)\] text/m.exec(text) ?? [];
  if (id === undefined) throw new Error(`Kate shows no editor: ${text}`);
  return Number(id);
}

function cells({ work, floor, ours, target, calls, characters }) {
  const ratio = floor ? (median(ours) / median(floor)).toFixed(2) : '';
  return [work, ...figures(floor), ...figures(ours), ratio, shown(target), shown(calls), shown(characters)];
}

async function pictures({ call }) {
  await startKate(call, { width: 1920, height: 1080 });
  await call('screenshot'); // loads the encoder
  const ours = [];
  for (let round = 0; round < ROUNDS; round++) ours.push((await call('screenshot')).ms);
  await call('session_stop');
  return [{ work: 'screenshot 1920x1080 to 1,024 px', ours, target: '<= 60 ms' }];
}

const rows = startUp();
const server = await startServer();
try {
  rows.push(...(await firstReads(server)));
  const { rows: more, memoryMb } = await repeated(server);
  rows.push(...more, ...(await pictures(server)));
  console.log(table([COLUMNS, ...rows.map(cells)]));
  console.log(
    `\nRSS of the server: ${memoryMb.toFixed(0)} MB with one session, ${server.rssMb().toFixed(0)} MB after pictures`,
  );
} finally {
  await server.close();
}
