/**
 * Loaded before the server (`node --import`): writes each message that one of its threads sends to another one into
 * `/tmp/messages-<pid>`, a line each: "call METHOD", which is answered, or "event NAME", which is not.
 */
import { appendFileSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';

const threads = createRequire(import.meta.url)('node:worker_threads');
const { MessagePort, Worker } = threads;
const file = `/tmp/messages-${process.pid}`;
const { postMessage } = MessagePort.prototype;

MessagePort.prototype.postMessage = function (message, transfer) {
  if (message?.type === 'APPLY') appendFileSync(file, `call ${message.path.join('.')}\n`);
  if (message?.event !== undefined) appendFileSync(file, `event ${message.event}\n`);
  return postMessage.call(this, message, transfer);
};

// Workers have an environment of their own, and would not load this by themselves.
threads.Worker = class extends Worker {
  constructor(url, options) {
    super(url, { ...options, execArgv: ['--import', import.meta.url] });
  }
};
syncBuiltinESMExports();
