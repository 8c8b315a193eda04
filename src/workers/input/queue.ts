/** Lets one call after the other send input. */
import { abortedError, DesktopError } from '../../base/errors.ts';

/** The queue of a session's input. One ticket holds it at a time; the others wait in the order in which they came. */
export interface Queue {
  /** Resolves when the ticket holds the queue. Fails with `aborted`, and leaves the queue, when the signal fires. */
  begin(ticket: number, signal?: AbortSignal): Promise<void>;
  /** True while this ticket holds the queue. */
  holds(ticket: number): boolean;
  /** True while any ticket holds the queue. */
  isHeld(): boolean;
  /** Gives the queue to the next ticket. Does nothing for a ticket that does not hold it. */
  end(ticket: number): void;
}

interface Waiting {
  ticket: number;
  start(): void;
}

/** Makes an empty queue. */
export function createQueue(): Queue {
  const waiting: Waiting[] = [];
  let holder: number | undefined;
  return {
    begin: (ticket, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(abortedError());
        if (ticket === holder || waiting.some((each) => each.ticket === ticket)) {
          return reject(new DesktopError('internal', `Ticket ${ticket} began twice.`, 'Report this.'));
        }
        if (holder === undefined) {
          holder = ticket;
          return resolve();
        }
        const leave = (): void => {
          waiting.splice(waiting.indexOf(entry), 1);
          reject(abortedError());
        };
        const entry: Waiting = {
          ticket,
          start: () => {
            signal?.removeEventListener('abort', leave);
            resolve();
          },
        };
        signal?.addEventListener('abort', leave, { once: true });
        waiting.push(entry);
      }),
    holds: (ticket) => holder === ticket,
    isHeld: () => holder !== undefined,
    end: (ticket) => {
      if (holder !== ticket) return;
      const next = waiting.shift();
      holder = next?.ticket;
      next?.start();
    },
  };
}
