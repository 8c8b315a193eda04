/**
 * Measures the server and the floors beside it, inside a box: they take turns, so that both see the same machine.
 * `node bench/driver.mjs FOLDER`: FOLDER holds the compiled floor and spawn; run.mjs makes them and calls this.
 */
import { execFileSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { startKate, startServer } from './client.mjs';
import { table } from './table.mjs';

const ROUNDS = 20;
/** A session can do its first read only once. */
const SESSIONS = 5;

const [, , programs] = process.argv;

/** Runs a program of ours; each line of words and numbers that it prints becomes an object. */
function run(program, ...args) {
  const lines = execFileSync(`${programs}/${program}`, args, { encoding: 'utf8' }).trim().split('\n');
  return lines.map((line) => Object.fromEntries([...line.matchAll(/(\S+) (\S+)/g)].map((m) => [m[1], Number(m[2])])));
}

/** One read of Kate by the C reader: the first of its connection, or after one that warms it. */
function readFloor(address, { isFirst = false } = {}) {
  return run('floor', address, 'kate', '2')[isFirst ? 0 : 1];
}

/** Waits until Kate has built its window: three reads in a row find the same. */
async function settle(address) {
  for (let tries = 0; tries < 100; tries++) {
    const reads = run('floor', address, 'kate', '3');
    if (reads[0].nodes > 100 && reads.every(({ calls }) => calls === reads[0].calls)) return;
    await wait(100);
  }
  throw new Error('Kate does not come to rest.');
}

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
    await settle(address);
    await call('apps'); // starts the worker
    row.floor.push(readFloor(address, { isFirst: true }).ms);
    const { ms, text } = await call('tree', { app: 'kate' });
    const { ms: floorMs, calls } = readFloor(address, { isFirst: true });
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
  await settle(address);
  const id = await editorId(call);
  const works = [
    { work: 'tree of Kate, unchanged', target: '<= 3 ms', isRead: true, run: () => call('tree', { app: 'kate' }) },
    { work: 'find in Kate', target: '<= 3 ms', isRead: true, run: () => call('find', { app: 'kate', query: 'Save' }) },
    { work: 'get_text by id', target: '<= 3 ms', isRead: true, run: () => call('get_text', { id }) },
    { work: 'key', target: '<= 8 ms', run: () => call('key', { key: 'a' }) },
    { work: 'tree of Kate, after a key', target: '<= 1.5 x', isRead: true, run: () => call('tree', { app: 'kate' }) },
    { work: 'click by id', target: '<= 8 ms', run: () => call('click', { id }) },
  ];
  const floor = [];
  const rows = works.map(({ work, target, isRead }) => ({ work, target, ours: [], ...(isRead ? { floor } : {}) }));
  for (let round = 0; round < ROUNDS; round++) {
    floor.push(readFloor(address).ms);
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
  console.log(table(rows));
  console.log(
    `\nRSS of the server: ${memoryMb.toFixed(0)} MB with one session, ${server.rssMb().toFixed(0)} MB after pictures`,
  );
} finally {
  await server.close();
}
