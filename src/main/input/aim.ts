/**
 * From what a call names to the point where its pointer or finger goes, with nothing in between: the element is at rest,
 * and it is what the pointer will meet there.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { DesktopError, throwIfAborted } from '../../base/errors.ts';
import { quote } from '../../base/escape.ts';
import type { Aimed } from '../../protocol/atspi.ts';
import type { Element, Target } from '../../protocol/element.ts';
import type { Point, Rect } from '../../protocol/geometry.ts';
import { type DesktopState, windowAt } from '../../protocol/window.ts';
import { lastPicture, pointOfPixel } from '../pictures/last-picture.ts';
import { type Obstacle, obstacleAt } from '../policy/cover.ts';
import { allowedPidsOf, type CallPolicy, seesWindow } from '../policy/grants.ts';
import { elementLine } from '../render/outline.ts';
import type { Session } from '../sessions/sessions.ts';
import type { ToolContext } from '../tool/tool.ts';
import { windowName } from '../windows/choose-window.ts';

/** Where a gesture goes, and what is there: the element named by the call, or the one found at its point. */
export interface Aim {
  point: Point;
  element?: Element | undefined;
  /** The title of the window at a point where no element is known; its application when the call may not see it. */
  window?: string | undefined;
}

/** How long a target may move, or be covered, before the call fails. */
const PATIENCE_MS = 1_000;
/** How long an element may have no place yet: its page or dialog is being laid out. */
const LAYOUT_MS = 200;
/** Some frames: it is looked so often whether a target moves. */
const FRAMES_MS = 40;
/**
 * How long a target must keep its place. Pages are drawn by another process than the one that answers, which on a busy
 * machine says that they move 100 ms late.
 */
const REST_MS = { page: 150, other: FRAMES_MS };
/** Toolkits of browsers. */
const PAGES = new Set(['Gecko', 'Chromium']);
const MAX_PLACES = 1_000;

/**
 * Aims at an element; `isToScroll` prefers what a tab opens to the tab. Waits until it has kept its place for some frames
 * and nothing lies over it, at most a second.
 * Fails with `unsupported` when it has no place, with `failed` when it still moves or is covered, and names the cover.
 */
export async function aimAtElement(
  target: Target,
  context: ToolContext,
  { isToScroll = false } = {},
): Promise<Aim & { element: Element }> {
  const session = await context.session();
  const policy = await context.policy();
  const allowedPids = allowedPidsOf(policy);
  const startMs = performance.now();
  for (;;) {
    const desktopState = await session.desktop.state(context.signal);
    const { windows, screens } = desktopState;
    const aimed = await session.atspi.aim({ target, isToScroll, allowedPids, windows, screens }, context.signal);
    const { element, at } = aimed;
    const reason = at ? reasonAgainst(at, { aimed, desktopState, policy, session }) : placeless(aimed, desktopState);
    if (at && !reason) return { point: at.point, element };
    if (performance.now() > startMs + (at ? PATIENCE_MS : LAYOUT_MS)) throw reason;
    await delay(FRAMES_MS);
    throwIfAborted(context.signal);
  }
}

/** Aims at a point of the desktop, and looks which element is there. */
export async function aimAtPoint(point: Point, context: ToolContext): Promise<Aim> {
  const { desktop, atspi } = await context.session();
  const desktopState = await desktop.state(context.signal);
  const window = windowAt(point, desktopState);
  if (!window) return { point };
  const policy = await context.policy();
  const { windows, screens } = desktopState;
  const query = { point, window, allowedPids: allowedPidsOf(policy), windows, screens };
  const element = await atspi.elementAt(query, context.signal);
  if (element) return { point, element };
  return { point, window: window.title !== '' && seesWindow(policy, window) ? window.title : window.app };
}

/** What a call may aim with: an element, or a point. */
export interface AimParams extends PointParams {
  target: Target;
  /** As `aimAtElement` takes it. */
  isToScroll?: boolean;
}

/** Aims at the element or the point that a call names. Fails with `invalid_params` when it names none, or both. */
export async function aimAt(params: AimParams, context: ToolContext): Promise<Aim> {
  const { id, app, query, role } = params.target;
  const namesElement = [id, app, query, role].some((part) => part !== undefined);
  const point = await pointOf(params, context);
  if (point && namesElement) throw twoTargets();
  if (!point && !namesElement) throw noPoint();
  return point ? aimAtPoint(point, context) : aimAtElement(params.target, context, params);
}

/** How a call names a point. */
export interface PointParams {
  x?: number | undefined;
  y?: number | undefined;
  image_x?: number | undefined;
  image_y?: number | undefined;
}

