// A worker for the tests of the supervisor: answers, dies, hangs, prints.

import { readFileSync } from 'node:fs';
import { parentPort, threadId, workerData } from 'node:worker_threads';
import * as Comlink from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';

// A signal arrives, and is never looked at.
Comlink.transferHandlers.set('abort', {
  canHandle: () => false,
  serialize: (value) => [value, []],
  deserialize: (port) => port,
});

Comlink.expose(
  {
    thread: () => threadId,
    options: () => workerData.options,
    environment: () => Object.keys(process.env),
    print: () => void process.stdout.write('stray print of a worker\n'),
    die: () => process.exit(3),
    crash: () => void setImmediate(() => JSON.parse('{')),
    block: (pipe) => readFileSync(pipe, 'utf8'),
    hang: () => new Promise(() => undefined),
  },
  nodeEndpoint(parentPort),
);
