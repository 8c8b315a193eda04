/**
 * Reads a browser object by object. Firefox does not mark page overlays and popups as SHOWING: containers that are
 * visible and lie inside the window are entered as well, and elements of a page without a box (`display: contents`).
 *
 * Cache.GetItems would bring the whole tree in one answer, but Firefox 153 and Chromium 150 keep there what they had when
 * accessibility was switched on: a page that was loaded later is missing from it, and closed tabs stay.
 */
import type { Rect } from '../../../protocol/geometry.ts';
import type { Bus } from '../../platform/bus.ts';
import { INTERFACE, type Node, type ObjectRef, walk, windowOf } from '../model/node.ts';
import { DOCUMENT_ROLES, rolesNamed } from '../model/roles.ts';
import { hasState, STATE } from '../model/states.ts';
import { CALL, parse } from './calls.ts';
import { createNode, createWalk, dropUnentered, isNull, MAX_LEVELS, runPipeline, visit, type Walk } from './read.ts';

export interface BrowserRead {
  /** What is scrolled out of view too, MAX_OBJECTS objects at most. */
  everything?: boolean;
  signal?: AbortSignal | undefined;
}

/** Objects of a page that is read whole; each costs four calls. */
const MAX_OBJECTS = 4000;

const [COMBO_BOX] = rolesNamed('combo box');

/** Reads a browser's object and what shows below it. Fails like `runPipeline`. */
export async function readBrowser(bus: Bus, ref: ObjectRef, { everything, signal }: BrowserRead): Promise<Node> {
  const root = createNode(ref, undefined);
  const windows = new Map<Node, Rect>();
  let reading: Walk | undefined;
  await runPipeline(bus, signal, (pipeline) => {
    const descent = createWalk(pipeline);
    reading = descent;
    descent.onEnter = (node) => {
      if (node.parent !== root) return;
      pipeline.ask(CALL.extents[0], node.ref, (body) => void windows.set(node, parse.extents(body)));
    };
    descent.onHidden = (node, enter) => {
      if (node === root) return enter();
      if (everything) return descent.entered.size < MAX_OBJECTS ? enter() : undefined;
      if (!hasState(node.states, STATE.visible)) return undefined;
      const hidden: Hidden = { role: 0, extents: NOWHERE, window: windows.get(windowOf(node)) };
      pipeline.ask(CALL.role, node.ref, (body) => void (hidden.role = parse.uint(body)));
      pipeline.ask(CALL.extents[0], node.ref, (body) => void (hidden.extents = parse.extents(body)));
      pipeline.ask(CALL.children, node.ref, (body) => {
        if (parse.refs(body).length > 0 && isOverlay(node, hidden)) enter();
      });
      return undefined;
    };
    visit(descent, root, MAX_LEVELS);
  });
  if (reading) dropUnentered(reading, root);
  await readSelected(bus, root, signal);
  return root;
}

/** What a closed combo box shows: the name of its selected entry, which does not show itself. */
function readSelected(bus: Bus, root: Node, signal: AbortSignal | undefined): Promise<void> {
  const boxes = [...walk(root)].filter(
    ({ role, interfaces }) => role === COMBO_BOX && interfaces & INTERFACE.selection,
  );
  return runPipeline(bus, signal, (pipeline) => {
    for (const box of boxes) {
      pipeline.ask(CALL.selectedChild, box.ref, (body) => {
        const entry = parse.ref(body);
        if (isNull(entry)) return;
        pipeline.ask(CALL.name, entry, (name) => {
          box.text = parse.variantText(name);
        });
      });
    }
  });
}

interface Hidden {
  role: number;
  extents: Rect;
  /** The extents of its window. */
  window: Rect | undefined;
}

const NOWHERE: Rect = { x: 0, y: 0, width: 0, height: 0 };

/** Whether an object with children that is visible but does not show may hold what shows. */
function isOverlay(node: Node, { role, extents, window }: Hidden): boolean {
  // Background tabs are visible documents that do not show.
  if (DOCUMENT_ROLES.has(role)) return false;
  if (extents.width < 0) return isInPage(node);
  return window !== undefined && overlap(extents, window);
}

function isInPage(node: Node): boolean {
  for (let at = node.parent; at; at = at.parent) if (DOCUMENT_ROLES.has(at.role)) return true;
  return false;
}

function overlap(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
