import type { CaptureActor, CaptureRequest, Picture } from '../../protocol/capture.ts';
import { withTransfer } from '../../protocol/channel.ts';
import { throwIfAborted } from '../../protocol/errors.ts';
import type { CaptureBackend } from './backend.ts';
import { encode } from './encode.ts';
import { cropTo, logicalArea } from './model/crop.ts';
import { drawPointer, pointerIn } from './model/pointer.ts';
import { fitWithin } from './model/size.ts';

/** Takes pictures of one desktop, one after the other, so that all of them share one piece of memory. */
export function createCaptureActor(backend: CaptureBackend): CaptureActor {
  let queue: Promise<unknown> = Promise.resolve();

  const take = async (request: CaptureRequest, signal: AbortSignal | undefined): Promise<Picture> => {
    throwIfAborted(signal);
    const desktop = await backend.desktop(request.screens);
    const crop = cropTo(desktop, request.area);
    const full = { widthPx: crop.width, heightPx: crop.height };
    const size = fitWithin(full, request.maxSizePx);
    const rgb = await backend.read(crop);
    if (request.pointer) drawPointer({ ...full, rgb }, pointerIn(crop, request.pointer, desktop));
    throwIfAborted(signal);
    const { bytes, mimeType } = await encode({ ...full, rgb }, { size, format: request.format, signal });
    return withTransfer({ bytes, mimeType, ...size, area: logicalArea(crop, desktop) }, [bytes.buffer]);
  };

  return {
    capture: (request, signal) => {
      const picture = queue.then(() => take(request, signal));
      // The next picture is taken whether or not this one failed; its own caller is told.
      queue = picture.catch(() => undefined);
      return picture;
    },
    status: async () => ({ backend: backend.name }),
  };
}
