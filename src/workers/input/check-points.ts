/** Refuses points that no pointer or finger can reach, before anything is sent. */
import { DesktopError } from '../../base/errors.ts';
import { contains, type Point } from '../../protocol/geometry.ts';
import type { InputBackend } from './backend.ts';

/**
 * Fails with `invalid_params` for a point that is on no screen, with `unsupported` for one on a screen that the backend
 * cannot point at.
 */
export function checkPoints(points: readonly Point[], backend: InputBackend): void {
  const regions = backend.regions();
  const { negativePointsRefused: why } = backend.traits;
  const outside = points.find((point) => !regions.some((region) => contains(region, point)));
  if (!outside) return;
  const place = `The point ${Math.round(outside.x)},${Math.round(outside.y)}`;
  if (why !== undefined && (outside.x < 0 || outside.y < 0)) {
    throw new DesktopError(
      'unsupported',
      `${place} is left of or above 0,0, where ${why}; nothing was sent.`,
      'Move its window to a screen at or right of 0,0 with move_window, or use act.',
    );
  }
  throw new DesktopError(
    'invalid_params',
    `${place} is on no screen; nothing was sent.`,
    'Coordinates are global logical pixels; windows lists the screens.',
  );
}
