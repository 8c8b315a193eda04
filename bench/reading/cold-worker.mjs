/** Loaded before the server: SIGUSR2 ends the worker that reads, so that the next read is done by a new one. */
import { writeSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import threads, { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  let reader;
  threads.Worker = class extends threads.Worker {
    constructor(url, options) {
      super(url, options);
      if (options?.name === 'atspi') reader = this;
    }
  };
  syncBuiltinESMExports();
  process.on('SIGUSR2', () => {
    const ended = reader?.terminate() ?? Promise.resolve();
    void ended.then(() => writeSync(2, 'bench: ended\n'));
  });
}
