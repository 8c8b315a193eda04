/**
 * What toolkits do differently in AT-SPI, as data. Measured with Qt 6.8 and 6.11, GTK 3.24, GTK 4.18, Firefox 153,
 * Chromium 156.
 */
import { BAR_ROLES } from '../../model/roles.ts';
import type { AppTraits } from '../../model/traits.ts';
import { COMMON_ACTIONS, impliedActions } from './implied-actions.ts';

/** Traits, and what only this reader needs to know. */
export interface Toolkit extends AppTraits {
  /** Coordinates that GetExtents gives relative to the window: 0 SCREEN, 1 WINDOW (AtspiCoordType). */
  coordinates: 0 | 1;
  /**
   * GetExtents gives pixels of the screen for pages and what is in them, from the same corner as the logical ones of
   * the rest (Chromium 156, Wayland).
   */
  pagesInPixels: boolean;
  /**
   * GetAccessibleAtPoint takes pixels of the screen, although GetExtents of windows gives logical ones (Firefox 153
   * and Chromium 156, Wayland).
   */
  hitsInPixels: boolean;
  /** It may count a root pane and what is in it without the menu bar above that (LibreOffice 25.2 with GTK 3). */
  omitsMenuBar: boolean;
  /**
   * Selection.GetSelectedChild is safe. It ends Firefox 153 while the document of the object is being left (asked
   * throughout four navigations; no other call of a read does). There the entry is in the tree anyway.
   */
  canAskSelection: boolean;
  /**
   * Whether it hears of listeners in the order of its messages. Qt asks who listens before it begins to hear the registry,
   * and misses who comes between the two: "after start". Unknown for toolkits that were not tried.
   */
  hearsListeners: 'always' | 'after start' | 'unknown';
  /** Its application object lists windows of menus, lists and calendars too, not only those with a title bar. */
  listsPopups: boolean;
  /** What a field is called is often said by a label beside it alone, with no relation between the two. */
  hasLabelsBeside: boolean;
  /** Of several entries that are selected at once it announces the first alone, and that the selection of their list has changed. */
  announcesOneSelected: boolean;
  /** It does not announce what shows once a window is laid out for the first time (GTK 3.24). */
  isLaidOutSilently: boolean;
}

/**
 * Makes a test for noise: these actions, and paths such as `win.print`, with which GTK 4 lists actions of menus on
 * windows and labels.
 */
function noise(...names: string[]): AppTraits['isNoise'] {
  return (action) => action === '' || names.includes(action) || /^[a-z0-9-]+\.[a-z0-9.-]+$/.test(action);
}

const QT: Toolkit = {
  coordinates: 0,
  origin: 'client',
  // At 0,0, but once the window was on a screen of another scale at the corner of the screen that it was on before
  // (Qt 6.8, KWin 6.3), and a popup of GTK 3 or Chromium where the toolkit asked for it.
  countsFromScreen: true,
  menusAreWindows: false,
  isBrowser: false,
  isSilentUntilRead: false,
  forgetsHidden: false,
  popoversHaveShadows: false,
  scrollsTo: 'nothing',
  clipsInBoxes: true,
  buildsTreeWhenAsked: false,
  hidesLoadingPages: false,
  // GetAccessibleAtPoint of Qt 6.8 and GTK 3 names the first child that contains the point, which is the lowest.
  knowsStacking: 'nowhere',
  pagesInPixels: false,
  omitsMenuBar: false,
  hitsInPixels: false,
  hasDialogsBesidePages: false,
  insertObstacle: undefined,
  bars: new Set(),
  canAskSelection: true,
  hearsListeners: 'after start',
  listsPopups: false,
  hasLabelsBeside: true,
  announcesOneSelected: true,
  isLaidOutSilently: false,
  isNoise: noise('setfocus'),
  impliedActions,
  commonActions: COMMON_ACTIONS,
};

/** Other toolkits count characters differently; see `insert.ts`. */
const insertObstacle = 'the application is not made with Qt';

const GTK3: Toolkit = {
  ...QT,
  omitsMenuBar: true,
  scrollsTo: 'the focus',
  clipsInBoxes: false,
  origin: 'buffer',
  menusAreWindows: true,
  insertObstacle,
  hearsListeners: 'always',
  listsPopups: true,
  hasLabelsBeside: false,
  announcesOneSelected: false,
  isLaidOutSilently: true,
  isNoise: noise(),
};
const GTK4: Toolkit = {
  ...QT,
  coordinates: 1,
  countsFromScreen: false,
  isSilentUntilRead: true,
  forgetsHidden: true,
  popoversHaveShadows: true,
  scrollsTo: 'the focus',
  clipsInBoxes: false,
  knowsStacking: 'everywhere',
  insertObstacle,
  hearsListeners: 'always',
  listsPopups: true,
  hasLabelsBeside: false,
  announcesOneSelected: false,
  isNoise: noise(),
};
const GECKO: Toolkit = {
  ...GTK3,
  omitsMenuBar: false,
  scrollsTo: 'what is asked for',
  isLaidOutSilently: false,
  countsFromScreen: false,
  menusAreWindows: false,
  isBrowser: true,
  knowsStacking: 'everywhere',
  hitsInPixels: true,
  hasDialogsBesidePages: true,
  // Tool bars "Menu Bar", "Browser tabs" and "Navigation" (default window, en-US).
  bars: BAR_ROLES,
  canAskSelection: false,
  isNoise: noise('clickancestor', 'click ancestor'),
};
const CHROMIUM: Toolkit = {
  ...GTK3,
  omitsMenuBar: false,
  scrollsTo: 'what is asked for',
  isLaidOutSilently: false,
  menusAreWindows: false,
  isBrowser: true,
  buildsTreeWhenAsked: true,
  hidesLoadingPages: true,
  // Around its pages it names panels in place of its own buttons.
  knowsStacking: 'in pages',
  pagesInPixels: true,
  hitsInPixels: true,
  // A nameless tool bar and a page tab list (default window, en-US).
  bars: BAR_ROLES,
  isNoise: noise('showcontextmenu', 'clickancestor'),
};
/** A toolkit that was not measured is read like Qt, and kept only once it has sent an event. */
const OTHER: Toolkit = {
  ...QT,
  scrollsTo: 'what is asked for',
  clipsInBoxes: false,
  insertObstacle,
  hearsListeners: 'unknown',
};

const TOOLKITS: Record<string, Toolkit> = { Qt: QT, gtk: GTK3, GTK: GTK4, Gecko: GECKO, Chromium: CHROMIUM };

/** The toolkit by the name an application gives. */
export function toolkitOf(name: string): Toolkit {
  return Object.hasOwn(TOOLKITS, name) ? (TOOLKITS[name] ?? OTHER) : OTHER;
}
