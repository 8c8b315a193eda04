/** Takes pictures after an action. A picture that fails becomes a warning: the action was done. */
import { setTimeout as delay } from 'node:timers/promises';
import { monotonicMs } from '../../base/clock.ts';
import { throwIfAborted, toWireError } from '../../base/errors.ts';
import { log } from '../../base/log.ts';
import type { Screen } from '../../protocol/window.ts';
import { takePicture } from '../pictures/take-picture.ts';
import { type Frame, frameFacts, framesText } from '../render/frames.ts';
import type { Burst } from '../tool/params.ts';
import type { Reply, ToolContext } from '../tool/tool.ts';

/** Size limit of all pictures of one reply: clients refuse messages over 10 MB, and base64 adds a third. */
const MAX_BYTES = 6_000_000;
const REHEARSED_SIZE_PX = 64;

/** Runs an action, takes a burst of pictures from its end on, and adds them to its reply. */
export async function withPictures(
  action: () => Promise<Reply>,
  { burst, context }: { burst: Burst; context: ToolContext },
): Promise<Reply> {
  const screens = await warmUpCapture(burst, context);
  const reply = await action();
  const endMs = monotonicMs();
  const total = burst.delaysMs.length;
  let done = 0;
  const take = async (delayMs: number): Promise<Frame | Missed> => {
    await delay(delayMs, undefined, { signal: context.signal });
    const frame = await frameOf({ ...burst, screens }, { delayMs, endMs, context });
    done++;
    context.progress(done, total, `picture ${done} of ${total}`);
    return frame;
  };
  const frames = fitting(await Promise.all(burst.delaysMs.map(take)));
  for (const warning of missedText(frames)) context.warn(warning);
  const taken = frames.filter((frame) => 'picture' in frame);
  return {
    text: taken.length === 0 ? reply.text : `${reply.text}\n${framesText(taken)}`,
    facts: { ...reply.facts, frames: taken.map(frameFacts) },
    images: [...reply.images, ...taken.map(({ picture }) => picture)],
  };
}

/**
 * Starts the capture worker before the action and takes two pictures; otherwise the first one of a session is 100 ms late.
 * This also gives the screens, so that no picture waits for a compositor that is busy with the action.
 */
async function warmUpCapture({ area }: Burst, context: ToolContext): Promise<Screen[] | undefined> {
  const small = { area, maxSizePx: REHEARSED_SIZE_PX, format: 'auto', isFrame: true } as const;
  try {
    // Two at once, so that a second thread starts for the second one.
    const [{ screens }] = await Promise.all([takePicture(small, context), takePicture(small, context)]);
    return screens;
  } catch (error) {
    throwIfAborted(context.signal);
    // The pictures after the action will fail too, and their warning says why.
    log('debug', `no picture before the action: ${toWireError(error).message}`);
    return undefined;
  }
}

/** A picture that could not be taken, and why. */
interface Missed {
  delayMs: number;
  reason: string;
}

async function frameOf(
  { area, maxSizePx, screens }: Burst & { screens: Screen[] | undefined },
  { delayMs, endMs, context }: { delayMs: number; endMs: number; context: ToolContext },
): Promise<Frame | Missed> {
  try {
    const picture = await takePicture({ area, maxSizePx, format: 'auto', isFrame: true, screens }, context);
    return { delayMs, takenMs: picture.takenAtMs - endMs, picture };
  } catch (error) {
    throwIfAborted(context.signal);
    return { delayMs, reason: toWireError(error).message };
  }
}

/** Keeps the first pictures that fit into one reply. */
function fitting(frames: readonly (Frame | Missed)[]): (Frame | Missed)[] {
  let bytes = 0;
  return frames.map((frame) => {
    if (!('picture' in frame)) return frame;
    bytes += frame.picture.bytes.length;
    return bytes <= MAX_BYTES
      ? frame
      : { delayMs: frame.delayMs, reason: 'the reply would be too large; take fewer, or a smaller region or max_edge' };
  });
}

/** Words the missing pictures, one line a reason. */
function missedText(frames: readonly (Frame | Missed)[]): string[] {
  const missed = new Map<string, number[]>();
  for (const frame of frames) {
    if ('reason' in frame) missed.set(frame.reason, [...(missed.get(frame.reason) ?? []), frame.delayMs]);
  }
  return [...missed].map(([reason, delaysMs]) => `no picture ${delaysMs.join(', ')} ms after it: ${reason}`);
}
