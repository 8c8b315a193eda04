/**
 * Orders to the script that stays loaded in KWin. A script cannot be called, so it asks: its question is a D-Bus call that
 * is answered when there is an order. What came of it is pushed. One order is under way at a time.
 */
import { DesktopError } from '../../../../base/errors.ts';
import { createSerialQueue } from '../../../../base/serial-queue.ts';
import type { Reservation, WindowCommand } from '../../backend.ts';
import type { CommandResult } from '../../model/windows.ts';
import { oneAnswer, type PushListeners } from './answer.ts';

/** How long a question stays open. QtDBus gives a call up after 25 s, and the script would never ask again. */
const QUESTION_MS = 15_000;
/** How long the script may take for one order. */
const ANSWER_MS = 1000;

export type Command = WindowCommand | ({ kind: 'reserve' } & Reservation) | { kind: 'free' };

export interface Commands {
  /** The script asks. Gives the next order as text; '' after a while without one. */
  ask(): Promise<string>;
  /** Fails with `timeout` when the script does not answer, with `failed` when it breaks. */
  send(command: Command): Promise<CommandResult>;
  /** Lets go of the open question, whose script is gone. */
  forget(): void;
}

/** Makes the channel to the script whose pushes `listeners` hear; `reload` loads it anew when it asks no more. */
export function createCommands(listeners: PushListeners, reload: () => Promise<void>): Commands {
  let count = 0;
  let give: ((text: string) => void) | undefined;
  let waiting: string | undefined;
  const inTurn = createSerialQueue();

  const sendNow = async (command: Command): Promise<CommandResult> => {
    const number = ++count;
    const answer = oneAnswer(listeners, ({ done }) => (done?.number === number ? done : undefined));
    waiting = JSON.stringify({ number, ...command });
    try {
      give?.(waiting);
      let done = await answer.within(ANSWER_MS);
      if (!done && waiting !== undefined) {
        await reload();
        done = await answer.within(ANSWER_MS);
      }
      if (!done) throw silent(command.kind);
      if (done.error === undefined) return done.answer;
      throw new DesktopError('failed', `The window script in KWin broke: ${done.error}`, 'Report this.');
    } finally {
      answer.end();
      waiting = undefined;
    }
  };

  return {
    ask: () => {
      give?.('');
      return new Promise((resolve) => {
        const timer = setTimeout(() => give?.(''), QUESTION_MS);
        give = (text) => {
          clearTimeout(timer);
          give = undefined;
          waiting = undefined;
          resolve(text);
        };
        if (waiting !== undefined) give(waiting);
      });
    },
    send: (command) => inTurn(() => sendNow(command)),
    forget: () => give?.(''),
  };
}

function silent(kind: Command['kind']): DesktopError {
  return new DesktopError(
    'timeout',
    `The window script in KWin did not say what came of "${kind}".`,
    'See windows for what is so; doctor tells whether KWin answers.',
  );
}
