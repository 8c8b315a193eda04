/** Roles by name, and what a role alone says about an element. */

/** All roles, as replies name them. The names are AT-SPI's; readers of other platforms map theirs to them. */
// biome-ignore format: a table
export const ROLE_NAMES = [
  'invalid', 'accelerator label', 'alert', 'animation', 'arrow', 'calendar', 'canvas', 'check box',
  'check menu item', 'color chooser', 'column header', 'combo box', 'date editor', 'desktop icon', 'desktop frame',
  'dial', 'dialog', 'directory pane', 'drawing area', 'file chooser', 'filler', 'focus traversable', 'font chooser',
  'frame', 'glass pane', 'html container', 'icon', 'image', 'internal frame', 'label', 'layered pane', 'list',
  'list item', 'menu', 'menu bar', 'menu item', 'option pane', 'page tab', 'page tab list', 'panel', 'password text',
  'popup menu', 'progress bar', 'button', 'radio button', 'radio menu item', 'root pane', 'row header', 'scroll bar',
  'scroll pane', 'separator', 'slider', 'spin button', 'split pane', 'status bar', 'table', 'table cell',
  'table column header', 'table row header', 'tearoff menu item', 'terminal', 'text', 'toggle button', 'tool bar',
  'tool tip', 'tree', 'tree table', 'unknown', 'viewport', 'window', 'extended', 'header', 'footer', 'paragraph',
  'ruler', 'application', 'autocomplete', 'editbar', 'embedded', 'entry', 'chart', 'caption', 'document frame',
  'heading', 'page', 'section', 'redundant object', 'form', 'link', 'input method window', 'table row', 'tree item',
  'document spreadsheet', 'document presentation', 'document text', 'document web', 'document email', 'comment',
  'list box', 'grouping', 'image map', 'notification', 'info bar', 'level bar', 'title bar', 'block quote', 'audio',
  'video', 'definition', 'article', 'landmark', 'log', 'marquee', 'math', 'rating', 'timer', 'static',
  'math fraction', 'math root', 'subscript', 'superscript', 'description list', 'description term',
  'description value', 'footnote', 'content deletion', 'content insertion', 'mark', 'suggestion', 'push button menu',
  'switch',
] as const;

/** A role of the table, or `role 999` for a number without a name. */
export type RoleName = (typeof ROLE_NAMES)[number] | `role ${number}`;

const KNOWN: ReadonlySet<string> = new Set(ROLE_NAMES);

/** Whether a text is the name of a role in the table. */
export function isRoleName(text: string): text is RoleName {
  return KNOWN.has(text);
}

/** Names that older versions of AT-SPI and other tools use. */
const OTHER_NAMES: Record<string, RoleName> = {
  'push button': 'button',
  'text field': 'entry',
  'text box': 'text',
  checkbox: 'check box',
  combobox: 'combo box',
  tab: 'page tab',
  menuitem: 'menu item',
  listitem: 'list item',
  treeitem: 'tree item',
  radio: 'radio button',
};

/** Reads a role as a caller writes it: any case, `_` or `-` for blanks, old names. Undefined for an unknown one. */
export function parseRole(text: string): RoleName | undefined {
  const name = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');
  const known = OTHER_NAMES[name] ?? name;
  return isRoleName(known) ? known : undefined;
}

/** Makes a set of roles; one text may hold several, separated by `;`. An unknown name throws at load. */
export function rolesNamed(...names: string[]): ReadonlySet<RoleName> {
  return new Set(
    names
      .flatMap((name) => name.split(';'))
      .map((name) => {
        if (!isRoleName(name)) throw new Error(`no role "${name}"`);
        return name;
      }),
  );
}

