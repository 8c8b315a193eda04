/**
 * From what a call names to the point where its pointer or finger goes, with nothing in between: the element is at rest,
 * and it is what the pointer will meet there.
 */
import { DesktopError } from '../../base/errors.ts';
import type { ElementQuery } from '../../protocol/atspi.ts';
import type { Element, Target } from '../../protocol/element.ts';
import type { Point } from '../../protocol/geometry.ts';
import { lastPicture, pointOfPixel } from '../pictures/last-picture.ts';
import { allowedPidsOf, seesWindow } from '../policy/grants.ts';
import type { ToolContext } from '../tool/tool.ts';
import { aimError } from './aim-error.ts';
import { nextTurn, type Turn } from './wheel.ts';

/** Where a gesture goes, and what is there: the element named by the call, or the one found at its point. */
export interface Aim {
  point: Point;
  element?: Element | undefined;
  /** It was scrolled into view for that. */
  isScrolled?: boolean;
  /** The title of the window at a point where no element is known; its application when the call may not see it. */
  window?: string | undefined;
}

/**
 * Aims at an element, as AtspiActor says of `aim`; `isToScroll` prefers what a tab opens to the tab, `isToPress` refuses what is
 * disabled. Fails with `unsupported` when it has no place, with `failed` when it still moves or is covered, and names the cover.
 */
export async function aimAtElement(
  target: Target,
  context: ToolContext,
  { isToScroll = false, isToPress = false } = {},
): Promise<Aim & { element: Element }> {
  const { atspi } = context.session;
  const policy = context.policy;
  const query: ElementQuery = { target, isToScroll, isToPress, allowedPids: allowedPidsOf(policy) };
  let last: Turn | undefined;
  for (;;) {
    const { aim, element } = await atspi.aim(query, context.signal);
    if (!('refusal' in aim))
      return { point: aim.point, element, isScrolled: aim.isScrolled === true || last !== undefined };
    const turn = aim.refusal.kind === 'outOfView' && aim.refusal.wheel ? nextTurn(aim.refusal.wheel, last) : undefined;
    if (!turn) throw aimError(aim.refusal, element, policy);
    await turnWheel(turn, context);
    query.target = { id: element.id };
    last = turn;
  }
}

async function turnWheel({ wheel: { point }, notches }: Turn, { session, input, signal }: ToolContext): Promise<void> {
  const { ticket, grant } = input;
  const request = { point, by: { dx: notches.x, dy: notches.y }, smooth: false, modifiers: [] };
  await session.input.scroll(request, { ticket, grant, signal });
}

/** Aims at a point of the desktop, and looks which element is there. */
export async function aimAtPoint(point: Point, context: ToolContext): Promise<Aim> {
  const { atspi } = context.session;
  const policy = context.policy;
  const { window, element } = await atspi.elementAt({ point, allowedPids: allowedPidsOf(policy) }, context.signal);
  if (element) return { point, element };
  if (!window) return { point };
  return { point, window: window.title !== '' && seesWindow(policy, window) ? window.title : window.app };
}

/** What a call may aim with: an element, or a point. */
export interface AimParams extends PointParams {
  target: Target;
  /** As `aimAtElement` takes it. */
  isToScroll?: boolean;
  isToPress?: boolean;
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
