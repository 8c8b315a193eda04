/**
 * Finds where an element is on the desktop. Applications report extents relative to their window, each in its own
 * way; the matching window of the compositor says where that is. Without a match, or with two, there is no rectangle.
 */
import { intersect, type Rect } from '../../../../protocol/geometry.ts';
import type { WindowInfo } from '../../../../protocol/window.ts';
import { collapse, quoted } from '../text.ts';
import type { AppTraits } from '../traits.ts';

/** A top-level window as its application sees it. */
export interface OwnWindow {
  pid: number;
  title: string;
  /** Extents in the coordinates of its elements. */
  extents: Rect | undefined;
  /** Whether it is the one in front; undefined where that is not known. */
  isActive?: boolean | undefined;
}

/** Where the extents of a window's elements count from, and the window of the compositor; or why that is unknown. */
export type Origin = { x: number; y: number; windowId: string } | { unavailable: string };

/** Sizes differ by rounding at fractional scales. */
const SIZE_TOLERANCE_PX = 2;
/** By how much a popover that is measured with its shadow differs from its window's buffer (GTK 4.18). */
const SHADOW_TOLERANCE_PX = 32;
/** Most space above and below the entries of a menu, together. */
const MAX_PADDING_PX = 24;
/** GTK 4 reports uninitialised memory as the size of pages that were never shown. */
const MAX_SIZE_PX = 100_000;
/** No content is as far away. */
const MAX_PLACE_PX = 100_000_000;
/** Windows that are top-level elements of the tree. */
const OF_THEIR_OWN: ReadonlySet<WindowInfo['kind']> = new Set(['normal', 'dialog']);

/** Finds the window of the compositor that matches `own`. */
export function originOf(own: OwnWindow, traits: AppTraits, windows: readonly WindowInfo[]): Origin {
  const ofProcess = windows.filter(({ pid, minimized }) => pid === own.pid && !minimized);
  if (ofProcess.length === 0) return { unavailable: 'the application has no window on the desktop' };
  const title = collapse(own.title);
  const titled = ofProcess.filter((window) => isSameTitle(collapse(window.title), title));
  const sized = (candidates: readonly WindowInfo[]): WindowInfo[] =>
    candidates.filter((window) => isSameSize(window[traits.origin], own.extents));
  const fits = sized(titled);
  const candidates = fits.length > 0 ? fits : alternatives(titled, sized(ofProcess));
  const [window, other] = candidates.length > 1 ? ofActivity(candidates, own.isActive) : candidates;
  const missing = `no window of the desktop has the title ${quoted(title)} and this size`;
  if (!window) return { unavailable: candidates.length > 1 ? TWINS : missing };
  if (other) return { unavailable: fits.length > 0 ? TWINS : `${missing}, and several have the size` };
  const { x, y } = window[traits.origin];
  const { x: left, y: top } = traits.countsFromScreen && own.extents ? own.extents : { x: 0, y: 0 };
  return { x: x - left, y: y - top, windowId: window.id };
}

const TWINS =
  'several windows of this application have its title and size, and which is which shows only while one of them is in front';

/** Those of several windows alike that are in front or not, as the own one is. */
function ofActivity(alike: readonly WindowInfo[], isActive: boolean | undefined): readonly WindowInfo[] {
  // A window in front that is none of these tells nothing.
  if (isActive === undefined || !alike.some(({ active }) => active)) return alike;
  return alike.filter(({ active }) => active === isActive);
}

/** Whether two windows of a process have one title and size, so that they may be taken for each other. */
export function haveTwins(ofProcess: readonly WindowInfo[]): boolean {
  const own = ofProcess.filter(({ kind, minimized }) => OF_THEIR_OWN.has(kind) && !minimized);
  const areAlike = (one: WindowInfo, other: WindowInfo): boolean =>
    isSameSize(one.client, other.client) &&
    (isSameTitle(collapse(one.title), collapse(other.title)) ||
      isSameTitle(collapse(other.title), collapse(one.title)));
  return own.some((one, index) => own.slice(index + 1).some((other) => areAlike(one, other)));
}

/** Why there is no rectangle. */
export interface Unplaced {
  unavailable: string;
  /** It is scrolled out of view. */
  isOutOfView?: boolean;
}

/** Whether a place is more than a mark for none: GTK 3 gives the lowest number for what is not in view. */
export function isLaidOut({ x, y, width, height }: Rect): boolean {
  return Math.max(Math.abs(x), Math.abs(y)) < MAX_PLACE_PX && width > 0 && height > 0;
}

/** The largest part of a rectangle that is within all of `clips` and in one of `areas`. */
export function visiblePart(
  rect: Rect,
  clips: readonly (Rect | undefined)[],
  areas: readonly Rect[],
): Rect | undefined {
  const within = clips.reduce<Rect | undefined>((part, clip) => (part && clip ? intersect(part, clip) : part), rect);
  const parts = areas.flatMap((area) => (within && intersect(within, area)) ?? []);
  return parts.toSorted((a, b) => b.width * b.height - a.width * a.height)[0];
}