/** Windows of an application. */
export const WINDOW_ROLES = rolesNamed(
  'frame',
  'window',
  'dialog',
  'alert',
  'file chooser',
  'color chooser',
  'font chooser',
);
export const DIALOG_ROLES = rolesNamed('dialog', 'alert', 'file chooser', 'color chooser', 'font chooser');
/** What opens over a window and may extend beyond it. */
export const MENU_ROLES = rolesNamed('popup menu', 'menu', 'list box', 'tool tip');
/** Tabs, and the bars that they are in. */
export const TAB_ROLES = rolesNamed('page tab');
export const TAB_LIST_ROLES = rolesNamed('page tab list');
/** What opens a part of a window, or brings it in front. */
export const OPENER_ROLES = rolesNamed(
  'page tab;button;toggle button;push button menu;radio button;combo box;menu item;menu;list item;tree item;link',
);
/** Menus whose entries are chosen. */
export const ENTRY_MENU_ROLES = rolesNamed('popup menu', 'menu');
/** Entries of menus and menu bars. */
export const MENU_ITEM_ROLES = rolesNamed(
  'menu item',
  'menu',
  'check menu item',
  'radio menu item',
  'tearoff menu item',
);
/** Pages of browsers and other documents. */
export const DOCUMENT_ROLES = rolesNamed('document frame', 'document web', 'document text', 'document email');
/** Paragraphs of a text, which have the focus in place of the text, as in Writer. */
export const PARAGRAPH_ROLES = rolesNamed('paragraph', 'heading', 'block quote');
/** Views of items, which may be many and do not overlap. */
export const VIEW_ROLES = rolesNamed('list', 'list box', 'table', 'tree', 'tree table');
/** What scrolls or clips its content. */
export const CLIP_ROLES = rolesNamed('scroll pane', 'viewport', 'internal frame', 'document frame', 'document web');
/** Boxes that clip in Qt: scroll areas, what shows of them, and plain ones. */
export const BOX_ROLES = rolesNamed('filler');
/** Titles: they match a query only when no other element does. */
export const TITLE_ROLES = rolesNamed('frame', 'window', 'page tab', 'document frame', 'document web');
/** Elements named after their content: an id is checked by role alone. */
export const CONTENT_NAMED_ROLES = rolesNamed(
  'frame;window;dialog;page tab;document frame;document web;document text;label;static;' +
    'status bar;text;entry;password text;combo box;spin button;terminal;paragraph;editbar',
);
/** What can be operated, whatever its states say. */
export const INTERACTIVE_ROLES = rolesNamed(
  'button;check box;check menu item;combo box;entry;link;list item;menu;menu item;' +
    'page tab;password text;push button menu;radio button;radio menu item;slider;spin button;' +
    'switch;table cell;toggle button;tree item;dial;date editor;tearoff menu item;icon',
);
/** What takes a pointer although nothing shows of it but what it holds: what can be operated, and dialogs. Pages of Qt Quick are called tabs. */
export const TAKING_ROLES: ReadonlySet<RoleName> = new Set(
  [...INTERACTIVE_ROLES, ...DIALOG_ROLES].filter((role) => role !== 'page tab'),
);
/** What can be checked, even without the state `checkable`. */
export const CHECK_ROLES = rolesNamed(
  'check box',
  'check menu item',
  'radio button',
  'radio menu item',
  'toggle button',
  'switch',
);
/** Rows and cells: operable when they can have the focus. */
export const ROW_ROLES = rolesNamed('table row', 'table cell', 'list item', 'tree item');
/** What has rows and columns. */
export const TABLE_ROLES = rolesNamed('table', 'tree table');
/** What may hold more entries than a read visits. */
export const LIST_ROLES = rolesNamed('list', 'list box', 'table', 'tree', 'tree table');
/** Roles that only arrange others: left out without a name or text of their own. */
export const WRAPPER_ROLES = rolesNamed(
  'panel;filler;layered pane;viewport;scroll pane;split pane;root pane;glass pane;section;' +
    'landmark;form;grouping;unknown;redundant object;internal frame;paragraph;html container;' +
    'static;article;embedded;option pane;page;content insertion;mark;image;header;footer;' +
    'application;label;text;extended;status bar;page tab list;drawing area;info bar;comment;' +
    'block quote;description list;definition;table row;tool bar;document frame;scroll bar',
);
/** What groups others under a name of its own. */
export const GROUP_ROLES = rolesNamed(
  'frame;window;dialog;alert;file chooser;internal frame;panel;filler;layered pane;scroll pane;split pane;viewport;' +
    'option pane;section;landmark;form;grouping;article;list;list box;table;tree;tree table;tool bar;page tab list;' +
    'menu bar;menu;popup menu;document web;document frame;page',
);
/** Leaves that show text and nothing else. */
export const LABEL_ROLES = rolesNamed('label', 'static', 'text', 'image', 'icon', 'caption');
/** What is read as a part of the line of text around it. */
export const INLINE_ROLES = rolesNamed(
  'link;static;label;image;icon;mark;subscript;superscript;content insertion;content deletion;' +
    'suggestion;footnote;math;math fraction;math root',
);
/** What stands in a line of text and holds text of its own. */
export const FIELD_ROLES = rolesNamed('entry', 'spin button', 'combo box', 'password text', 'autocomplete');
/** Combo boxes: lists that are closed as a rule; some take text. */
export const COMBO_ROLES = rolesNamed('combo box');
/** Bars around a browser's page: folded into a line each. */
export const BAR_ROLES = rolesNamed('tool bar', 'page tab list');
/** Elements whose value is worth three more calls. */
export const VALUE_ROLES = rolesNamed('slider', 'spin button', 'progress bar', 'level bar', 'dial', 'rating');
/** Buttons and links: a reply says when they have no action. */
export const ACTION_ROLES = rolesNamed('button', 'link');
