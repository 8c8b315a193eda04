/** Sends many calls at once, and further calls as replies come: the application sets the pace, not the round trips. */
import { type Bus, BusCallError, isFatal } from '../../../platform/dbus/bus.ts';
import type { Body, BusFailure } from '../../../platform/dbus/bus-calls.ts';
import type { Template } from '../../../platform/dbus/bus-template.ts';
import type { ObjectRef } from '../../model/node.ts';
import { addressOf } from './calls.ts';

/** One call of a pipeline. */
export interface Ask {
  template: Template;
  ref: ObjectRef;
  body: Buffer;
}

/** Sends the calls of one read and knows when the last one is answered. */
export interface Pipeline {
  /** Of a browser, which names its elements after their labels itself. */
  readonly isBrowser?: boolean | undefined;
  /** Calls `onReply` unless the object is gone or answers with an error, then `onEnd` in any case. */
  ask(template: Template, ref: ObjectRef, onReply: (body: Body) => void, onEnd?: () => void): void;
  /** The same with arguments. */
  askWith(request: Ask, onReply: (body: Body) => void, onEnd?: () => void): void;
  /** Runs calls, and `onEnd` when all of them and those that follow from them are answered. */
  group(start: (calls: Pipeline) => void, onEnd: () => void): void;
}

/**
 * Runs a read to its end. Fails with BusCallError: `timeout` when the application lets a call time out, `lost`,
 * `aborted`. Error replies and malformed ones only leave a gap: objects come and go during a read.
 */
export function runPipeline(
  bus: Bus,
  signal: AbortSignal | undefined,
  start: (pipeline: Pipeline) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let hasEnded = false;
    const end = (failure: BusFailure | undefined): void => {
      if (hasEnded) return;
      hasEnded = true;
      signal?.removeEventListener('abort', onAbort);
      if (failure) reject(new BusCallError(failure));
      else resolve();
    };
    const onAbort = (): void => end({ name: 'aborted', message: '' });
    const send = ({ template, ref, body }: Ask, onReply: (body: Body) => void, onEnd: () => void): void => {
      if (hasEnded) return;
      bus.send({ template, address: addressOf(ref), body, signal }, (failure, reply) => {
        if (hasEnded) return;
        if (failure && isFatal(failure.name)) return end(failure);
        if (!failure) onReply(reply);
        onEnd();
      });
    };
    if (signal?.aborted) {
      onAbort();
      return;
    }
    signal?.addEventListener('abort', onAbort, { once: true });
    createGroup(send, start, () => end(undefined));
  });
}

type Send = (request: Ask, onReply: (body: Body) => void, onEnd: () => void) => void;

/** Counts the open calls of a group. Its start counts too, so that a group without calls ends. */
function createGroup(send: Send, start: (calls: Pipeline) => void, onAllEnded: () => void): void {
  let open = 1;
  const close = (): void => {
    if (--open === 0) onAllEnded();
  };
  const askWith: Pipeline['askWith'] = (request, onReply, onEnd) => {
    open++;
    send(request, onReply, () => {
      onEnd?.();
      close();
    });
  };
  start({
    askWith,
    ask: (template, ref, onReply, onEnd) => askWith({ template, ref, body: template.body }, onReply, onEnd),
    group: (startInner, onEnd) => {
      open++;
      createGroup(send, startInner, () => {
        onEnd();
        close();
      });
    },
  });
  close();
}
