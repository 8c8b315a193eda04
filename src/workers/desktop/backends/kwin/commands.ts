/**
 * Commands to the script that stays loaded in KWin. A script cannot be called, so it polls: its call `next` stays open until
 * there is a command (a long poll). The result is pushed. One command is under way at a time.
 */

import { DesktopError } from '../../../../base/errors.ts';
import { quote } from '../../../../base/escape.ts';
import { createSerialQueue } from '../../../../base/serial-queue.ts';
import type { CommandResult, WindowCommand } from '../../backend.ts';
import type { Reservation } from './keyboard-script.ts';
import { nextPush, type PushListeners } from './next-push.ts';

/** Time after which a poll is answered without a command. QtDBus gives a call up after 25 s, and the script would poll no more. */
const POLL_TIMEOUT_MS = 15_000;
/** Time that the script has for one command. */
const COMMAND_TIMEOUT_MS = 1000;

export type Command = WindowCommand | ({ kind: 'reserve' } & Reservation) | { kind: 'free' };

export interface Commands {
  /** Answers a poll of the script: the next command as text, or '' after a while without one. */
  next(): Promise<string>;
  /** Fails with `timeout` when the script does not answer, with `failed` when it breaks. */
  send(command: Command): Promise<CommandResult>;
  /** Ends the open poll of a script that is gone. */
  endPoll(): void;
}

/** Makes the channel to the script whose pushes `listeners` hear; `reload` loads it anew when it polls no more. */
export function createCommands(listeners: PushListeners, reload: () => Promise<void>): Commands {
  let count = 0;
  let answerPoll: ((text: string) => void) | undefined;
  let waiting: string | undefined;
  const runSerially = createSerialQueue();

  const sendNow = async (command: Command): Promise<CommandResult> => {
    const number = ++count;
    const result = nextPush(listeners, ({ done }) => (done?.number === number ? done : undefined));
    waiting = JSON.stringify({ number, ...command });
    try {
      answerPoll?.(waiting);
      let done = await result.within(COMMAND_TIMEOUT_MS);
      if (!done && waiting !== undefined) {
        await reload();
        done = await result.within(COMMAND_TIMEOUT_MS);
      }
      if (!done) throw silentScript(command.kind);
      if (done.error === undefined) return done.answer;
      throw new DesktopError('failed', `The window script in KWin broke: ${done.error}`, 'Report this.');
    } finally {
      result.end();
      waiting = undefined;
    }
  };

  return {
    next: () => {
      answerPoll?.('');
      return new Promise((resolve) => {
        const timer = setTimeout(() => answerPoll?.(''), POLL_TIMEOUT_MS);
        answerPoll = (text) => {
          clearTimeout(timer);
          answerPoll = undefined;
          waiting = undefined;
          resolve(text);
        };
        if (waiting !== undefined) answerPoll(waiting);
      });
    },
    send: (command) => runSerially(() => sendNow(command)),
    endPoll: () => answerPoll?.(''),
  };
}

function silentScript(kind: Command['kind']): DesktopError {
  return new DesktopError(
    'timeout',
    `The window script in KWin did not say what came of ${quote(kind)}.`,
    'See windows for the current state; doctor tells whether KWin answers.',
  );
}
