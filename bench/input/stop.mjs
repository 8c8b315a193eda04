/**
 * How long a running gesture goes on after the stop flag: an input worker of ours, at the session's own KWin, is told
 * to drag, to repeat a chord and to type, and stopped at a random moment. The time ends with the worker's answer, which
 * comes after its last event.
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
  'stop flag to the end of a drag': (hand, ticket, grant) => hand.drag(ticket, DRAG, grant),
  'stop flag to the end of repeated chords': (hand, ticket, grant) =>
    hand.key(ticket, { chord: 'shift+Tab', repeat: 1000 }, grant),
  'stop flag to the end of typing': (hand, ticket, grant) =>
    hand.type(ticket, { text: 'abcdefghi '.repeat(5000) }, grant),
};

/** The times of each kind of work, in milliseconds. */
export async function stopTimes(folder, rounds) {
  const words = new Int32Array(new SharedArrayBuffer(4 * 65));
  const { port2 } = new MessageChannel();
  const options = { busAddress: `unix:path=${folder}/bus`, stopFlag: words.buffer };
  const worker = new Worker(new URL('../../dist/worker-input.mjs', import.meta.url), {
    workerData: { options, ports: { desktop: port2 } },
    transferList: [port2],
  });
  const hand = Comlink.wrap(nodeEndpoint(worker));
  const grant = { session: 'bench', grantedApps: 'all', untilMs: Date.now() + 600_000 };
  let ticket = 0;
  const stopOnce = async (start) => {
    await hand.begin(++ticket);
    let endedMs = 0;
    const ended = start(hand, ticket, grant).catch(() => {
      endedMs = performance.now();
    });
    await wait(60 + Math.random() * 40);
    const stoppedMs = performance.now();
    Atomics.store(words, 0, 1);
    Atomics.notify(words, 0);
    await ended;
    Atomics.store(words, 0, 0);
    await hand.end(ticket, 'failed');
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
    await hand.release();
    await worker.terminate();
  }
}
