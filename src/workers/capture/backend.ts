/** What a platform must do for the capture worker, and which backend does it. */
import type { CaptureSource } from '../../protocol/capture.ts';
import type { Screen } from '../../protocol/window.ts';
import { createNoCapture } from './backends/none.ts';
import { createXFramebuffer } from './backends/x-framebuffer.ts';
import type { DesktopPixels, PixelRect } from './model/crop.ts';

/** The pixels of one desktop. It holds no file open between two calls. */
export interface CaptureBackend {
  readonly name: string;
  /**
   * Its pixels and the points that they show, while it has these screens. Fails with `unsupported` when this desktop gives
   * no pixels, with `failed` when the screens and the pixels do not go together.
   */
  desktop(screens: readonly Screen[]): Promise<DesktopPixels>;
  /** The pixels of `crop` as they are now: RGB, three bytes each, row by row without padding. Valid until the next read. */
  read(crop: PixelRect): Promise<Uint8Array<ArrayBuffer>>;
}

/** By the kind of a source, which the desktop worker found out. */
const BACKENDS: { [Kind in CaptureSource['kind']]: (source: CaptureSource & { kind: Kind }) => CaptureBackend } = {
  'x-framebuffer': createXFramebuffer,
  none: createNoCapture,
};

/** Makes the backend for a source. */
export function createBackend<Kind extends CaptureSource['kind']>(
  source: CaptureSource & { kind: Kind },
): CaptureBackend {
  return BACKENDS[source.kind](source);
}
