/** Starts the atspi worker: the reader of a session behind the actor, served to the thread that started it. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { abortable } from '../../base/abortable.ts';
import { log } from '../../base/log.ts';
import type { AtspiOptions, DesktopForAtspi, ReaderEvents } from '../../protocol/atspi.ts';
import { connect, createSubscriber, serve } from '../../protocol/channel.ts';
import { createAtspiActor } from './actor.ts';
import { openReader } from './backend.ts';
import { warmUp } from './warm-up.ts';

const { options, ports } = workerData as { options: AtspiOptions; ports: { desktop: MessagePort } };
if (!parentPort) throw new Error('the atspi worker runs as a worker thread');

const backend = await openReader(options.source);
const desktop = connect<DesktopForAtspi>(ports.desktop, () => undefined);
ports.desktop.on('close', () => desktop.lose('The desktop worker ended.'));
// A signal ends the wait here: to send it along would take a channel of its own.
const state: DesktopForAtspi['state'] = (signal) => abortable(desktop.call.state(), signal);
const counter = new Int32Array(options.idCounter);
createSubscriber<ReaderEvents>(parentPort)('inputSent', backend.inputSent);
serve(parentPort, createAtspiActor({ backend, desktop: { state }, nextId: () => Atomics.add(counter, 0, 1) + 1 }));

// After the first call, where that is there already.
setImmediate(() => {
  warmUp(backend).catch((error: unknown) => log('warn', `not warmed up: ${String(error)}`));
});

const reason = await backend.lost;
log('warn', `accessibility lost: ${reason}`);
// The answers of failed calls leave first; the supervisor then starts another thread.
setImmediate(() => process.exit(1));
