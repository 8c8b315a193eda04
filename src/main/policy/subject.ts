/** What a call affects, as its arguments name it. Pure. */
import type { Point } from '../../protocol/geometry.ts';

export type Subject =
  | { kind: 'element'; id: number }
  /** An application that runs, or a part of its name. */
  | { kind: 'app'; name: string }
  /** A program that is to be started, by name or path. */
  | { kind: 'program'; name: string }
  /** Windows whose id, title, application id or name holds `part`. */
  | { kind: 'window'; part: string }
  /** Global logical pixels. */
  | { kind: 'point'; point: Point }
  /** The window that has the keyboard. */
  | { kind: 'active-window' };

/** The arguments by which tools name what they reach. */
interface Naming {
  id?: number;
  from_id?: number;
  to_id?: number;
  app?: string;
  window?: string;
  x?: number;
  y?: number;
  from_x?: number;
  from_y?: number;
  to_x?: number;
  to_y?: number;
}

/**
 * Lists what a call with these arguments affects. Pointer and keyboard also affect the active window (`isInput`), unless
 * `window` activates another one first.
 */
export function subjectsOf(params: object, isInput: boolean): Subject[] {
  const given = params as Naming;
  const subjects: Subject[] = [];
  for (const id of [given.id, given.from_id, given.to_id]) if (id !== undefined) subjects.push({ kind: 'element', id });
  const places = [
    [given.x, given.y],
    [given.from_x, given.from_y],
    [given.to_x, given.to_y],
  ] as const;
  for (const [x, y] of places) {
    if (x !== undefined && y !== undefined) subjects.push({ kind: 'point', point: { x, y } });
  }
  if (given.app !== undefined && given.id === undefined) subjects.push({ kind: 'app', name: given.app });
  if (given.window !== undefined) subjects.push({ kind: 'window', part: given.window });
  else if (isInput) subjects.push({ kind: 'active-window' });
  return subjects;
}
