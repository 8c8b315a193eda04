/** Takes pictures whose pixels are proved to map to the reported points. */

import { DesktopError } from '../../base/errors.ts';
import type { CaptureRequest, Picture } from '../../protocol/capture.ts';
import type { Screen } from '../../protocol/window.ts';
import type { ToolContext } from '../tool/tool.ts';
import { isSame } from './last-picture.ts';

/** Attempts while the screens change. */
const ATTEMPTS = 2;

export type ProvedPicture = Picture & { screens: Screen[] };
export type PictureRequest = Omit<CaptureRequest, 'screens'> & {
  /** Known screens. Without them the compositor is asked first, which may be busy. */
  screens?: Screen[] | undefined;
};

/** Takes the picture that a reply shows: from then on it is the last one of the session. Fails as `takePicture`. */
export async function showPicture(request: PictureRequest, context: ToolContext): Promise<ProvedPicture> {
  const picture = await takePicture(request, context);
  const { area, widthPx, heightPx, screens } = picture;
  context.session.lastPicture = { area, widthPx, heightPx, screens };
  return picture;
}

/**
 * Takes a picture between two reads of the screens, which must be equal. Fails as CaptureActor says, and with
 * `failed` when the screens keep changing.
 */
export async function takePicture(request: PictureRequest, { session, signal }: ToolContext): Promise<ProvedPicture> {
  const { capture, desktop } = session;
  const look = async (): Promise<Screen[]> => (await desktop.state(signal)).screens;
  let screens = request.screens ?? (await look());
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [taken] = await Promise.allSettled([capture.capture({ ...request, screens }, signal)]);
    const after = await look();
    if (isSame(screens, after)) {
      if (taken.status === 'rejected') throw taken.reason;
      return { ...taken.value, screens };
    }
    screens = after;
  }
  throw new DesktopError(
    'failed',
    'The screens changed while the picture was taken, so that its pixels cannot be told apart.',
    'Take it again once they are at rest.',
  );
}