/** The point that a call names; undefined when it names none. Fails with `invalid_params` when half of it is missing. */
export async function pointOf(
  { x, y, image_x, image_y }: PointParams,
  context: ToolContext,
): Promise<Point | undefined> {
  const named = [x ?? y, image_x ?? image_y].filter((part) => part !== undefined);
  if (named.length > 1) throw twoTargets();
  if (x !== undefined && y !== undefined) return { x, y };
  if (image_x !== undefined && image_y !== undefined) {
    return pointOfPixel({ x: image_x, y: image_y }, await lastPicture(context));
  }
  if (named.length === 0) return undefined;
  throw new DesktopError('invalid_params', 'A point has two coordinates.', 'Give x and y, or image_x and image_y.');
}

/** For how many milliseconds an element has been seen where it is now. */
function restsFor({ places }: Session, { id, rect }: Element): number {
  const nowMs = performance.now();
  const before = places.get(id);
  places.delete(id);
  if (!rect) return 0;
  const sinceMs = before && isEqual(before.rect, rect) ? before.sinceMs : nowMs;
  places.set(id, { rect, sinceMs });
  const [oldest] = places.keys();
  if (places.size > MAX_PLACES && oldest !== undefined) places.delete(oldest);
  return nowMs - sinceMs;
}

function isEqual(a: Rect, b: Rect): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

interface Looked {
  aimed: Aimed;
  desktopState: DesktopState;
  policy: CallPolicy;
  session: Session;
}

/** Why a pointer would not meet the element: it moves, another window is there, or another element of the same one. */
function reasonAgainst(
  { point, windowId }: NonNullable<Aimed['at']>,
  { aimed, desktopState, policy, session }: Looked,
): DesktopError | undefined {
  const restMs = PAGES.has(aimed.app.toolkit) ? REST_MS.page : REST_MS.other;
  if (restsFor(session, aimed.element) < restMs) return moving(aimed.element);
  const obstacle = obstacleAt(point, windowId, desktopState);
  if (obstacle) return outOfReach(aimed.element, obstacle, policy);
  return aimed.cover && covered(aimed.element, elementLine(aimed.cover));
}

function outOfReach(element: Element, obstacle: Obstacle, policy: CallPolicy): DesktopError {
  const not = (message: string, hint: string): DesktopError =>
    new DesktopError('failed', `[${element.id}] ${message}; nothing sent.`, hint);
  switch (obstacle.kind) {
    case 'nowhere':
      return not('is where no window is', 'Use act, or bring its window in front.');
    case 'covered':
      return covered(element, `the window ${windowName(obstacle.window, policy)}`);
    case 'elsewhere': {
      const on = obstacle.window.desktops.map((desktop) => quote(desktop)).join(' ');
      const name = windowName(obstacle.window, policy);
      return not(`is in ${name}, which is on desktop ${on}`, 'Bring that window in front first: activate_window.');
    }
    case 'blocked': {
      const name = windowName(obstacle.window, policy);
      const hint = 'Answer the dialog first; tree lists its buttons.';
      return not(`is in a window that is blocked by its dialog ${name}`, hint);
    }
  }
}

function covered({ id }: Element, cover: string): DesktopError {
  return new DesktopError(
    'failed',
    `[${id}] is covered by ${cover}; nothing sent.`,
    'Close or move what covers it, or bring its window in front; act needs no pointer.',
  );
}

function moving({ id }: Element): DesktopError {
  return new DesktopError(
    'failed',
    `[${id}] is still moving; nothing sent.`,
    'Wait for it with wait_idle, or act on it without a pointer.',
  );
}

function placeless({ element, app }: Aimed, { windows }: DesktopState): DesktopError {
  const reason = element.rectUnavailable ?? 'the application gives no rectangle';
  const minimized = windows.filter((window) => window.pid === app.pid && window.minimized);
  const hidden = minimized.map(({ title, id }) => `${quote(title)} id=${id}`).join(', ');
  return new DesktopError(
    'unsupported',
    `No place to point at for [${element.id}]: ${reason}.${hidden === '' ? '' : ` Minimized: ${hidden}.`}`,
    `Use act, or bring its window in front${hidden === '' ? '' : ': activate_window restores it'}.`,
  );
}

/** The error of a call that names no point. */
export function noPoint(): DesktopError {
  return new DesktopError(
    'invalid_params',
    'The call names no target.',
    'Give x and y, or image_x and image_y; or id, or app with query, where the tool takes them.',
  );
}

function twoTargets(): DesktopError {
  return new DesktopError(
    'invalid_params',
    'The call names more than one target.',
    'Give one of id, app with query, x with y, image_x with image_y.',
  );
}
