/** The thread of the desktop worker. It serves its whole contract to main, and the windows to input workers. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { createEmitter, serve } from '../../protocol/channel.ts';
import type { DesktopEvents, DesktopOptions } from '../../protocol/desktop.ts';
import { createDesktopActor } from './actor.ts';

const { options, ports } = workerData as { options: DesktopOptions; ports?: { input?: MessagePort } };
if (!parentPort) throw new Error('The desktop worker runs in a worker thread.');

const desktop = createDesktopActor(options, createEmitter<DesktopEvents>(parentPort));

function serveInput(port: MessagePort): void {
  const { close, ...actor } = desktop.forInput();
  serve(port, actor);
  port.on('close', close);
}

// A restarted input worker gets a new port.
parentPort.on('message', (message: { event?: string; data?: MessagePort } | undefined) => {
  if (message?.event === 'port' && message.data) serveInput(message.data);
});
if (ports?.input) serveInput(ports.input);
serve(parentPort, desktop);
