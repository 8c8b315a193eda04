/** Decides whether a program shows an element, from its own state and those of what it is in. */
import { ancestorsOf, type Node, windowOf } from '../node.ts';
import { DOCUMENT_ROLES, ENTRY_MENU_ROLES, VIEW_ROLES } from '../roles.ts';
import type { AppTraits } from '../traits.ts';

/**
 * The outermost part that does not show, of an element and what it is in: a page of a stack, a document in a tab at the
 * back. Undefined when all of it shows. An entry of a list in such a page may say that it shows (Qt). In a page of a browser
 * much that shows does not say so: there the page itself decides.
 */
export function hiddenPart(node: Node, { isBrowser }: Pick<AppTraits, 'isBrowser'>): Node | undefined {
  const way = [node, ...ancestorsOf(node)];
  const top = windowOf(node);
  const outermost = (part: readonly Node[]): Node | undefined => part.findLast((one) => one !== top && !shows(one));
  if (isBrowser) {
    const root = rootOf(node);
    // Chromium takes what is in a tab at the back out of its window.
    if (DOCUMENT_ROLES.has(root.role)) return root;
    const page = way.findLast(({ role }) => DOCUMENT_ROLES.has(role));
    if (!page) return way.findLast((one) => one !== top && isClosedMenu(one));
    return shows(page) ? undefined : (outermost(way.slice(way.indexOf(page))) ?? page);
  }
  // A menu that is open shows, whatever it belongs to.
  const menu = way.findIndex((one) => ENTRY_MENU_ROLES.has(one.role) && shows(one));
  return outermost(menu < 0 ? way : way.slice(0, menu));
}

/** Whether what does not show is an entry of a view that shows: it is scrolled out of view. */
export function isOutOfView({ parent }: Node): boolean {
  return parent !== undefined && VIEW_ROLES.has(parent.role);
}

/** Of Firefox, whose entries go on saying that they show, but no longer that they are visible. */
function isClosedMenu({ role, states }: Node): boolean {
  return ENTRY_MENU_ROLES.has(role) && !states.has('showing') && !states.has('visible');
}

function rootOf(node: Node): Node {
  let root = node;
  while (root.parent) root = root.parent;
  return root;
}

function shows({ states }: Node): boolean {
  return states.has('showing');
}
