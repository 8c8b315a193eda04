/** Elements that their program does not show: that they do not, and what brings them in front. */
import type { Hidden } from '../../../protocol/atspi.ts';
import type { App, AtspiBackend } from '../backend.ts';
import { ifAnswered, named } from '../failure.ts';
import { labelOf } from '../model/label.ts';
import { ancestorsOf, type Node, nodesOf, type ObjectRef } from '../model/node.ts';
import { hiddenPart, isOutOfView } from '../model/place/hidden.ts';
import { encloses } from '../model/place/place.ts';
import { CLIP_ROLES, DOCUMENT_ROLES, OPENER_ROLES, TAB_LIST_ROLES, TAB_ROLES } from '../model/roles.ts';
import { isBlank } from '../model/text.ts';
import type { Parts } from '../parts.ts';
import { measure } from './measure.ts';

interface Asked {
  node: Node;
  app: App;
}

/** The outermost part of what an element is in that its program does not show; undefined when it shows, or is scrolled out of view. */
export async function hiddenPartOf(
  backend: AtspiBackend,
  { node, app }: Asked,
  signal: AbortSignal | undefined,
): Promise<Node | undefined> {
  const part = hiddenPart(node, app.traits);
  if (part) return isOutOfView(part) || (await isScrolledAway(backend, { part, app }, signal)) ? undefined : part;
  if (!app.traits.forgetsHidden || !node.parent) return undefined;
  const countsOf = (nodes: readonly Node[]): Promise<(number | undefined)[]> =>
    named(
      app.name,
      backend.childCounts(
        nodes.map(({ ref }) => ref),
        signal,
      ),
    );
  const [count] = await countsOf([node.parent]);
  if (count !== 0) return undefined;
  const way = [node, ...ancestorsOf(node)];
  return way[(await countsOf(way.slice(1))).lastIndexOf(0)] ?? node;
}

/**
 * Whether what does not show is beside others that do in something that scrolls (GTK 3, which says of both what is scrolled
 * away and what is in a page at the back that it does not show). What fills all that it is in is another page.
 */
async function isScrolledAway(
  backend: AtspiBackend,
  { part, app }: { part: Node; app: App },
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { parent } = part;
  if (app.traits.scrollsTo !== 'the focus' || !parent || OPENER_ROLES.has(parent.role)) return false;
  if (!ancestorsOf(part).some(({ role }) => CLIP_ROLES.has(role))) return false;
  const around = await named(app.name, ifAnswered(backend.windows({ ...app, root: parent.ref }, signal)));
  if (!around || around.children.length === 0) return false;
  const box: Node = { ...parent };
  await measure(backend, [box, ...around.children], { app, signal });
  return around.children.every(({ extents }) => extents && box.extents && !encloses(extents, box.extents));
}

/** What a reply says of an element that does not show; undefined when it does, or is scrolled out of view. Fails like AtspiBackend. */
export async function hiddenOf(parts: Parts, { node, app }: Asked, signal?: AbortSignal): Promise<Hidden | undefined> {
  const part = await hiddenPartOf(parts.backend, { node, app }, signal);
  if (!part) return undefined;
  const opener = await openerOf(parts.backend, { part, app }, signal);
  const within = opener ? undefined : [part, ...ancestorsOf(part)].find((one) => one.parent?.parent && isNamed(one));
  const element = opener ?? (within === node ? undefined : within);
  if (!element) return {};
  const described = await parts.elements.one(element, app, undefined);
  return opener ? { opener: described } : { within: described };
}

function isNamed(node: Node): boolean {
  return !isBlank(labelOf(node));
}

/** What shows and brings a hidden part in front: the tab of a page, the entry of a closed menu, the button of a popover. */
async function openerOf(
  backend: AtspiBackend,
  { part, app }: { part: Node; app: App },
  signal: AbortSignal | undefined,
): Promise<Node | undefined> {
  const around = part.parent;
  if (!around) return tabNamedLike(backend, { part, app }, signal);
  if (OPENER_ROLES.has(around.role) && around.states.has('showing')) return around;
  const refs = await named(app.name, backend.openers([part.ref, around.ref], signal));
  for (const ref of refs) {
    const found = await named(app.name, backend.inspect(ref, { withParents: false, signal }));
    if (found && OPENER_ROLES.has(found.role) && found.states.has('showing')) return found;
  }
  return (await tabInOrder(backend, { part, app }, signal)) ?? tabNamedLike(backend, { part, app }, signal);
}

/** The tab with the number that the part has among its siblings, of a bar beside them with as many tabs (Qt). Tabs out of view do not count. */
async function tabInOrder(
  backend: AtspiBackend,
  { part, app }: { part: Node; app: App },
  signal: AbortSignal | undefined,
): Promise<Node | undefined> {
  const pages = part.parent;
  const around = pages?.parent;
  if (!pages || !around) return undefined;
  const childrenOf = async (root: ObjectRef): Promise<readonly Node[]> =>
    (await ifAnswered(backend.windows({ ...app, root }, signal)))?.children ?? [];
  const [[count], [later = []], beside] = await named(
    app.name,
    Promise.all([
      backend.childCounts([pages.ref], signal),
      backend.after([pages.ref, part.ref], signal),
      childrenOf(around.ref),
    ]),
  );
  for (const bar of beside.filter(({ role }) => TAB_LIST_ROLES.has(role))) {
    const tabs = (await named(app.name, childrenOf(bar.ref))).filter(({ role }) => TAB_ROLES.has(role));
    if (tabs.length === count) return tabs[count - 1 - later.length];
  }
  return undefined;
}

/** The only tab that shows and has the name of the document at the back. */
async function tabNamedLike(
  backend: AtspiBackend,
  { part, app }: { part: Node; app: App },
  signal: AbortSignal | undefined,
): Promise<Node | undefined> {
  if (!DOCUMENT_ROLES.has(part.role) || !isNamed(part)) return undefined;
  const running = backend.known().find(({ key }) => key === app.key);
  const root = running && (await named(app.name, ifAnswered(backend.read(running, { signal }), { orTimeout: true })));
  const tabs = root ? nodesOf(root).filter(({ role, name }) => TAB_ROLES.has(role) && name.startsWith(part.name)) : [];
  return tabs.length === 1 ? tabs[0] : undefined;
}
