/** What toolkits do differently, as data. Measured with Qt 6.8 and 6.11, GTK 3.24, GTK 4.18, Firefox 153, Chromium 156. */
import { BAR_ROLES, MENU_ITEM_ROLES, type RoleName, rolesNamed } from './roles.ts';

export interface Toolkit {
  /** Coordinates that GetExtents gives relative to the window: 0 SCREEN, 1 WINDOW (AtspiCoordType). */
  coordinates: 0 | 1;
  /** The rectangle of the compositor's window that extents count from. */
  origin: 'client' | 'buffer';
  /**
   * Extents count from where the toolkit believes its window to be: at 0,0, but once the window was on a screen of another
   * scale at the corner of the screen that it was on before (Qt 6.8, KWin 6.3), and a popup of GTK 3 or Chromium where
   * the toolkit asked for it, which need not be where the compositor put it.
   */
  countsFromScreen: boolean;
  /**
   * Entries that show are in a window of their menu's, always. Menus of a menu bar are in the tree without that window, and
   * without an object that has its size (GTK 3.24).
   */
  menusAreWindows: boolean;
  /** A browser: containers that are visible and inside the window may lack SHOWING and hold what shows. */
  isBrowser: boolean;
  /** Elements that nobody has read since they were made announce no changes. */
  isSilentUntilRead: boolean;
  /** A page that is loading shows as an empty document, not as a busy one. */
  hidesLoadingPages: boolean;
  /**
   * Where GetAccessibleAtPoint knows what lies on top. Qt 6.8 and GTK 3 name the first child that contains the point,
   * which is the lowest; their children are in stacking order. Chromium names panels around its own buttons.
   */
  knowsStacking: 'everywhere' | 'in pages' | 'nowhere';
  /**
   * GetExtents gives pixels of the screen for pages and what is in them, counted from the same corner as the logical ones
   * of all else (Chromium 156, Wayland).
   */
  pagesInPixels: boolean;
  /**
   * GetAccessibleAtPoint takes pixels of the screen, although GetExtents of windows gives logical ones (Firefox 153 and
   * Chromium 156, Wayland).
   */
  hitsInPixels: boolean;
  /**
   * A page that waits for its dialog still says that its own elements are on top; the dialog is in a frame after that of the
   * page (Firefox 153).
   */
  hasDialogsBesidePages: boolean;
  /**
   * Bars around the pages that `tree` folds into a line each. Firefox 153: tool bars "Menu Bar", "Browser tabs" and
   * "Navigation"; Chromium 156: a nameless tool bar and a page tab list (default windows of both, en-US).
   */
  bars: ReadonlySet<RoleName>;
  /**
   * Selection.GetSelectedChild is safe. It ends Firefox 153 when the document of the object is being left (asked for
   * throughout four navigations; no other call of a read does); there the entry is in the tree anyway.
   */
  canAskSelection: boolean;
  /** Actions that say nothing about an element, in lower case. */
  noise: readonly string[];
}

/** GTK 4 lists the actions of menus and shortcuts on windows and labels: `win.print`, `clipboard.copy`. */
const isActionPath = (name: string): boolean => /^[a-z0-9-]+\.[a-z0-9.-]+$/.test(name);

const QT: Toolkit = {
  coordinates: 0,
  origin: 'client',
  countsFromScreen: true,
  menusAreWindows: false,
  isBrowser: false,
  isSilentUntilRead: false,
  hidesLoadingPages: false,
  knowsStacking: 'nowhere',
  pagesInPixels: false,
  hitsInPixels: false,
  hasDialogsBesidePages: false,
  bars: new Set(),
  canAskSelection: true,
  noise: ['setfocus'],
};
const GTK3: Toolkit = { ...QT, origin: 'buffer', menusAreWindows: true, noise: [] };
const GTK4: Toolkit = {
  ...QT,
  coordinates: 1,
  countsFromScreen: false,
  isSilentUntilRead: true,
  knowsStacking: 'everywhere',
  noise: [],
};
const GECKO: Toolkit = {
  ...GTK3,
  countsFromScreen: false,
  menusAreWindows: false,
  isBrowser: true,
  knowsStacking: 'everywhere',
  hitsInPixels: true,
  hasDialogsBesidePages: true,
  bars: BAR_ROLES,
  canAskSelection: false,
  noise: ['clickancestor', 'click ancestor'],
};
const CHROMIUM: Toolkit = {
  ...GTK3,
  menusAreWindows: false,
  isBrowser: true,
  hidesLoadingPages: true,
  knowsStacking: 'in pages',
  pagesInPixels: true,
  hitsInPixels: true,
  bars: BAR_ROLES,
  noise: ['showcontextmenu', 'clickancestor'],
};

