/** Starts the input worker: serves the actor to the thread that started it. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { log } from '../../base/log.ts';
import { connect, createEmitter, createSubscriber, serve } from '../../protocol/channel.ts';
import type { DesktopForInput, InputOptions, KeyboardEvents, TicketEvents } from '../../protocol/input.ts';
import { createStopFlag } from '../../protocol/stop-flag.ts';
import type { WorkerEvents } from '../../protocol/worker.ts';
import { openWaker } from '../platform/linux/fd-socket.ts';
import { createInputActor } from './actor.ts';
import { createInputBackend } from './backend.ts';

const { options, ports } = workerData as { options: InputOptions; ports: { desktop: MessagePort } };
if (!parentPort) throw new Error('the input worker runs as a worker thread');

const wakeFd = openWaker();
const desktop = connect<DesktopForInput>(ports.desktop, () => undefined);
ports.desktop.on('close', () => desktop.lose('The desktop worker ended.'));

const { state, reserveKeyboard, reserveForActive } = desktop.call;
const emit = createEmitter<KeyboardEvents>(ports.desktop);
const actor = createInputActor({
  backend: createInputBackend(options.source, { wakeFd }),
  desktop: { state, reserveKeyboard, reserveForActive, freeKeyboard: () => emit('freeKeyboard', undefined) },
  stopFlag: createStopFlag(options.stopFlag),
});
serve(parentPort, actor);
createSubscriber<TicketEvents>(parentPort)('done', ({ ticket }) => {
  actor.end(ticket, 'done').catch((error: Error) => log('warn', `ending input: ${error.message}`));
});
createEmitter<WorkerEvents>(parentPort)('started', { wakeFd });
