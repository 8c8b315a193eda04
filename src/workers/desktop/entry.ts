/** Starts the desktop worker. It serves its whole contract to main, and to each other worker what that may ask. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { log } from '../../base/log.ts';
import { createEmitter, createSubscriber, serve } from '../../protocol/channel.ts';
import type { DesktopClient, DesktopEvents, DesktopOptions } from '../../protocol/desktop.ts';
import type { KeyboardEvents } from '../../protocol/input.ts';
import type { PortEvents } from '../../protocol/worker.ts';
import { createDesktopActor } from './actor.ts';

const { options } = workerData as { options: DesktopOptions };
if (!parentPort) throw new Error('The desktop worker runs in a worker thread.');

const desktop = createDesktopActor(options, createEmitter<DesktopEvents>(parentPort));

/** How each client is served at its port. */
const clients: Record<DesktopClient, (port: MessagePort) => void> = {
  input: (port) => {
    const { actor, freeKeyboard, close } = desktop.forInput();
    serve(port, actor);
    createSubscriber<KeyboardEvents>(port)('freeKeyboard', () => {
      freeKeyboard().catch((error: Error) => log('warn', `freeing the keyboard: ${error.message}`));
    });
    port.on('close', close);
  },
  atspi: (port) => serve(port, desktop.forAtspi()),
};

createSubscriber<PortEvents<DesktopClient>>(parentPort)('port', ({ client, port }) => clients[client](port));
serve(parentPort, desktop);
