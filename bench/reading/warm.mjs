/** What an agent sees that stays with a program: reads of what is unchanged, and of what has just changed. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { listenTo } from './bus-monitor.mjs';
import { programs } from './programs.mjs';

const PYATSPI = fileURLToPath(new URL('pyatspi_reader.py', import.meta.url));
/** For so long after a change programs are read afresh. */
const SETTLE_MS = 1_100;

/**
 * For each program by its bus name and each reader (`floor`, `unchanged`, `typed`, `pyatspi`): its milliseconds `ms`,
 * which are none where nothing is typed, and `messages` and `characters` of a read.
 */
export async function warmReads(rounds, floor, session) {
  const results = new Map();
  // The one in front first, which then makes way for the next.
  for (const program of programs.toReversed()) {
    await comesToFront(program, session);
    results.set(program.bus, await readProgram(program, rounds, { ...session, floor }));
    if (program !== programs[0]) await session.call('key', { key: 'alt+F4' });
  }
  return results;
}

async function comesToFront({ bus }, { call }) {
  let front;
  for (let tries = 0; tries < 100; tries++) {
    // The one before it may still be ending.
    front = await call('tree').catch((error) => error);
    if (front.facts?.app === bus) return;
    await wait(50);
  }
  throw new Error(`${bus} does not come to the front.`, { cause: front });
}

async function readProgram({ bus, key, field }, rounds, { floor, address, env, call }) {
  if (field) await call('click', { app: bus, ...field });
  const pyatspi = startPyatspi(bus, env);
  const tree = () => call('tree', { app: bus });
  const readers = {
    floor: async () => floor.readFloor(address, bus),
    unchanged: tree,
    typed: tree,
    pyatspi: pyatspi.read,
  };
  const results = Object.fromEntries(Object.keys(readers).map((reader) => [reader, { ms: [] }]));
  const take = async (reader) => {
    const result = results[reader];
    const { ms, text, characters = text?.length, calls } = await readers[reader]();
    result.ms.push(ms);
    result.characters = characters;
    if (calls !== undefined) result.messages = 2 * calls;
  };
  const rest = async () => {
    await wait(SETTLE_MS);
    await tree();
  };

  await rest();
  for (let round = 0; round < rounds; round++)
    for (const reader of ['floor', 'unchanged', 'pyatspi']) await take(reader);
  const typedRounds = key ? rounds : 0;
  for (let round = 0; round < typedRounds; round++) {
    await take('floor');
    await call('key', { key });
    await take('typed');
  }

  const monitor = await listenTo(address);
  const ours = await monitor.callerIn(() => call('apps'));
  const theirs = await monitor.callerIn(pyatspi.read);
  results.pyatspi.messages = await monitor.count(theirs, pyatspi.read);
  if (key) {
    await call('key', { key });
    results.typed.messages = await monitor.count(ours, tree);
  }
  await rest();
  results.unchanged.messages = await monitor.count(ours, tree);
  monitor.close();
  pyatspi.close();
  return results;
}

/** A reader in Python that stays, as a server of it would. */
function startPyatspi(bus, env) {
  const python = spawn('python3', [PYATSPI, bus], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  let onLine = () => undefined;
  createInterface({ input: python.stdout }).on('line', (line) => onLine(line));
  return {
    read: () =>
      new Promise((resolve, reject) => {
        python.once('exit', () => reject(new Error(`pyatspi cannot read ${bus}.`)));
        onLine = (line) => {
          python.removeAllListeners('exit');
          const [, , , characters, , ms] = line.split(' ');
          resolve({ characters: Number(characters), ms: Number(ms) });
        };
        python.stdin.write('\n');
      }),
    close: () => python.kill(),
  };
}
