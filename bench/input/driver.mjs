/**
 * Measures what input costs, inside a box: from a client's call to its reply, which comes when KWin has handled the last
 * event; and how fast a running gesture stops. `node bench/input/driver.mjs`; run.mjs calls this.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { startServer } from '../client.mjs';
import { figures, shown, table } from '../table.mjs';
import { stopTimes } from './stop.mjs';

const ROUNDS = 20;
const COLUMNS = ['work', 'ms', 'min', 'max', 'target', 'events'];
/** Pauses that a gesture makes on purpose are not its cost: 50 ms before and after a drag, 40 ms in a tap. */
const DRAG_MS = 1000;
const DRAG_REST_MS = 100;
const DRAG_STEPS = 125;
const TAP_MS = 40;
/** Only so many events go at full speed, then 1,000 a second; in this time the allowance is whole again. */
const REFILL_MS = 2500;
/** A program is at rest after this. */
const REST_MS = 600;

/** Starts a session with KCalc and Kate: ids of two buttons, and the folder of the session. */
async function open(call) {
  const { facts } = await call('session_start', { width: 1280, height: 800 });
  await call('launch', { app: 'kcalc' });
  const idOf = async (query) => {
    const { facts: found } = await call('find', { app: 'kcalc', query, match: 'exact', role: 'button' });
    return found.elements[0].id;
  };
  const digits = [];
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Zero']) {
    digits.push(await idOf(name));
  }
  return { folder: facts.folder, digits };
}

/** Times of `ROUNDS` runs; what `run` gives is the milliseconds that count. */
async function measure(run, rounds = ROUNDS) {
  const times = [];
  for (let round = 0; round < rounds; round++) times.push(await run(round));
  return times;
}

const server = await startServer();
try {
  const { call } = server;
  const { folder, digits } = await open(call);
  const msOf = async (name, args, pauseMs = 0) => (await call(name, args)).ms - pauseMs;
  const [one] = digits;
  const drag = { from_x: 500, from_y: 300, to_x: 750, to_y: 300, duration_ms: DRAG_MS };
  await call('key', { key: '1' }); // connects
  const rows = [];
  const add = async (work, run, { target, events, rounds } = {}) =>
    rows.push({ work, ms: await measure(run, rounds), target, events });
  await add('key', () => msOf('key', { key: '1' }), { target: '<= 8 ms', events: 2 });
  await add('chord', () => msOf('key', { key: 'shift+Tab' }), { target: '<= 8 ms', events: 4 });
  const half = digits.length / 2;
  const first = { events: 4, rounds: half };
  const atRest = async (round) => {
    await wait(REST_MS);
    return msOf('click', { id: digits[round] });
  };
  await add('first click by id, at rest', atRest, { ...first, target: '<= 8 ms' });
  await add('first click by id, right after another', (round) => msOf('click', { id: digits[half + round] }), first);
  await add('click by id', () => msOf('click', { id: one }), { target: '<= 8 ms', events: 4 });
  await add('mouse at a point', () => msOf('mouse', { x: 640, y: 200 }), { events: 4 });
  await add('scroll by id, 3 notches', () => msOf('scroll', { id: one }), { events: 5 });
  await add('touch tap, without its 40 ms', () => msOf('touch', { x: 640, y: 200 }, TAP_MS), { events: 2 });
  await add('hold and let go of shift', async () => {
    const { ms } = await call('hold', { key: 'shift' });
    return ms + (await msOf('hold', { down: false }));
  });
  await add(
    'drag, a step, without its 8 ms',
    async () => (await msOf('drag', drag, DRAG_MS + DRAG_REST_MS)) / DRAG_STEPS,
    { events: 1, rounds: 5 },
  );
  const typed = async () => {
    await wait(REFILL_MS);
    return msOf('type_text', { text: 'abcdefghi\n'.repeat(100), method: 'keys' });
  };
  await add('1,000 characters by keys, to KCalc', typed, { target: '<= 150 ms', events: 2000, rounds: 5 });
  await call('launch', { app: 'kate', args: ['/tmp/bench.txt'] });
  await add('the same to Kate, which takes them', typed, { events: 2000, rounds: 5 });
  await call('hold', { down: false });
  for (const { work, ms } of await stopTimes(folder, ROUNDS)) rows.push({ work, ms, target: '<= 1 ms, max 15' });
  const cells = rows.map(({ work, ms, target, events }) => [
    work,
    ...figures(ms),
    Math.max(...ms).toFixed(1),
    shown(target),
    shown(events),
  ]);
  console.log(table([COLUMNS, ...cells]));
} finally {
  await server.close();
}
