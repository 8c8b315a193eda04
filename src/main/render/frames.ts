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

/** What a burst shows: one line for all pictures of the same place. */
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

/** A picture of a burst as the facts of a reply. */
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
