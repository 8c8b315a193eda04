/** Loaded before the server: SIGUSR2 prints how long its main thread was blocked at most since the last time. */
import { writeSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** A timer that is due so often; only what makes it later than that is a delay. */
const RESOLUTION_MS = 2;

if (isMainThread) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  process.on('SIGUSR2', () => {
    writeSync(2, `bench: blocked ${Math.max(0, delays.max / 1e6 - RESOLUTION_MS).toFixed(1)}\n`);
    delays.reset();
  });
}
