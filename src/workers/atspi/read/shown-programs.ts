/** The programs behind the windows that the compositor shows, for names that accessibility does not know. */
import { DesktopError } from '../../../base/errors.ts';
import type { AllowedPids, DesktopForAtspi } from '../../../protocol/atspi.ts';
import type { WindowInfo } from '../../../protocol/window.ts';
import type { App, AtspiBackend } from '../backend.ts';
import { isSameTitle } from '../model/place/place.ts';
import { collapse, fold, quoted } from '../model/text.ts';

/** The desktop of each reader. */
const desktops = new WeakMap<AtspiBackend, DesktopForAtspi>();

/** Lets names mean the windows of a desktop too. */
export function noteDesktop(backend: AtspiBackend, desktop: DesktopForAtspi): void {
  desktops.set(backend, desktop);
}

/** The windows of the reader's desktop that a call may see. */
export async function windowsSeenBy(
  backend: AtspiBackend,
  { allowedPids, signal }: { allowedPids: AllowedPids; signal?: AbortSignal | undefined },
): Promise<readonly WindowInfo[]> {
  const windows = (await desktops.get(backend)?.state(signal))?.windows ?? [];
  return allowedPids === 'all' ? windows : windows.filter(({ pid }) => allowedPids.includes(pid));
}

/**
 * The windows of a program by its desktop id or window class, or the last part of these: "org.kde.kate", "kate",
 * "libreoffice-calc"; those whose class is equal before those of which the name is a part.
 */
export function ofClass(name: string, windows: readonly WindowInfo[]): WindowInfo[] {
  const wanted = fold(name.replace(/\.desktop$/, ''));
  const last = (text: string): string => text.slice(text.lastIndexOf('.') + 1);
  const ways: ((own: string) => boolean)[] = [
    (own) => own === wanted,
    (own) => last(own) === last(wanted),
    (own) => own.includes(wanted),
  ];
  for (const way of ways) {
    const found = windows.filter(({ app }) => app !== '' && way(fold(app)));
    if (found.length > 0) return found;
  }
  return [];
}

/** The windows whose title holds a name. */
export function titledLike(name: string, windows: readonly WindowInfo[]): WindowInfo[] {
  return windows.filter(({ kind, title }) => kind !== 'popup' && fold(title).includes(fold(name)));
}

/** How many windows of a registration the compositor shows: a process may have more than one that holds windows. */
export function countShown(titles: readonly string[], { pid }: App, windows: readonly WindowInfo[]): number {
  const own = windows.filter((window) => window.pid === pid);
  return titles.filter((title) => own.some((window) => isSameTitle(collapse(window.title), collapse(title)))).length;
}

/** The error for a program that shows a window and tells accessibility nothing. */
export function unreadable({ title, app, pid }: WindowInfo): DesktopError {
  return new DesktopError(
    'not_found',
    `There is nothing to read: ${quoted(app)} (pid ${pid}) shows the window ${quoted(title)}, but accessibility does not know it.`,
    'Start it with launch, which switches accessibility on where a program of Qt, GTK, Chromium or Electron has it. Where it has ' +
      'none, work by screenshot, mouse with points, and key.',
  );
}
