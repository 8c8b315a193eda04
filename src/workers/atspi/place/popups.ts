/** Entries of menus that are in a popup window: which one, and where its menu is. */
import type { Rect } from '../../../protocol/geometry.ts';
import type { App, AtspiBackend } from '../backend.ts';
import { named } from '../failure.ts';
import { ancestorsOf, keyOf, type Node, windowOf } from '../model/node.ts';
import { union } from '../model/place/place.ts';
import { COMBO_ROLES, ENTRY_MENU_ROLES } from '../model/roles.ts';
import type { AppTraits } from '../model/traits.ts';

/** More entries than an open menu shows. */
const MAX_ENTRIES = 1000;

/**
 * The menu of an element that may show in a popup window and yet be in the tree of another one: of an entry of a menu. Of
 * browsers those of a `<select>` only, which is a combo box with a menu in it: other menus are in the page, or in their
 * popup's own tree.
 */
export function menuOf(node: Node, { isBrowser }: AppTraits): Node | undefined {
  return ancestorsOf(node).find(
    ({ role, parent }) =>
      ENTRY_MENU_ROLES.has(role) && (!isBrowser || (parent !== undefined && COMBO_ROLES.has(parent.role))),
  );
}

/** What the popups of entries are told by. */
export interface Around {
  /** All windows of the application that are in its tree, with its popups; not measured. */
  windows: readonly Node[];
  /** The entries that show of each menu, by the menu's key; not measured. */
  entries: ReadonlyMap<string, readonly Node[]>;
}

/** Reads what tells the popups of the entries among `nodes`. Fails like AtspiBackend. */
export async function readAround(
  backend: AtspiBackend,
  { nodes, app, signal }: { nodes: readonly Node[]; app: App; signal: AbortSignal | undefined },
): Promise<Around> {
  const { traits } = app;
  const shown = nodes.filter(({ states }) => states.has('showing'));
  const menus = new Map(
    shown.flatMap((node) => {
      const menu = menuOf(node, traits);
      return menu ? [[keyOf(menu.ref), menu]] : [];
    }),
  );
  const [first] = menus.values();
  // An application that is known by an element alone has no root of its own.
  const root = first && windowOf(first).parent?.ref;
  if (!root) return { windows: [], entries: new Map() };
  const asked = traits.menusAreWindows ? [...menus] : [];
  const [{ children: windows }, ...entries] = await named(
    app.name,
    Promise.all([
      backend.windows({ ...app, root }, signal),
      ...asked.map(async ([key, { ref }]): Promise<[string, readonly Node[]]> => {
        const { children } = await backend.read(app, { from: ref, maxObjects: MAX_ENTRIES, signal });
        return [key, children];
      }),
    ]),
  );
  return { windows, entries: new Map(entries) };
}

/** The rectangle around what shows of entries that are measured. */
export function extentsOf(entries: readonly Node[]): Rect | undefined {
  return union(entries.flatMap(({ extents, states }) => (extents && states.has('showing') ? [extents] : [])));
}
