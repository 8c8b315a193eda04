import { z } from 'zod';
import { contains, type Point, rectSchema } from './geometry.ts';

/** A window of the compositor. All rectangles are global logical pixels and may be fractional. */
export const windowSchema = z.strictObject({
  id: z.string().describe("The compositor's own id of the window"),
  title: z.string(),
  app: z.string().describe('Application id (window class)'),
  pid: z.int(),
  kind: z.enum(['normal', 'dialog', 'popup', 'other']),
  active: z.boolean(),
  minimized: z.boolean(),
  maximized: z.boolean(),
  fullscreen: z.boolean(),
  frame: rectSchema.describe('With the decoration that the compositor draws'),
  client: rectSchema.describe('What the application draws, without its own shadow'),
  buffer: rectSchema.describe('What the application draws, with its own shadow'),
  output: z.string(),
  desktops: z.array(z.string()).describe('Names of the virtual desktops it is on; empty: on all'),
  /** Place in the stack; the highest is in front. */
  stacking: z.int(),
  parent: z.string().optional().describe('Id of the window that this dialog or popup belongs to'),
  modal: z.boolean().optional().describe('It blocks the window that it belongs to'),
});
export type WindowInfo = z.output<typeof windowSchema>;

/** Whether two ids mean one window: they are written with braces or without. */
export function isSameWindowId(a: string, b: string): boolean {
  const bare = (id: string): string => id.replace(/^\{(.*)\}$/, '$1').toLowerCase();
  return bare(a) === bare(b);
}

/** Whether a window is a dialog or popup of the window `id`, or of one of those. */
export function isOwnedBy(window: WindowInfo, id: string, windows: readonly WindowInfo[]): boolean {
  const seen = new Set<string>();
  for (let { parent } = window; parent !== undefined && !seen.has(parent); ) {
    if (parent === id) return true;
    seen.add(parent);
    parent = windows.find((each) => each.id === parent)?.parent;
  }
  return false;
}

/** An output of the compositor. `rect` is global logical pixels. */
export const screenSchema = z.strictObject({ name: z.string(), rect: rectSchema, scale: z.number() });
export type Screen = z.output<typeof screenSchema>;

/** The scale of the output that a window is on; 1 when that is not known. */
export function scaleOf({ output }: WindowInfo, screens: readonly Screen[]): number {
  return screens.find(({ name }) => name === output)?.scale ?? 1;
}

export const virtualDesktopSchema = z.strictObject({ name: z.string(), current: z.boolean() });
export type VirtualDesktop = z.output<typeof virtualDesktopSchema>;

export const terminalTabSchema = z.strictObject({
  pts: z.string().describe('The pseudo-terminal, such as /dev/pts/3'),
  command: z.string().describe('What runs in its foreground'),
  directory: z.string(),
  pid: z.int().describe('Process id of its shell'),
});
export type TerminalTab = z.output<typeof terminalTabSchema>;

/** A process with a window that runs shells: a terminal, or an editor with one inside. */
export const terminalSchema = z.strictObject({ pid: z.int(), tabs: z.array(terminalTabSchema) });
export type Terminal = z.output<typeof terminalSchema>;

/** Screens, virtual desktops and windows at one moment. */
export interface DesktopState {
  screens: Screen[];
  desktops: VirtualDesktop[];
  windows: WindowInfo[];
}

/** The part of a desktop state that tells which window a point belongs to. */
export type Stack = Pick<DesktopState, 'windows' | 'desktops'>;

/** Whether a window is on the desktop that is shown, and not minimized. */
export function isOnScreen({ minimized, desktops }: WindowInfo, shown: Pick<DesktopState, 'desktops'>): boolean {
  const current = shown.desktops.find((desktop) => desktop.current)?.name;
  return !minimized && (desktops.length === 0 || current === undefined || desktops.includes(current));
}

/** The window on top at a point. */
export function windowAt(point: Point, { windows, desktops }: Stack): WindowInfo | undefined {
  const under = windows.filter((window) => isOnScreen(window, { desktops }) && contains(window.frame, point));
  return under.toSorted((a, b) => b.stacking - a.stacking)[0];
}
