/** Shrinks, marks and encodes a picture with sharp. */
import type { Sharp } from 'sharp';
import { throwIfAborted } from '../../base/errors.ts';
import type { CaptureRequest, Picture } from '../../protocol/capture.ts';
import { drawMarks } from './model/draw-marks.ts';
import type { Label } from './model/layout-marks.ts';
import type { RgbImage } from './model/pixels.ts';
import type { Size } from './model/size.ts';

export type Encoded = Pick<Picture, 'bytes' | 'mimeType'>;

export interface EncodeOptions {
  size: Size;
  format: CaptureRequest['format'];
  /** Marks to draw on the shrunk picture. */
  labels?: readonly Label[];
  signal?: AbortSignal | undefined;
}

/** A JPEG is taken only when it is at most this share of the PNG, which loses nothing. */
const JPEG_SHARE = 0.75;

/**
 * Shrinks `image` to `size`, draws the labels and encodes it. The memory of the bytes is the caller's own and may be
 * transferred; that of `image` may be drawn on.
 */
export async function encode(image: RgbImage, { size, format, labels = [], signal }: EncodeOptions): Promise<Encoded> {
  const open = await loadSharp();
  const shrunk = await shrink(open, image, size);
  throwIfAborted(signal);
  drawMarks(shrunk, labels);
  const png = toBytes(open(shrunk).png({ compressionLevel: 6 }));
  if (format === 'png') return { bytes: await png, mimeType: 'image/png' };
  const jpeg = toBytes(open(shrunk).jpeg({ quality: 80, chromaSubsampling: '4:4:4' }));
  const [pngBytes, jpegBytes] = await Promise.all([png, jpeg]);
  return jpegBytes.length <= pngBytes.length * JPEG_SHARE
    ? { bytes: jpegBytes, mimeType: 'image/jpeg' }
    : { bytes: pngBytes, mimeType: 'image/png' };
}

type Open = (image: RgbImage) => Sharp;

let loaded: Promise<Open> | undefined;

/** Loads sharp at the first picture: it costs 60 ms and 20 MB, which a session without pictures never pays. */
function loadSharp(): Promise<Open> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    return ({ rgb, widthPx, heightPx }) => sharp(rgb, { raw: { width: widthPx, height: heightPx, channels: 3 } });
  });
  return loaded;
}

/** Once for both encoders. */
async function shrink(open: Open, image: RgbImage, { widthPx, heightPx }: Size): Promise<RgbImage> {
  if (widthPx === image.widthPx && heightPx === image.heightPx) return image;
  const rgb = await open(image).resize(widthPx, heightPx, { fit: 'fill' }).raw().toBuffer();
  return { rgb, widthPx, heightPx };
}

/** A copy, since a Buffer of sharp cannot move to another thread. (Its toUint8Array can, but 0.35.5 never frees it.) */
async function toBytes(image: Sharp): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await image.toBuffer());
}
