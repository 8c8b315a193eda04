/** Why a call does not mean one element: the errors of resolving. */
import { DesktopError } from '../../../base/errors.ts';
import type { Element, Target } from '../../../protocol/element.ts';
import type { WindowInfo } from '../../../protocol/window.ts';
import type { App } from '../backend.ts';
import type { Known } from '../model/ids.ts';
import { labelOf } from '../model/label.ts';
import { windowOf } from '../model/node.ts';
import { quoted } from '../model/text.ts';
import type { Resolved } from './by-id.ts';
import type { Closest } from './search.ts';

/** The error for an element of an application that the call may not see. */
export function invisible({ id, app }: Known): DesktopError {
  return new DesktopError(
    'denied',
    `Element ${id} belongs to ${quoted(app.name)}, which this call may not see.`,
    'Ask the user to add the application to the allowlist.',
  );
}

/** The error for a call that names no element. */
export function noTarget(): DesktopError {
  return new DesktopError('invalid_params', 'No element is named.', 'Give id, or app with query or role.');
}

function describeTarget({ query, role, app }: Target): string {
  const what = [role, query === undefined ? undefined : quoted(query)].filter((part) => part !== undefined).join(' ');
  return app === undefined ? what : `${what} in ${quoted(app)}`;
}

/** The error for a query that nothing in view matches, with what comes closest. */
export function notFound(target: Target, { closest, isOutOfView, isCut }: Closest & { isCut: boolean }): DesktopError {
  const names = closest.map(called).join(', ');
  return new DesktopError(
    'not_found',
    `No element ${isOutOfView ? 'in view ' : ''}matches ${describeTarget(target)}${isCut ? ', of which a part could not be read in time' : ''}.`,
    names === '' ? 'Look at the window with tree.' : `${isOutOfView ? 'Out of view' : 'Closest'}: ${names}.`,
  );
}

/** An element in a sentence: by its name, else by its text. */
function called({ id, role, name, text = '' }: Element): string {
  return `[${id}] ${role} ${quoted(name === '' ? text : name)}`;
}

/** Whether all windows of a process are minimized. */
function isMinimized({ pid }: App, windows: readonly WindowInfo[]): boolean {
  const own = windows.filter((window) => window.pid === pid);
  return own.length > 0 && own.every(({ minimized }) => minimized);
}

/** What of several matches an error tells. */
export interface Candidates {
  candidates: Element[];
  /** The same, as they were found. */
  listed: Resolved[];
  /** How many there are in all. */
  count: number;
  /** The compositor's windows. */
  shown: readonly WindowInfo[];
}

/** The error for a query that several elements match equally well, with where they are. */
export function ambiguous(target: Target, { candidates, listed, count, shown }: Candidates): DesktopError {
  const windows = listed.map(({ node }) => windowOf(node));
  const areInSeveral = new Set(windows).size > 1;
  const lines = candidates.map((candidate, index) => {
    const { rect, rectUnavailable = 'no place' } = candidate;
    const window = windows[index];
    const app = listed[index]?.app;
    const reason = app && isMinimized(app, shown) ? 'its window is minimized' : rectUnavailable;
    const place = rect ? `at ${Math.round(rect.x)},${Math.round(rect.y)}` : `(${reason})`;
    const title = areInSeveral && window ? ` in window ${quoted(labelOf(window))}` : '';
    return `${called(candidate)} ${place}${title}`;
  });
  return new DesktopError(
    'ambiguous',
    `ambiguous: ${count} elements match ${describeTarget(target)}; nothing sent.\n${lines.join('\n')}`,
    'Pass one id, or role, or window.',
  );
}
