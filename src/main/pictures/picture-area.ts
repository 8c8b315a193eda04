/** Chooses the part of the desktop that a picture shows. */
import { DesktopError } from '../../base/errors.ts';
import { quote } from '../../base/escape.ts';
import { intersect, type Rect } from '../../protocol/geometry.ts';
import { type DesktopState, isOnScreen, isOwnedBy, type WindowInfo } from '../../protocol/window.ts';
import { allowedPidsOf, seesWindow } from '../policy/grants.ts';
import { isTitled } from '../policy/match-window.ts';
import { hiddenError } from '../render/hidden.ts';
import { rectText } from '../render/outline.ts';
import type { Session } from '../sessions/sessions.ts';
import type { ToolContext } from '../tool/tool.ts';
import { windowName, windowsOfApp } from '../windows/choose-window.ts';
import { lastPicture } from './last-picture.ts';

/** Windows named in a warning at most. */
const MAX_NAMED = 3;

export interface AreaRequest {
  app: string | undefined;
  window: string | undefined;
  id: number | undefined;
  /** Pixels of the last picture. */
  region: number[] | undefined;
  /** Global logical pixels. */
  area: number[] | undefined;
}

/** A part of the desktop, in global logical pixels; without `area` the whole desktop. */
export interface PicturePart {
  area?: Rect | undefined;
  /** Process of the window or element that the request names. */
  pid?: number | undefined;
}

/**
 * Gives the part of the desktop that a request names. Fails with `invalid_params` when it names more than one thing, `not_found`
 * when there is no such window or picture, or the window is minimized or on another virtual desktop. Warns when another
 * window covers it.
 */
export async function chooseArea(request: AreaRequest, context: ToolContext): Promise<PicturePart> {
  const { app, window, id, region, area } = request;
  const named = [app ?? window, id, region, area].filter((part) => part !== undefined);
  if (named.length > 1) {
    throw new DesktopError(
      'invalid_params',
      'The picture is of several things at once.',
      'Give one of app or window, id, region, area.',
    );
  }
  const session = context.session;
  if (area) return { area: rectOf(area, 'area') };
  if (region) return { area: await regionOf(rectOf(region, 'region'), context) };
  if (id !== undefined) return elementArea(id, session, context);
  return app === undefined && window === undefined ? {} : windowArea({ app, window }, context);
}

function rectOf([x = 0, y = 0, width = 0, height = 0]: number[], name: string): Rect {
  if (width > 0 && height > 0) return { x, y, width, height };
  throw new DesktopError(
    'invalid_params',
    `The ${name} has no size.`,
    'Give [x, y, width, height] with width and height above 0.',
  );
}

/** Converts pixels of the last picture to a part of the desktop. Fails with `invalid_params` when none of them is in the picture. */
async function regionOf(region: Rect, context: ToolContext): Promise<Rect> {
  const { area, widthPx, heightPx } = await lastPicture(context);
  if (!intersect(region, { x: 0, y: 0, width: widthPx, height: heightPx })) {
    throw new DesktopError(
      'invalid_params',
      `The region ${rectText(region)} is beyond the last picture, which is ${widthPx}x${heightPx} pixels.`,
      `Give [x, y, width, height] within 0,0 ${widthPx}x${heightPx}.`,
    );
  }
  const [perX, perY] = [area.width / widthPx, area.height / heightPx];
  return {
    x: area.x + region.x * perX,
    y: area.y + region.y * perY,
    width: region.width * perX,
    height: region.height * perY,
  };
}

async function elementArea(id: number, session: Session, { policy, signal }: ToolContext): Promise<PicturePart> {
  const query = { target: { id }, allowedPids: allowedPidsOf(policy), bounds: true };
  const { element, app, hidden } = await session.atspi.locate(query, signal);
  if (hidden) throw hiddenError(element, hidden, 'there is no picture of it');
  if (element.rect) return { area: element.rect, pid: app.pid };
  throw new DesktopError(
    'unsupported',
    `[${id}] has no rectangle: ${element.rectUnavailable ?? 'none is given'}.`,
    'Take a picture of its window.',
  );
}

async function windowArea(
  { app, window }: { app: string | undefined; window: string | undefined },
  context: ToolContext,
): Promise<PicturePart> {
  const desktopState = await context.session.desktop.state(context.signal);
  const rules = context.policy;
  const named = desktopState.windows.filter(
    (each) => seesWindow(rules, each) && (window === undefined || isTitled(each, window)),
  );
  const found = app === undefined ? named : await windowsOfApp(app, named, context);
  const top = await topShown(found, desktopState, context);
  if (!top) throw notShown(byStacking(found)[0]);
  return { area: top.frame, pid: top.pid };
}

/** Gives the topmost of these windows that is on the screen; warns when another window covers it. */
export async function topShown(
  windows: readonly WindowInfo[],
  desktopState: DesktopState,
  context: ToolContext,
): Promise<WindowInfo | undefined> {
  const top = byStacking(windows).find((each) => isOnScreen(each, desktopState));
  const above = top ? coversOf(top, desktopState) : [];
  if (top && above.length > 0) {
    const rules = context.policy;
    const names = above.slice(0, MAX_NAMED).map((each) => windowName(each, rules));
    const more = above.length > MAX_NAMED ? ` and ${above.length - MAX_NAMED} more` : '';
    context.warn(
      `${quote(top.title)} is partly or wholly covered by ${names.join(', ')}${more}; the picture shows what is on top. ` +
        'activate_window brings it in front.',
    );
  }
  return top;
}

function byStacking(windows: readonly WindowInfo[]): WindowInfo[] {
  return windows.toSorted((a, b) => b.stacking - a.stacking);
}

/** Lists the windows that cover a part of a window, the topmost first. Its own dialogs and menus do not count. */
function coversOf({ id, frame, stacking }: WindowInfo, desktopState: DesktopState): WindowInfo[] {
  const hides = (window: WindowInfo): boolean => {
    const { width, height } = intersect(window.frame, frame) ?? { width: 0, height: 0 };
    return width >= 1 && height >= 1;
  };
  const above = desktopState.windows
    .filter((window) => window.stacking > stacking && isOnScreen(window, desktopState) && hides(window))
    .filter((window) => !isOwnedBy(window, id, desktopState.windows));
  return byStacking(above);
}

function notShown(window: WindowInfo | undefined): DesktopError {
  if (!window) return new DesktopError('not_found', 'No window matches.', 'See windows for their titles.');
  const where = window.minimized ? 'is minimized' : 'is on another virtual desktop';
  return new DesktopError(
    'not_found',
    `The window ${quote(window.title)} ${where}: there is no picture of it.`,
    `Bring it in front with activate_window(query=${quote(window.id)}), or read it with tree.`,
  );
}
