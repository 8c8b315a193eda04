/** What applications do differently, as the reader of their platform says it for each of them. */
import type { RoleName } from './roles.ts';

export interface AppTraits {
  /** The rectangle of the compositor's window that extents count from. */
  origin: 'client' | 'buffer';
  /** Extents count from where the application believes its window to be, which need not be where the compositor has put it. */
  countsFromScreen: boolean;
  /**
   * Entries that show are in a window of their menu's, always. Menus of a menu bar are in the tree without that window, and
   * without an object that has its size.
   */
  menusAreWindows: boolean;
  /** A browser: containers that are visible and inside the window may not say that they show, and hold what shows. */
  isBrowser: boolean;
  /** Elements that nobody has read since they were made announce no changes. */
  isSilentUntilRead: boolean;
  /** It builds its tree when it is asked for more than its windows, which takes a moment; perhaps it never does. */
  buildsTreeWhenAsked: boolean;
  /** A page that is loading shows as an empty document, not as a busy one. */
  hidesLoadingPages: boolean;
  /** Where it knows what lies on top at a point. Elsewhere it names any element there, and children are in stacking order. */
  knowsStacking: 'everywhere' | 'in pages' | 'nowhere';
  /** A page that waits for its dialog still says that its own elements are on top; the dialog is in a frame after that of the page. */
  hasDialogsBesidePages: boolean;
  /** Why no text can be inserted at the caret of its fields; undefined where that can be done. */
  insertObstacle: string | undefined;
  /** Bars around the pages that `tree` folds into a line each. */
  bars: ReadonlySet<RoleName>;
  /** Whether the name of an action, in lower case, says nothing about an element. */
  isNoise(action: string): boolean;
  /** Actions that a role implies, in lower case: a reply does not show them. */
  impliedActions(role: RoleName): ReadonlySet<string>;
  /** Actions that everything has which can be operated or scrolled, in lower case. */
  commonActions: ReadonlySet<string>;
}