const TOOLKITS: Record<string, Toolkit> = { Qt: QT, gtk: GTK3, GTK: GTK4, Gecko: GECKO, Chromium: CHROMIUM };

/** The toolkit by the name an application gives; unknown ones are read like Qt. */
export function toolkitOf(name: string): Toolkit {
  return TOOLKITS[name] ?? QT;
}

const BUTTONS = rolesNamed('button', 'toggle button', 'push button menu');
const CHECKS = rolesNamed('check box', 'check menu item', 'radio button', 'radio menu item', 'switch');
const ROWS = rolesNamed('list item', 'tree item', 'table cell', 'table row', 'icon');
const COLUMN_HEADERS = rolesNamed('column header', 'table column header');
/** Firefox's switches are toggle buttons with check and uncheck, its summaries buttons with expand and collapse. */
const BUTTON_ACTIONS = 'press click activate dodefault toggle showmenu open check uncheck cycle expand collapse'.split(
  ' ',
);
const STEPPERS = rolesNamed('slider', 'spin button', 'scroll bar', 'dial');
const PAGES = rolesNamed(
  'frame;panel;document web;document frame;section;application;window;tool bar;scroll pane;' +
    'internal frame;page tab list;label;static;image;heading;paragraph;list;table;form;' +
    'landmark;grouping;alert;dialog;unknown;separator;article;status bar;table row',
);

/** Actions that a role implies; `*` stands for every role. */
const IMPLIED: readonly { roles: ReadonlySet<RoleName>; actions: readonly string[] }[] = [
  { roles: BUTTONS, actions: BUTTON_ACTIONS },
  {
    roles: CHECKS,
    actions: ['toggle', 'check', 'uncheck', 'press', 'click', 'select', 'activate', 'cycle', 'dodefault'],
  },
  { roles: MENU_ITEM_ROLES, actions: ['press', 'click', 'showmenu', 'activate', 'select', 'toggle', 'dodefault'] },
  // GTK 3 gives `expand or contract` to every cell; what can be expanded says so by a state.
  {
    roles: ROWS,
    actions: ['click', 'press', 'activate', 'select', 'dodefault', 'edit', 'toggle', 'expand or contract'],
  },
  { roles: COLUMN_HEADERS, actions: ['click', 'press'] },
  { roles: STEPPERS, actions: ['increase', 'decrease', 'increment', 'decrement', 'activate'] },
  { roles: rolesNamed('link'), actions: ['jump', 'click', 'press', 'activate', 'dodefault'] },
  { roles: rolesNamed('page tab'), actions: ['switch', 'press', 'click', 'activate', 'select', 'dodefault'] },
  {
    roles: rolesNamed('combo box'),
    actions: ['press', 'click', 'showmenu', 'open', 'expand', 'dodefault', 'activate'],
  },
  { roles: rolesNamed('entry', 'text', 'password text'), actions: ['activate', 'click', 'dodefault', 'press'] },
  { roles: rolesNamed('date editor'), actions: ['click', 'dodefault'] },
  { roles: PAGES, actions: ['click', 'dodefault', 'raise', 'activate'] },
];

/** Actions of Chromium that everything has that can be operated, or scrolled. */
const IMPLIED_BY_ALL: ReadonlySet<string> = new Set(
  'dodefault scrollbackward scrollforward scrollup scrolldown scrollleft scrollright'.split(' '),
);

/** The actions of an element that a reply shows: not those of its toolkit's noise, nor those its role implies. */
export function shownActions(toolkit: Toolkit, role: RoleName, actions: readonly string[]): string[] {
  const implied = new Set(IMPLIED.filter(({ roles }) => roles.has(role)).flatMap(({ actions: names }) => names));
  return actions.filter((action) => {
    const name = action.toLowerCase();
    return !isNoise(toolkit, name) && !IMPLIED_BY_ALL.has(name) && !implied.has(name);
  });
}

/** The actions of an element that do something: all but the toolkit's noise. */
export function usefulActions(toolkit: Toolkit, actions: readonly string[]): string[] {
  return actions.filter((action) => !isNoise(toolkit, action.toLowerCase()));
}

/** True for what one clicks: it has an action that is neither noise nor scrolling. */
export function isClickable(toolkit: Toolkit, actions: readonly string[]): boolean {
  return usefulActions(toolkit, actions).some((action) => !IMPLIED_BY_ALL.has(action.toLowerCase()));
}

function isNoise(toolkit: Toolkit, name: string): boolean {
  return name === '' || toolkit.noise.includes(name) || isActionPath(name);
}
