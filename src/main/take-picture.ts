/** Pictures whose pixels are known to show the points that they are said to show. */
import type { CaptureRequest, Picture } from '../protocol/capture.ts';
import { DesktopError } from '../protocol/errors.ts';
import type { Screen } from '../protocol/window.ts';
import type { ToolContext } from './tool.ts';

/** How often it is tried while the screens change. */
const ATTEMPTS = 2;

/**
 * Takes a picture between two looks at the screens, which must be the same ones; from then on it is the last picture of
 * the session. Fails as CaptureActor says, and with `failed` when the screens keep changing.
 */
export async function takePicture(request: Omit<CaptureRequest, 'screens'>, context: ToolContext): Promise<Picture> {
  const { signal } = context;
  const session = await context.session();
  const { capture, desktop } = session;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { screens } = await desktop.topology(signal);
    const picture = await capture.capture({ ...request, screens }, signal);
    if (!isSame(screens, (await desktop.topology(signal)).screens)) continue;
    const { area, widthPx, heightPx } = picture;
    session.lastPicture = { area, widthPx, heightPx, screens };
    return picture;
  }
  throw new DesktopError(
    'failed',
    'The screens changed while the picture was taken, so that its pixels cannot be told apart.',
    'Take it again once they are at rest.',
  );
}

/** Whether these are the same screens, in the same places and at the same scales. */
export function isSame(screens: readonly Screen[], others: readonly Screen[]): boolean {
  return JSON.stringify(screens) === JSON.stringify(others);
}
