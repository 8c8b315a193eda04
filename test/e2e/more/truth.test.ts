/**
 * A fuzz of truth: random gestures on programs of every toolkit that write down what reaches them. What a reply says and what
 * the program wrote agree. `TRUTH_GESTURES` for each toolkit, `TRUTH_SEED` for others.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Reply, startServer, type TestServer } from '../../support/server.ts';
import { startSession, until } from '../../support/session.ts';
import { contentOf, eventsOf, type Probe, prepareProbe, TOOLKITS, type Toolkit } from '../../support/truth.ts';

const GESTURES = Number(process.env['TRUTH_GESTURES'] ?? 60);
const SEED = Number(process.env['TRUTH_SEED'] ?? 1);
const PATIENCE_MS = 3_000;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await startSession(server);
});
afterAll(() => server.close());

/** Whole numbers below a limit, the same for the same seed (mulberry32). */
function randomly(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

/** What a person would know of the program. */
interface State {
  tab: 'First' | 'Second';
  isChecked: boolean;
  choice: number;
}

interface Fuzz {
  probe: Probe;
  toolkit: Toolkit;
  random: (limit: number) => number;
  state: State;
  /** Ids of elements that were found once, by name. */
  ids: Map<string, number>;
}

/** What came of a gesture: its calls for the message, and how the program disagrees with the replies. */
interface Outcome {
  calls: string[];
  problem?: string;
}

const BUTTONS = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Off', 'One', 'Two'] as const;
const TEXTS = ['plain', 'Zoë & co', 'a1b2c3', '漢字', 'UPPER lower', 'x', 'dash-ed_and.dotted', '"quoted"'];
const FIELDS = ['Name', 'Short', 'Fixed', 'Notes'] as const;

/** Waits until `isDone`; false when it is not within the patience. */
async function comes(isDone: () => boolean): Promise<boolean> {
  const deadline = Date.now() + PATIENCE_MS;
  return until(() => isDone() || Date.now() > deadline, 'cannot be').then(isDone);
}

async function call(calls: string[], tool: string, args: Record<string, unknown>): Promise<Reply> {
  let reply = await server.call(tool, args);
  if (reply.isError && reply.text.includes('is still moving')) {
    // As the reply says: a browser that has just started moves its page.
    await server.must('wait_idle', {});
    reply = await server.call(tool, args);
  }
  calls.push(`${tool}(${JSON.stringify(args)}) -> ${reply.isError ? 'ERROR ' : ''}${reply.text.slice(0, 300)}`);
  return reply;
}

/** The arguments that name an element: by its id when it has been met, else by name. */
function target({ ids, probe }: Fuzz, name: string, role: string): Record<string, unknown> {
  const id = ids.get(name);
  return id === undefined ? { app: probe.app, query: name, role, match: 'exact' } : { id };
}

function remember({ ids }: Fuzz, name: string, reply: Reply): void {
  const element = reply.facts['element'] as { id?: number } | undefined;
  if (element?.id !== undefined) ids.set(name, element.id);
}

/** Clicks in a popup, and closes it when that fails. */
async function clickInPopup(calls: string[], args: Record<string, unknown>): Promise<Reply> {
  const reply = await call(calls, 'click', args);
  if (reply.isError) await call(calls, 'key', { key: 'Escape' });
  return reply;
}

/** Runs calls of which the last should cause `events`, and compares. An error must have caused none. */
async function compare(
  { probe }: Fuzz,
  { events, mayFail }: { events: string[]; mayFail: boolean },
  act: (calls: string[]) => Promise<Reply>,
): Promise<Outcome> {
  const before = eventsOf(probe).length;
  const calls: string[] = [];
  const reply = await act(calls);
  const wanted = reply.isError ? [] : events;
  await comes(() => eventsOf(probe).length - before >= wanted.length);
  const got = eventsOf(probe).slice(before);
  if (got.join() !== wanted.join())
    return { calls, problem: `the program wrote [${got.join(', ')}], not [${wanted.join(', ')}]` };
  if (reply.isError && !mayFail) return { calls, problem: 'refused' };
  return { calls };
}

async function press(fuzz: Fuzz): Promise<Outcome> {
  const { random, state } = fuzz;
  const name = BUTTONS[random(BUTTONS.length)] ?? 'Alpha';
  const isHidden = (name === 'One' && state.tab !== 'First') || (name === 'Two' && state.tab !== 'Second');
  const isImpossible = isHidden || name === 'Off';
  const [tool, args, count] = (
    [
      ['click', {}, 1],
      ['click', { clicks: 2 }, 2],
      ['touch', {}, 1],
    ] as const
  )[random(3)] ?? ['click', {}, 1];
  const events = Array.from({ length: count }, () => `press ${name}`);
  const outcome = await compare(fuzz, { events, mayFail: isImpossible }, async (calls) => {
    const reply = await call(calls, tool, { ...target(fuzz, name, 'button'), ...args });
    remember(fuzz, name, reply);
    return reply;
  });
  const isSent = !outcome.calls.at(-1)?.includes('-> ERROR');
  return isImpossible && isSent && !outcome.problem ? { ...outcome, problem: 'not refused' } : outcome;
}

async function pressByKey(fuzz: Fuzz): Promise<Outcome> {
  const name = BUTTONS[fuzz.random(4)] ?? 'Alpha';
  // GTK 4 gives the focus to nobody who asks for it, and a click would press the button.
  const mayFail = fuzz.toolkit === 'GTK 4';
  return compare(fuzz, { events: [`press ${name}`], mayFail }, async (calls) => {
    const reply = await call(calls, 'focus', target(fuzz, name, 'button'));
    return reply.isError ? reply : call(calls, 'key', { key: 'space' });
  });
}

async function toggle(fuzz: Fuzz): Promise<Outcome> {
  const { state } = fuzz;
  const outcome = await compare(
    fuzz,
    { events: [`toggle Check ${state.isChecked ? 'off' : 'on'}`], mayFail: false },
    (calls) => call(calls, 'click', target(fuzz, 'Check', 'check box')),
  );
  if (!outcome.problem) state.isChecked = !state.isChecked;
  return outcome;
}

async function changeTab(fuzz: Fuzz): Promise<Outcome> {
  const { state, random } = fuzz;
  const tab = random(2) === 0 ? 'First' : 'Second';
  const events = state.tab === tab ? [] : [`tab ${tab}`];
  const outcome = await compare(fuzz, { events, mayFail: false }, (calls) =>
    call(calls, 'click', { app: fuzz.probe.app, query: tab, role: 'page tab', match: 'exact' }),
  );
  if (!outcome.problem) state.tab = tab;
  return outcome;
}

async function selectRow(fuzz: Fuzz): Promise<Outcome> {
  const name = `row ${fuzz.random(60)}`;
  return compare(fuzz, { events: [`select ${name}`], mayFail: true }, async (calls) => {
    const reply = await call(calls, 'click', { app: fuzz.probe.app, query: name, match: 'exact', role: 'list item' });
    return reply;
  });
}

async function scrollRows(fuzz: Fuzz): Promise<Outcome> {
  const dy = fuzz.random(11) - 5 || 1;
  return compare(fuzz, { events: [], mayFail: true }, (calls) =>
    call(calls, 'scroll', { app: fuzz.probe.app, query: 'Rows', match: 'exact', dy }),
  );
}

async function chooseMenu(fuzz: Fuzz): Promise<Outcome> {
  if (fuzz.toolkit === 'Firefox' || fuzz.toolkit === 'Chromium') return press(fuzz);
  const entry = fuzz.random(2) === 0 ? 'New' : 'Open';
  const { app } = fuzz.probe;
  return compare(fuzz, { events: [`menu ${entry}`], mayFail: false }, async (calls) => {
    const opened = await call(calls, 'click', { app, query: 'File', match: 'exact' });
    return opened.isError ? opened : clickInPopup(calls, { app, query: entry, match: 'exact' });
  });
}

async function choose(fuzz: Fuzz): Promise<Outcome> {
  const { probe, random, state, toolkit } = fuzz;
  const option = 1 + random(5);
  const name = `option ${option}`;
  const events = toolkit === 'Qt' || option !== state.choice ? [`choose ${name}`] : [];
  // A browser may close its list at once; its entries are refused then.
  const outcome = await compare(fuzz, { events, mayFail: /Firefox|Chromium/.test(toolkit) }, async (calls) => {
    const { app } = probe;
    const opened = await call(calls, 'click', { app, query: 'Choice', role: 'combo box' });
    if (opened.isError) return opened;
    // An entry that was chosen is shown in the box too: the one that can be selected is in the list.
    const listed = { app, query: name, match: 'exact', states: ['selectable'] };
    await call([], 'wait_for', { app, query: name, match: 'exact', state: 'visible' });
    const [found] = (await call(calls, 'find', listed)).facts['elements'] as { id: number }[];
    return clickInPopup(calls, found ? { id: found.id } : { app, query: name, match: 'exact' });
  });
  if (!outcome.problem && !outcome.calls.some((line) => line.includes('-> ERROR'))) state.choice = option;
  return outcome;
}

async function type(fuzz: Fuzz): Promise<Outcome> {
  const { probe, random } = fuzz;
  const field = FIELDS[random(FIELDS.length)] ?? 'Name';
  const text = `${TEXTS[random(TEXTS.length)]}${field === 'Notes' && random(2) === 0 ? '\nmore' : ''}`;
  const method = random(3) === 0 ? 'paste' : 'auto';
  const named = {
    app: probe.app,
    query: field,
    role: /Firefox|Chromium/.test(fuzz.toolkit) ? 'entry' : 'text',
    match: 'exact',
  };
  const calls: string[] = [];
  const before = eventsOf(probe).length;
  const focused = await call(calls, 'focus', named);
  if (focused.isError) return { calls, problem: 'refused' };
  const had = contentOf(probe, field) ?? '';
  if (field !== 'Fixed' && had !== '') {
    await call(calls, 'key', { key: 'ctrl+a' });
    await call(calls, 'key', { key: 'Delete' });
    if (!(await comes(() => contentOf(probe, field) === ''))) return { calls, problem: `${field} was not emptied` };
  }
  const reply = await call(calls, 'type_text', { ...named, text, method });
  const should = field === 'Fixed' ? undefined : field === 'Short' ? text.slice(0, 4) : text;
  const holds = (): string | undefined => contentOf(probe, field);
  await comes(() => holds() === should);
  const others = eventsOf(probe).slice(before);
  if (others.length > 0) return { calls, problem: `the program wrote [${others.join(', ')}]` };
  if (holds() !== should) return { calls, problem: `${field} holds ${JSON.stringify(holds())}` };
  const saysSo = reply.text.includes(JSON.stringify(should ?? ''));
  if (should === undefined) return reply.isError ? { calls } : { calls, problem: 'not refused' };
  if (should === text && reply.isError) return { calls, problem: 'called a failure' };
  if (should !== text && !saysSo)
    return { calls, problem: `does not say that ${field} holds ${JSON.stringify(should)}` };
  return { calls };
}

const KINDS = [
  press,
  press,
  press,
  pressByKey,
  toggle,
  changeTab,
  selectRow,
  scrollRows,
  chooseMenu,
  choose,
  type,
  type,
  type,
];

test.each(TOOLKITS)('%s: replies and program agree', { timeout: 300_000 }, async (toolkit) => {
  const probe = await prepareProbe(toolkit);
  try {
    await server.must('launch', { ...probe.launch, wait_ms: 40_000 });
    await until(() => probe.lines().includes('ready'), 'the program');
    await server.must('wait_idle', { app: probe.app, timeout_ms: 20_000 });
    const fuzz: Fuzz = {
      probe,
      toolkit,
      random: randomly(SEED + TOOLKITS.indexOf(toolkit)),
      state: { tab: 'First', isChecked: false, choice: 1 },
      ids: new Map(),
    };
    const problems: string[] = [];
    for (let gesture = 0; gesture < GESTURES; gesture++) {
      const kind = KINDS[fuzz.random(KINDS.length)] ?? press;
      const { calls, problem } = await kind(fuzz);
      if (problem) problems.push(`${gesture} ${kind.name}: ${problem}\n  ${calls.join('\n  ')}`);
    }
    expect(problems.join('\n')).toBe('');
  } finally {
    probe.close();
    await server.call('close_window', { app: probe.app });
  }
});
