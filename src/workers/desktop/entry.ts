/** Starts the desktop worker. It serves its whole contract to main, and to each other worker what that may ask. */
import { parentPort, workerData } from 'node:worker_threads';
import { createEmitter, createSubscriber, serve } from '../../protocol/channel.ts';
import type { DesktopClient, DesktopEvents, DesktopOptions } from '../../protocol/desktop.ts';
import type { PortEvents } from '../../protocol/worker.ts';
import { createDesktopActor } from './actor.ts';

const { options } = workerData as { options: DesktopOptions };
if (!parentPort) throw new Error('The desktop worker runs in a worker thread.');

const desktop = createDesktopActor(options, createEmitter<DesktopEvents>(parentPort));

/** What each client is served; `close` is called at the end of its port. */
const clients: Record<DesktopClient, () => { actor: object; close?: () => void }> = {
  input: desktop.forInput,
  atspi: desktop.forAtspi,
};

createSubscriber<PortEvents<DesktopClient>>(parentPort)('port', ({ client, port }) => {
  const { actor, close } = clients[client]();
  serve(port, actor);
  if (close) port.on('close', close);
});
serve(parentPort, desktop);
