/** What applications do differently, as their reader says. */
import type { RoleName } from './roles.ts';

export interface AppTraits {
  /** The rectangle of the compositor's window that extents count from. */
  origin: 'client' | 'buffer';
  /** Extents count from where the application believes its window to be, which may not be where the compositor has it. */
  countsFromScreen: boolean;
  /**
   * An open menu is always a window of its own. Menus of a menu bar are in the tree without that window, and without
   * an object of its size.
   */
  menusAreWindows: boolean;
  /** A browser: a container inside the window may not report that it shows, and hold what does. */
  isBrowser: boolean;
  /** Elements that nobody has read since they were made announce no changes. */
  isSilentUntilRead: boolean;
  /**
   * What it does not show says that it does, at the place where it was last; but it is no child of its parent any more, and
   * has no name.
   */
  forgetsHidden: boolean;
  /**
   * An open popover is a window of its own, and measured with its shadow, give or take some pixels. What it, and the box that
   * fills it, name at a point is off by that.
   */
  popoversHaveShadows: boolean;
  /** How it is made to scroll something into view: it does when it is asked, or to what gets the focus. */
  scrollsTo: 'what is asked for' | 'the focus' | 'nothing';
  /** A box shows only what of its content is within it, and neither says that it clips, nor that the rest does not show. */
  clipsInBoxes: boolean;
  /** It builds its tree when it is asked for more than its windows. That takes a moment, or never happens. */
  buildsTreeWhenAsked: boolean;
  /** A page that is loading shows as an empty document, not as a busy one. */
  hidesLoadingPages: boolean;
  /** Where it knows what lies on top at a point. Elsewhere it names any element there; children are in stacking order. */
  knowsStacking: 'everywhere' | 'in pages' | 'nowhere';
  /** A page that waits for its dialog still reports its own elements as on top; the dialog is in a frame after the page's. */
  hasDialogsBesidePages: boolean;
  /** Why text cannot be inserted at the caret of its fields; undefined where it can. */
  insertObstacle: string | undefined;
  /** Bars around pages that `tree` folds into a line each. */
  bars: ReadonlySet<RoleName>;
  /** Whether an action, in lower case, says nothing about its element. */
  isNoise(action: string): boolean;
  /** Actions that a role implies, in lower case; replies do not show them. */
  impliedActions(role: RoleName): ReadonlySet<string>;
  /** Actions of everything that can be operated or scrolled, in lower case. */
  commonActions: ReadonlySet<string>;
}
