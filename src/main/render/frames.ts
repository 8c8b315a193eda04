/** The pictures of a burst in a reply. */
import type { Picture } from '../../protocol/capture.ts';
import { mappingOf, pictureText } from './picture.ts';

/** A picture of a burst. */
export interface Frame {
  delayMs: number;
  /** Milliseconds from the end of the input to the picture. */
  takenMs: number;
  picture: Picture;
}

/** Words a burst: one line for all pictures of the same area. */
export function framesText(frames: readonly Frame[]): string {
  const times = new Map<string, number[]>();
  for (const { takenMs, picture } of frames) {
    const text = pictureText(picture);
    times.set(text, [...(times.get(text) ?? []), Math.round(takenMs)]);
  }
  const lines = [...times].map(([text, takenMs]) => {
    const pictures = takenMs.length === 1 ? 'picture' : 'pictures';
    return `${pictures} ${takenMs.join(', ')} ms after it: ${text}`;
  });
  return lines.join('\n');
}

/** Gives the facts of one picture. */
export function frameFacts({ delayMs, takenMs, picture }: Frame): Record<string, unknown> {
  return {
    delay_ms: delayMs,
    taken_ms: Math.round(takenMs * 10) / 10,
    area: picture.area,
    width: picture.widthPx,
    height: picture.heightPx,
    mime_type: picture.mimeType,
    mapping: mappingOf(picture),
  };
}
