/** Starts the atspi worker: the reader of a session behind the actor, served to the thread that started it. */
import { parentPort, workerData } from 'node:worker_threads';
import { log } from '../../base/log.ts';
import type { AtspiOptions } from '../../protocol/atspi.ts';
import { serve } from '../../protocol/channel.ts';
import { createAtspiActor } from './actor.ts';
import { openReader } from './backend.ts';

const { options } = workerData as { options: AtspiOptions };
if (!parentPort) throw new Error('the atspi worker runs as a worker thread');

const backend = await openReader(options.source);
const counter = new Int32Array(options.idCounter);
serve(
  parentPort,
  createAtspiActor(backend, () => Atomics.add(counter, 0, 1) + 1),
);

const reason = await backend.lost;
log('warn', `accessibility lost: ${reason}`);
// The answers of failed calls leave first; the supervisor then starts another thread.
setImmediate(() => process.exit(1));
