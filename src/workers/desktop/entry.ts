/** The thread of the desktop worker. It serves its whole contract to main, and the windows to other workers. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { createEmitter, serve } from '../../protocol/channel.ts';
import type { DesktopEvents, DesktopOptions } from '../../protocol/desktop.ts';
import { createDesktopActor } from './actor.ts';

const { options } = workerData as { options: DesktopOptions };
if (!parentPort) throw new Error('The desktop worker runs in a worker thread.');

const desktop = createDesktopActor(options, createEmitter<DesktopEvents>(parentPort));

function serveInput(port: MessagePort): void {
  const { close, ...actor } = desktop.forInput();
  serve(port, actor);
  port.on('close', close);
}

// A worker that is started again gets a new port.
parentPort.on('message', (message: { event?: string; data?: MessagePort } | undefined) => {
  if (message?.event === 'input port' && message.data) serveInput(message.data);
  if (message?.event === 'atspi port' && message.data) serve(message.data, desktop.forAtspi());
});
serve(parentPort, desktop);
