/** Takes pictures of one desktop. */
import { abortable } from '../../base/abortable.ts';
import { monotonicMs } from '../../base/clock.ts';
import { abortedError, throwIfAborted } from '../../base/errors.ts';
import { createSerialQueue } from '../../base/serial-queue.ts';
import type { CaptureActor, CaptureRequest, Picture } from '../../protocol/capture.ts';
import { withTransfer } from '../../protocol/channel.ts';
import type { CaptureBackend } from './backend.ts';
import { type Encoded, encode } from './encode.ts';
import type { EncodingPool } from './encoding-pool.ts';
import { cropTo, logicalArea } from './model/crop.ts';
import { labelSize } from './model/draw-marks.ts';
import { layOutMarks } from './model/layout-marks.ts';
import { drawPointer, pointerIn } from './model/pointer.ts';
import { fitWithin } from './model/size.ts';

/** A picture that was taken; a frame is still being encoded. */
type Taken = Omit<Picture, keyof Encoded> & { encoded: Promise<Encoded> };

/** Takes pictures of one desktop, one after the other, so that all of them share one piece of memory. */
export function createCaptureActor(backend: CaptureBackend, pool: EncodingPool): CaptureActor {
  const runSerially = createSerialQueue();

  const take = async (request: CaptureRequest, signal: AbortSignal | undefined): Promise<Taken> => {
    throwIfAborted(signal);
    const { format, marks = [], isFrame = false } = request;
    const desktop = await backend.desktop(request.screens);
    const crop = cropTo(desktop, request.area);
    const full = { widthPx: crop.width, heightPx: crop.height };
    const size = fitWithin(full, request.maxSizePx);
    const area = logicalArea(crop, desktop);
    const labels = layOutMarks(marks, { size, area }, labelSize);
    if (isFrame) await abortable(pool.untilNotFull(), signal, abortedError);
    const rgb = await backend.read(crop);
    const takenAtMs = monotonicMs();
    if (request.pointer) drawPointer({ ...full, rgb }, pointerIn(crop, request.pointer, desktop));
    throwIfAborted(signal);
    const image = { ...full, rgb };
    const encoded = isFrame
      ? abortable(pool.encode(image, { size, format, labels }), signal, abortedError)
      : encode(image, { size, format, labels, signal });
    // A frame is a copy by now.
    if (!isFrame) await encoded;
    return { ...size, area, takenAtMs, marked: labels.map(({ id }) => id), encoded };
  };

  return {
    capture: (request, signal) => {
      const finished = runSerially(() => take(request, signal)).then(async ({ encoded, ...taken }) => {
        const { bytes, mimeType } = await encoded;
        return withTransfer({ ...taken, bytes, mimeType }, [bytes.buffer]);
      });
      // A cancelled call waits for nothing, not even for a picture that is being encoded.
      return abortable(finished, signal, abortedError);
    },
    status: async () => ({ backend: backend.name }),
  };
}