/** An element's rectangle on the desktop; `within` is its window, unless it is in a popup that leaves the window. */
export function place(extents: Rect | undefined, origin: Origin, within: Rect | undefined): Rect | Unplaced {
  if ('unavailable' in origin) return origin;
  if (!extents) return { unavailable: 'the application does not say where it is' };
  if (extents.width <= 0 || extents.height <= 0) return { unavailable: 'it has no area' };
  if (Math.max(extents.width, extents.height) > MAX_SIZE_PX) return { unavailable: 'it is not laid out' };
  if (within && !overlap(extents, within)) return { unavailable: 'it is outside its window', isOutOfView: true };
  return { x: extents.x + origin.x, y: extents.y + origin.y, width: extents.width, height: extents.height };
}

/**
 * Where the elements of an open menu or popover count from, when it is a window of its own: the only popup of the
 * process with its size, or nearly so where it `hasShadow`. `popup` are its extents; undefined when there is no such window. Top-level windows do not
 * count: what fills one window of a browser has the size of any other that is as large.
 */
export function popupOrigin(
  popup: Rect | undefined,
  { pid, main, hasShadow = false }: { pid: number; main: Origin; hasShadow?: boolean },
  windows: readonly WindowInfo[],
): Origin | undefined {
  if (!popup) return undefined;
  const mainId = 'windowId' in main ? main.windowId : undefined;
  const popups = windows.filter(
    (window) => window.pid === pid && window.id !== mainId && !window.minimized && !OF_THEIR_OWN.has(window.kind),
  );
  const originIn = (window: WindowInfo, rect: Rect): Origin => {
    return { x: rect.x - popup.x, y: rect.y - popup.y, windowId: window.id };
  };
  const fits = popups.flatMap((window) => {
    const rect = [window.client, window.buffer].find((one) => isSameSize(one, popup));
    return rect ? [originIn(window, rect)] : [];
  });
  if (fits.length > 0 || !hasShadow) return fits.length === 1 ? fits[0] : undefined;
  const [near, other] = popups.filter(({ buffer }) => isSameSize(buffer, popup, SHADOW_TOLERANCE_PX));
  return near && !other ? originIn(near, near.buffer) : undefined;
}

/**
 * Where the entries of an open menu count from, when only they are known: the one popup of the process that is as
 * wide as they are and as high, but for equal space above and below. `entries` is the rectangle around them all.
 */
export function menuOrigin(
  entries: Rect | undefined,
  pid: number,
  windows: readonly WindowInfo[],
): Exclude<Origin, { unavailable: string }> | undefined {
  if (!entries) return undefined;
  const fits = windows.flatMap(({ id, kind, pid: owner, client }) => {
    if (owner !== pid || kind !== 'popup') return [];
    const padding = { x: client.width - entries.width, y: client.height - entries.height };
    const isLike = Math.abs(padding.x) <= SIZE_TOLERANCE_PX && padding.y <= MAX_PADDING_PX;
    if (!isLike || padding.y < -SIZE_TOLERANCE_PX) return [];
    const [x, y] = [client.x + padding.x / 2, client.y + padding.y / 2];
    return [{ x: x - entries.x, y: y - entries.y, windowId: id }];
  });
  return fits.length === 1 ? fits[0] : undefined;
}

/** The smallest rectangle around all; undefined for none. */
export function union(rects: readonly Rect[]): Rect | undefined {
  if (rects.length === 0) return undefined;
  const x = Math.min(...rects.map((rect) => rect.x));
  const y = Math.min(...rects.map((rect) => rect.y));
  const right = Math.max(...rects.map((rect) => rect.x + rect.width));
  const bottom = Math.max(...rects.map((rect) => rect.y + rect.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** The window with this title, else those with this size. Popups have no title. */
function alternatives(titled: readonly WindowInfo[], sized: readonly WindowInfo[]): readonly WindowInfo[] {
  const named = titled.filter(({ kind }) => kind !== 'popup');
  return named.length === 1 ? named : sized;
}

/**
 * Whether two titles mean one window. Compositors number equal titles, and Qt adds the program's name: `notes.txt —
 * Kate <2>`.
 */
export function isSameTitle(shown: string, own: string): boolean {
  if (shown === own) return true;
  const rest = shown.startsWith(own) ? shown.slice(own.length).trim() : undefined;
  return own !== '' && rest !== undefined && /^([—–-] .*)?(<\d+>)?$/u.test(rest);
}

function isSameSize(window: Rect, own: Rect | undefined, tolerancePx = SIZE_TOLERANCE_PX): boolean {
  if (!own) return false;
  const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= tolerancePx;
  return isNear(window.width, own.width) && isNear(window.height, own.height);
}

/** Whether `outer` contains all of `inner`. */
export function encloses(outer: Rect, inner: Rect): boolean {
  // Not by the size of the intersection: it rounds fractions.
  const startsWithin = outer.x <= inner.x && outer.y <= inner.y;
  return (
    startsWithin && inner.x + inner.width <= outer.x + outer.width && inner.y + inner.height <= outer.y + outer.height
  );
}

/** Whether two rectangles intersect. */
export function overlap(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
