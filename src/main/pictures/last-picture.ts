/** The last picture of a session, whose pixels calls may name. */
import { DesktopError } from '../../base/errors.ts';
import type { Point } from '../../protocol/geometry.ts';
import type { Screen } from '../../protocol/window.ts';
import type { LastPicture } from '../sessions/session.ts';
import type { ToolContext } from '../tool/tool.ts';

/** Gives the last picture. Fails with `not_found`, or `failed` when the screens have changed since. */
export async function lastPicture({ session, signal }: ToolContext): Promise<LastPicture> {
  const { lastPicture: picture, desktop } = session;
  if (!picture) {
    throw new DesktopError('not_found', 'There is no last picture.', 'Take one with screenshot, or give x and y.');
  }
  if (isSame(picture.screens, (await desktop.state(signal)).screens)) return picture;
  throw new DesktopError('failed', 'The screens have changed since the last picture.', 'Take a new one first.');
}

/** Gives the point of the desktop that a pixel of a picture shows. Fails with `invalid_params` when the pixel is not in it. */
export function pointOfPixel({ x, y }: Point, picture: Omit<LastPicture, 'screens'>): Point {
  const { area, widthPx, heightPx } = picture;
  if (x < 0 || y < 0 || x >= widthPx || y >= heightPx) {
    throw new DesktopError(
      'invalid_params',
      `The pixel ${x},${y} is not in the last picture.`,
      `It has ${widthPx}x${heightPx} pixels.`,
    );
  }
  // At full resolution pixels are points, else the middle of a pixel is meant, as `screenshot` says.
  if (area.width === widthPx && area.height === heightPx) return { x: area.x + x, y: area.y + y };
  return { x: area.x + ((x + 0.5) * area.width) / widthPx, y: area.y + ((y + 0.5) * area.height) / heightPx };
}

/** Whether these are the same screens, in the same places and at the same scales. */
export function isSame(screens: readonly Screen[], others: readonly Screen[]): boolean {
  return JSON.stringify(screens) === JSON.stringify(others);
}
