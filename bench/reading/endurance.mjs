/** What reading does to the server's process: its memory, its descriptors, and how long its main thread is blocked. */
import { readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { programs } from './programs.mjs';

/** Reads before the process is looked at: V8 has compiled by then what it will. */
const WARM_READS = 500;
/** So many reads after one typed character. */
const READS_A_KEY = 20;
/** How long the main thread is watched while it does nothing, to know how late timers are here anyway. */
const IDLE_MS = 2000;

/** Reads the programs of a session in turns, `reads` times in all. */
export async function endure(reads, { call, rssMb, pid, signal, emptyMb, nodes }) {
  const [{ field, bus, key }] = programs.slice(-1);
  const descriptors = () => readdirSync(`/proc/${pid}/fd`).length;
  const read = async (times) => {
    for (let time = 0; time < times; time++) {
      if (time % READS_A_KEY === 0) await call('key', { key });
      await call('tree', { app: programs[time % programs.length].bus });
    }
  };

  await call('click', { app: bus, ...field });
  for (const { bus } of programs) await call('tree', { app: bus });
  const mirroredMb = rssMb();
  await read(WARM_READS);
  const before = { mb: rssMb(), descriptors: descriptors() };
  await signal();
  await wait(IDLE_MS);
  const idleMs = blockedMs(await signal());
  await read(reads);
  const readingMs = blockedMs(await signal());
  const after = { mb: rssMb(), descriptors: descriptors() };
  return { nodes, emptyMb, mirroredMb, before, after, reads, idleMs, readingMs };
}

/** Of the answer of loop-delay.mjs. */
function blockedMs(answer) {
  return Number(/^blocked (\S+)$/.exec(answer)?.[1]);
}
