/** Several backends as one: the first that is supported does everything. */
import { DesktopError } from '../../base/errors.ts';
import { createSerialQueue } from '../../base/serial-queue.ts';
import type { InputBackend } from './backend.ts';
import { EMPTY_KEYMAP } from './model/keymap.ts';

/**
 * Makes a backend of `candidates`. Its `ready` tries them in order: one that fails with `unsupported` is left for the
 * next, any other failure ends the search. The choice stays until `close`.
 */
export function chooseBackend(candidates: readonly InputBackend[]): InputBackend {
  const inTurn = createSerialQueue();
  let chosen: InputBackend | undefined;
  const required = (): InputBackend => {
    if (chosen) return chosen;
    throw new DesktopError('internal', 'No input backend is connected.', 'Report this.');
  };
  return {
    get name() {
      return chosen?.name ?? 'not connected';
    },
    get traits() {
      return required().traits;
    },
    ready: (isStopped) =>
      inTurn(async () => {
        if (chosen) await chosen.ready(isStopped);
        else chosen = await firstReady(candidates, isStopped);
      }),
    send: (event) => required().send(event),
    sync: (isStopped) => required().sync(isStopped),
    deviceOf: (control) => chosen?.deviceOf(control),
    keymap: () => chosen?.keymap() ?? EMPTY_KEYMAP,
    regions: () => chosen?.regions() ?? [],
    devices: () => chosen?.devices() ?? [],
    close: () => {
      chosen?.close();
      chosen = undefined;
    },
  };
}

async function firstReady(candidates: readonly InputBackend[], isStopped: () => boolean): Promise<InputBackend> {
  const failures: DesktopError[] = [];
  for (const candidate of candidates) {
    try {
      await candidate.ready(isStopped);
      return candidate;
    } catch (error) {
      if (!(error instanceof DesktopError) || error.code !== 'unsupported') throw error;
      candidate.close();
      failures.push(error);
    }
  }
  throw unsupported(failures);
}

/** One failure for all candidates; what to do is what the first of them, the best one, says. */
function unsupported(failures: readonly DesktopError[]): DesktopError {
  const message = failures.map((failure) => failure.message).join(' ') || 'This desktop offers no input that we know.';
  const hint = failures[0]?.hint ?? 'Use act, or work in a virtual session (session_start).';
  return new DesktopError('unsupported', message, hint);
}
