/** Screens and windows as text. */
import type { Activation } from '../../protocol/desktop.ts';
import type { Terminal, TerminalTab, Topology, WindowInfo } from '../../protocol/window.ts';
import { escape, quote } from './escape.ts';
import { rectText } from './outline.ts';

/** One window on one line. */
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

/** What was done to bring a window in front: `activated "notes.txt — Kate" (was minimized)`. */
export function activationText({ before, now, switchedTo }: Activation): string {
  const notes = [
    before.minimized && 'was minimized',
    switchedTo !== undefined && `switched to desktop ${quote(switchedTo)}`,
  ].filter(Boolean);
  return `activated ${quote((now ?? before).title)}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
}

/** Screens, virtual desktops and windows, one a line; the tabs of a terminal are indented below its windows. */
export function topologyText({ screens, desktops, windows, terminals }: Topology & { terminals: Terminal[] }): string {
  const lines = screens.map((screen) => `screen ${screen.name}: ${rectText(screen.rect)}, scale ${screen.scale}`);
  if (desktops.length > 1) {
    lines.push(
      `desktops: ${desktops.map(({ name, current }) => quote(name) + (current ? ' (current)' : '')).join(', ')}`,
    );
  }
  if (windows.length === 0) return [...lines, 'no windows'].join('\n');
  for (const window of windows) {
    const tabs = terminals.find(({ pid }) => pid === window.pid)?.tabs ?? [];
    lines.push(windowLine(window), ...tabs.map(tabLine));
  }
  return lines.join('\n');
}

/** A tab of a terminal on one line. */
export function tabLine({ pts, command, directory }: TerminalTab): string {
  return ` tab ${pts}: ${quote(command)} in ${quote(directory)}`;
}
