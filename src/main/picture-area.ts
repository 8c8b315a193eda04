/** Which part of the desktop a picture shall show. */
import { DesktopError } from '../protocol/errors.ts';
import type { Rect } from '../protocol/geometry.ts';
import type { WindowInfo } from '../protocol/window.ts';
import { lastPicture } from './aim.ts';
import { processesOf, visibleWindows } from './choose-window.ts';
import { visibleOf } from './policy/grants.ts';
import { isOfApp, isTitled } from './policy/match-window.ts';
import type { Session } from './sessions.ts';
import type { ToolContext } from './tool.ts';

export interface AreaRequest {
  app: string | undefined;
  window: string | undefined;
  id: number | undefined;
  /** Pixels of the last picture. */
  region: number[] | undefined;
  /** Global logical pixels. */
  area: number[] | undefined;
}

/** A part of the desktop, in global logical pixels; without `area` all of it. */
export interface PicturePart {
  area?: Rect | undefined;
  /** The process that it is of, when the request names a window or an element. */
  pid?: number | undefined;
}

/**
 * The part of the desktop that a request names. Fails with `invalid_params` when it names more than one thing, `not_found`
 * when there is no such window or picture.
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
  const session = await context.session();
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

/** Pixels of the last picture as a part of the desktop. */
async function regionOf(region: Rect, context: ToolContext): Promise<Rect> {
  const { area, widthPx, heightPx } = await lastPicture(context);
  const [perX, perY] = [area.width / widthPx, area.height / heightPx];
  return {
    x: area.x + region.x * perX,
    y: area.y + region.y * perY,
    width: region.width * perX,
    height: region.height * perY,
  };
}

async function elementArea(id: number, session: Session, { policy, signal }: ToolContext): Promise<PicturePart> {
  const { windows } = await session.desktop.topology(signal);
  const { element, app } = await session.atspi.locate(
    { target: { id }, visible: visibleOf(await policy()), windows },
    signal,
  );
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
  const shown = (await visibleWindows(context))
    .filter(({ minimized }) => !minimized)
    .filter((each) => window === undefined || isTitled(each, window))
    .toSorted((a, b) => b.stacking - a.stacking);
  const [top] = app === undefined ? shown : await windowsOf(app, shown, context);
  if (!top) throw new DesktopError('not_found', 'No window on the screen matches.', 'See windows for their titles.');
  return { area: top.frame, pid: top.pid };
}

/** Those of an application by the id of its windows, else by its name for accessibility. */
async function windowsOf(app: string, windows: readonly WindowInfo[], context: ToolContext): Promise<WindowInfo[]> {
  const found = windows.filter((window) => isOfApp(window, app));
  if (found.length > 0) return found;
  const processes = await processesOf(app, context);
  return windows.filter(({ pid }) => processes.includes(pid));
}
