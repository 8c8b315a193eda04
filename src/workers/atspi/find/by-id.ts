/** From an id to the element that it was given to, while that is still the same one. */

import type { AllowedPids, Before } from '../../../protocol/atspi.ts';
import type { Element } from '../../../protocol/element.ts';
import type { App, AtspiBackend } from '../backend.ts';
import { ifAnswered, named } from '../failure.ts';
import { type Ids, isSame, type Known, staleId } from '../model/ids.ts';
import { labelOf } from '../model/label.ts';
import { type Node, nodesOf } from '../model/node.ts';
import type { Elements } from '../read/elements.ts';
import { invisible } from './failures.ts';

/** An element with the application it is in. */
export interface Resolved {
  node: Node;
  app: App;
  /** Further elements that match equally well. */
  others: number;
}

/** What is needed to look up an id. */
export interface ByIdParts {
  backend: AtspiBackend;
  ids: Ids;
  elements: Elements;
}

/** Elements that an error names in place of one that is gone. */
const MAX_SUCCESSORS = 3;
/** Objects read of an element that is named by a label in it. */
const MAX_PARTS = 20;

/** What is known of the element with an id. Fails with `stale_id`, and with `denied` when the call may not see its application. */
export function knownTo(ids: Ids, id: number, allowedPids: AllowedPids): Known {
  const known = ids.known(id);
  if (allowedPids !== 'all' && !allowedPids.includes(known.app.pid)) throw invisible(known);
  return known;
}

/** The element as it was last read, when its application has announced no change since; else as it is now. */
export async function lookUp(parts: ByIdParts, known: Known, signal: AbortSignal | undefined): Promise<Resolved> {
  await settleKnown(parts.backend, known, 'reading', signal);
  const kept = parts.backend.kept(known.ref);
  return kept && isSame(known, kept) ? resolved(known, kept) : inspectKnown(parts, known, signal);
}

/** The element as its application describes it now. Fails with `stale_id` when it is gone or another one. */
export async function inspectKnown(parts: ByIdParts, known: Known, signal: AbortSignal | undefined): Promise<Resolved> {
  const node = await named(known.app.name, parts.backend.inspect(known.ref, { withParents: true, signal }));
  if (node && (await isForgotten(parts, { known, node }, signal)))
    return resolved(known, { ...node, name: known.name });
  if (node && known.isNamedByPart) node.children = await partsOf(parts, resolved(known, node), signal);
  if (!node || !isSame(known, node)) throw staleId(known, node, await successors(parts, known, signal));
  return resolved(known, node);
}

/** Whether it is an element that lost its name with its place in the tree: its program does not show it any more. */
async function isForgotten(
  { backend }: ByIdParts,
  { known: { app, role }, node }: { known: Known; node: Node },
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { parent } = node;
  if (!app.traits.forgetsHidden || node.role !== role || node.name !== '' || !parent) return false;
  const [count] = await named(app.name, backend.childCounts([parent.ref], signal));
  return count === 0;
}

/** What lies in an element that is named by it: views of GTK 4 use their rows again for other entries. */
async function partsOf(
  { backend }: ByIdParts,
  { app, node }: Resolved,
  signal: AbortSignal | undefined,
): Promise<Node[]> {
  const read = backend.read(app, { from: node.ref, maxObjects: MAX_PARTS, signal });
  return (await named(app.name, read)).children;
}

/** Waits until the application of an element has taken the input that was sent to it. */
export function settleKnown(
  backend: AtspiBackend,
  { app, ref }: Known,
  before: Before,
  signal: AbortSignal | undefined,
): Promise<void> {
  return named(app.name, backend.settle({ ...app, key: ref.app }, before, signal));
}

/** Elements of the role and name of one that is gone, in its application, when that is still there. */
async function successors(
  { backend, elements }: ByIdParts,
  known: Known,
  signal: AbortSignal | undefined,
): Promise<Element[]> {
  const app = backend.known().find(({ key }) => key === known.ref.app);
  if (!app || known.name === '') return [];
  const root = await named(known.app.name, ifAnswered(backend.read(app, { signal }), { orTimeout: true }));
  const alike = root ? nodesOf(root).filter((node) => node.role === known.role && labelOf(node) === known.name) : [];
  return elements.each(
    alike.slice(0, MAX_SUCCESSORS).map((node) => ({ node, app })),
    undefined,
  );
}

function resolved({ ref, app }: Known, node: Node): Resolved {
  const root = { app: ref.app, key: '' };
  return { node, app: { ...app, key: ref.app, root, isResponding: true }, others: 0 };
}
