/** Reads the dialog that an application shows. */
import type { Element } from '../../protocol/element.ts';
import { allowedPidsOf } from '../policy/grants.ts';
import type { ToolContext } from '../tool/tool.ts';

const DIALOG_ROLES = new Set(['dialog', 'alert', 'file chooser', 'color chooser', 'font chooser']);

/** Elements searched for a dialog. */
const MAX_NODES = 2000;

/** Gives the elements of a process's dialog, the active one or the last one listed; empty when there is none. */
export async function openDialog(pid: number, { session, policy, signal }: ToolContext): Promise<Element[]> {
  const { atspi } = session;
  const allowedPids = allowedPidsOf(policy);
  const query = { pid, interactive: false, bounds: false, maxNodes: MAX_NODES, allowedPids };
  const { elements } = await atspi.tree(query, signal);
  const places = elements.flatMap(({ role }, index) => (DIALOG_ROLES.has(role) ? [index] : []));
  const start = places.find((index) => elements[index]?.states.includes('active')) ?? places.at(-1);
  if (start === undefined) return [];
  const { depth = 0 } = elements[start] ?? {};
  const length = elements.slice(start + 1).findIndex((element) => element.depth <= depth);
  const own = elements.slice(start, length < 0 ? undefined : start + 1 + length);
  return own.map((element) => ({ ...element, depth: element.depth - depth }));
}
