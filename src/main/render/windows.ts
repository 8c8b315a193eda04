/** Screens and windows as text. */

import { escape, quote } from '../../base/escape.ts';
import type { Activation } from '../../protocol/desktop.ts';
import type { DesktopState, Terminal, TerminalTab, VirtualDesktop, WindowInfo } from '../../protocol/window.ts';
import { rectText } from './outline.ts';

/** Words one window. */
export function windowLine(window: WindowInfo): string {
  const states = [
    window.active && 'active',
    window.minimized && 'minimized',
    window.maximized && 'maximized',
    window.fullscreen && 'fullscreen',
    window.kind !== 'normal' && window.kind,
  ].filter(Boolean);
  const parts = [quote(window.title), `[${escape(window.app)}]`, `pid ${window.pid}`, rectText(window.frame)];
  if (states.length > 0) parts.push(`{${states.join(', ')}}`);
  if (window.desktops.length > 0) parts.push(`desktop ${window.desktops.map((name) => quote(name)).join(' ')}`);
  return `${parts.join(' ')} on ${window.output} id=${window.id}`;
}

/** Words how a window was activated: `activated "notes.txt — Kate" (was minimized)`. */
export function activationText({ title, minimized }: WindowInfo, { switchedTo }: Activation): string {
  const notes = [
    minimized && 'was minimized',
    switchedTo !== undefined && `switched to desktop ${quote(switchedTo)}`,
  ].filter(Boolean);
  return `activated ${quote(title)}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
}

/** Words that a window was closed before the command reached it. */
export function closedText({ title }: WindowInfo): string {
  return `${quote(title)} was closed in between`;
}

/** Virtual desktops by number and name: `1 "Desktop 1" (current), 2 "Mail"`. */
export function desktopsText(desktops: readonly VirtualDesktop[]): string {
  return desktops
    .map(({ name, current }, index) => `${index + 1} ${quote(name)}${current ? ' (current)' : ''}`)
    .join(', ');
}

/** Screens, virtual desktops and windows, one a line; the tabs of a terminal are indented below the last of its windows. */
export function desktopStateText({
  screens,
  desktops,
  windows,
  terminals,
}: DesktopState & { terminals: Terminal[] }): string {
  const lines = screens.map((screen) => `screen ${screen.name}: ${rectText(screen.rect)}, scale ${screen.scale}`);
  if (desktops.length > 0) lines.push(`desktops: ${desktopsText(desktops)}`);
  if (windows.length === 0) return [...lines, 'no windows'].join('\n');
  for (const [index, window] of windows.entries()) {
    lines.push(windowLine(window));
    const isLast = !windows.slice(index + 1).some(({ pid }) => pid === window.pid);
    if (isLast) lines.push(...(terminals.find(({ pid }) => pid === window.pid)?.tabs ?? []).map(tabLine));
  }
  return lines.join('\n');
}

/** A tab of a terminal on one line. */
export function tabLine({ pts, command, directory }: TerminalTab): string {
  return ` tab ${pts}: ${quote(command)} in ${quote(directory)}`;
}
