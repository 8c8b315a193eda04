/** A server with a session in which all programs are open. */
import { startServer, startSession } from '../client.mjs';
import { programs } from './programs.mjs';

const SCREEN = { width: 1280, height: 900 };
/** What the modules that are loaded before the server begin their lines with. */
const MARK = 'bench: ';
/** Objects that every program has at least once its window is there. */
const LEAST_NODES = 10;

/**
 * Opens all programs and waits until they are at rest. `preload` is a module of this folder that the server loads
 * first; `signal` sends it SIGUSR2 and gives the line that it answers with. Lines on stderr that match `expected` are no
 * news. The caller ends it with `close`.
 */
export async function openAll({ preload, expected }, { settle }) {
  let onAnswer = () => undefined;
  const server = await startServer({
    env: { NODE_OPTIONS: `--import=${new URL(preload, import.meta.url)}` },
    onLine: (line) => {
      if (line.startsWith(MARK)) onAnswer(line.slice(MARK.length));
      else if (!expected?.test(line)) console.error(line);
    },
  });
  const { call, pid, rssMb } = server;
  const { address, env } = await startSession(call, SCREEN);
  await call('apps'); // starts the worker
  const emptyMb = rssMb();
  let nodes = 0;
  for (const { bus, launch, shows } of programs) {
    await call('launch', launch);
    const { facts } = await call('wait_for', { app: bus, query: shows, timeout_ms: 20_000 });
    if (!facts.met) throw new Error(`${bus} does not show "${shows}".`);
    nodes += (await settle(address, bus, LEAST_NODES)).nodes;
  }
  const signal = () =>
    new Promise((resolve) => {
      onAnswer = resolve;
      process.kill(pid, 'SIGUSR2');
    });
  return { ...server, address, env, signal, nodes, emptyMb };
}
