/**
 * Measures how long a running gesture goes on after the stop flag. An input worker at the session's own KWin drags, repeats
 * a chord and types, and is stopped at a random moment. The time ends with the worker's answer, which comes after its last
 * event.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { MessageChannel, Worker } from 'node:worker_threads';
import * as Comlink from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';

const DRAG = {
  from: { x: 100, y: 100 },
  to: { x: 900, y: 600 },
  waypoints: [],
  durationMs: 30_000,
  button: 'left',
  modifiers: [],
};
const WORKS = {
  'stop flag to the end of a drag': (input, context) => input.drag(DRAG, context),
  'stop flag to the end of repeated chords': (input, context) =>
    input.key({ chord: 'shift+Tab', repeat: 1000 }, context),
  'stop flag to the end of typing': (input, context) => input.type({ text: 'abcdefghi '.repeat(5000) }, context),
};

/** The times of each kind of work, in milliseconds. */
export async function stopTimes(folder, rounds) {
  const words = new Int32Array(new SharedArrayBuffer(4 * 65));
  const { port2 } = new MessageChannel();
  const source = { kind: 'eis', busAddress: `unix:path=${folder}/bus` };
  const options = { source, stopFlag: words.buffer };
  const worker = new Worker(new URL('../../dist/worker-input.mjs', import.meta.url), {
    workerData: { options, ports: { desktop: port2 } },
    transferList: [port2],
  });
  const input = Comlink.wrap(nodeEndpoint(worker));
  const grant = { session: 'bench', grantedApps: 'all', untilMs: Date.now() + 600_000 };
  let ticket = 0;
  const stopOnce = async (start) => {
    await input.begin(++ticket);
    let endedMs = 0;
    const ended = start(input, { ticket, grant }).catch(() => {
      endedMs = performance.now();
    });
    await wait(60 + Math.random() * 40);
    const stoppedMs = performance.now();
    Atomics.store(words, 0, 1);
    Atomics.notify(words, 0);
    await ended;
    Atomics.store(words, 0, 0);
    await input.end(ticket, 'failed');
    if (endedMs === 0) throw new Error('It had ended before it was stopped.');
    return endedMs - stoppedMs;
  };
  try {
    const results = [];
    for (const [work, start] of Object.entries(WORKS)) {
      const ms = [];
      for (let round = 0; round < rounds; round++) ms.push(await stopOnce(start));
      results.push({ work, ms });
    }
    return results;
  } finally {
    await input.release();
    await worker.terminate();
  }
}
