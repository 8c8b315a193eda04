/** What a picture shows. */
import type { Picture } from '../../protocol/capture.ts';
import { rectText } from './outline.ts';

type Shown = Pick<Picture, 'area' | 'widthPx' | 'heightPx'>;

/** Words how a pixel of a picture maps to the desktop. */
export function mappingOf({ area, widthPx, heightPx }: Shown): string {
  if (area.width === widthPx && area.height === heightPx) {
    return `pixel (px, py) is point (${area.x} + px, ${area.y} + py)`;
  }
  const axis = (origin: number, length: number, pixels: number, name: string): string =>
    `${origin} + (${name} + 0.5) * ${length} / ${pixels}`;
  return `pixel (px, py) is point (${axis(area.x, area.width, widthPx, 'px')}, ${axis(area.y, area.height, heightPx, 'py')})`;
}

/** Words a picture on one line: its size, its area, and how pixels map to the desktop. */
export function pictureText(picture: Shown): string {
  return `${picture.widthPx}x${picture.heightPx} shows ${rectText(picture.area)}; ${mappingOf(picture)}`;
}
