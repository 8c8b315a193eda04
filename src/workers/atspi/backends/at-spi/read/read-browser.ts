/**
 * Reads a browser object by object. Firefox does not mark page overlays, popups and `display: contents` as SHOWING:
 * containers that are visible inside the window (or page) are entered too, and those without a box. Not by
 * Cache.GetItems, which brings the whole tree in one answer: Firefox 153 and Chromium 156 leave it as it was when
 * accessibility was switched on, without later pages and with closed tabs.
 */
import type { Rect } from '../../../../../protocol/geometry.ts';
import { answerOf, type Bus } from '../../../../platform/dbus/bus.ts';
import { isWithin, type Node, nodesOf, type ObjectRef, windowOf } from '../../../model/node.ts';
import { overlap } from '../../../model/place/place.ts';
import { DOCUMENT_ROLES, MENU_ITEM_ROLES, type RoleName, rolesNamed, WINDOW_ROLES } from '../../../model/roles.ts';
import { addressOf, CALL, parse, ROOT_PATH } from '../calls.ts';
import { runPipeline } from '../pipeline.ts';
import { createNode, isNull, NO_ROLE } from './describe.ts';
import { MAX_LEVELS, runWalk, visit } from './walk.ts';

export interface BrowserRead {
  /** What is read besides what shows: all of the pages, or all of the object, which is in a page. */
  scope: 'showing' | 'pages' | 'page';
  /** Most objects that are entered, about. */
  maxObjects: number;
  /** As in `Toolkit`. */
  canAskSelection: boolean;
  signal?: AbortSignal | undefined;
}
const MENU_BAR_ROLES = rolesNamed('menu bar');

/** Reads a browser's object and what shows below it. Fails like `runPipeline`. */
export async function readBrowser(bus: Bus, ref: ObjectRef, options: BrowserRead): Promise<Node> {
  const { scope, maxObjects, canAskSelection, signal } = options;
  const root = createNode(ref, undefined);
  const windows = new Map<Node, Rect>();
  const view = ref.key === ROOT_PATH ? undefined : await viewOf(bus, ref, signal);
  const walkOptions = { maxObjects, isWhole: scope !== 'showing', isBrowser: true, signal };
  await runWalk(bus, walkOptions, (descent) => {
    const { pipeline } = descent;
    descent.onEnter = (node) => {
      if (node.parent !== root) return;
      pipeline.ask(CALL.extents[0], node.ref, (body) => void windows.set(node, parse.extents(body)));
    };
    descent.onHidden = (node, calls, enter) => {
      if (node === root) return enter();
      // Background tabs are visible documents that do not show: only pages that show are searched.
      if (scope === 'page' || (scope === 'pages' && isWithin(node, DOCUMENT_ROLES))) return enter();
      if (!node.states.has('visible')) return undefined;
      const hidden: Hidden = { role: node.role, extents: NOWHERE, window: view ?? windows.get(windowOf(node)) };
      if (node.role === NO_ROLE) calls.ask(CALL.role, node.ref, (body) => void (hidden.role = parse.role(body)));
      calls.ask(CALL.extents[0], node.ref, (body) => void (hidden.extents = parse.extents(body)));
      calls.ask(CALL.children, node.ref, (body) => {
        if (parse.refs(body).length > 0 && isOverlay(node, hidden)) enter();
      });
      return undefined;
    };
    visit(descent, root, MAX_LEVELS);
  });
  const boxes = nodesOf(root).filter(({ role }) => role === 'combo box');
  for (const box of boxes) box.text = selectedIn(box) ?? box.text;
  if (canAskSelection) await askSelected(bus, boxes, signal);
  return root;
}

/** The extents of the page, or of the window, that a single object is in. */
async function viewOf(bus: Bus, ref: ObjectRef, signal: AbortSignal | undefined): Promise<Rect | undefined> {
  let at: ObjectRef | undefined = ref;
  for (let level = 0; at && !isNull(at) && level < MAX_LEVELS; level++) {
    const address = addressOf(at);
    const role: RoleName | undefined = await answerOf(bus.call({ template: CALL.role, address, signal }, parse.role));
    if (role !== undefined && (DOCUMENT_ROLES.has(role) || WINDOW_ROLES.has(role)))
      return answerOf(bus.call({ template: CALL.extents[0], address, signal }, parse.extents));
    at = await answerOf(bus.call({ template: CALL.parent, address, signal }, parse.variantRef));
  }
  return undefined;
}

/** What a closed combo box shows: the name of its selected entry, when that is in the tree. */
function selectedIn(box: Node): string | undefined {
  if (box.states.has('editable')) return undefined;
  return nodesOf(box).find((node) => node !== box && node.states.has('selected'))?.name;
}

/** Reads the same from the box. In Chromium 156 a page's `select` does not answer, but the popup in it does, even closed. */
function askSelected(bus: Bus, boxes: readonly Node[], signal: AbortSignal | undefined): Promise<void> {
  return runPipeline(bus, signal, (pipeline) => {
    const ask = (box: Node, list: ObjectRef): void =>
      pipeline.ask(CALL.selectedChild, list, (body) => {
        const entry = parse.ref(body);
        if (isNull(entry)) return;
        pipeline.ask(CALL.name, entry, (name) => {
          box.text = parse.variantText(name);
        });
      });
    for (const box of boxes) {
      if (box.capabilities.has('select')) ask(box, box.ref);
      else if (!box.states.has('editable'))
        pipeline.ask(CALL.children, box.ref, (body) => {
          const [popup] = parse.refs(body);
          if (popup && !isNull(popup)) ask(box, popup);
        });
    }
  });
}

interface Hidden {
  role: RoleName;
  extents: Rect;
  /** The extents of its window or page. */
  window: Rect | undefined;
}

const NOWHERE: Rect = { x: 0, y: 0, width: 0, height: 0 };

/** Whether a visible object that does not report SHOWING may hold what shows. */
function isOverlay(node: Node, { role, extents, window }: Hidden): boolean {
  // Background tabs are visible documents that do not show.
  if (DOCUMENT_ROLES.has(role)) return false;
  // In Firefox a closed menu bar, and the last open menu, stay visible.
  if (MENU_BAR_ROLES.has(role) && !isWithin(node, DOCUMENT_ROLES)) return false;
  const isClosed = node.states.has('expandable') && !node.states.has('expanded');
  if (isClosed && MENU_ITEM_ROLES.has(role)) return false;
  if (extents.width < 0) return isWithin(node, DOCUMENT_ROLES);
  return window !== undefined && overlap(extents, window);
}
