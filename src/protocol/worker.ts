/** Events that are no worker's own: what any worker may say to its supervisor, and how workers get to know each other. */
import type { MessagePort } from 'node:worker_threads';

/** From a worker to its supervisor. */
export interface WorkerEvents {
  /** It runs. Eight bytes written to the eventfd `wakeFd` (`fs.writeSync`) end its waits in native calls for good. */
  started: { wakeFd: number };
}

/** To a worker that serves other workers. A worker that is started again gets a new port. */
export interface PortEvents<Client extends string> {
  /** The calls of the worker `client` arrive at `port`. */
  port: { client: Client; port: MessagePort };
}
