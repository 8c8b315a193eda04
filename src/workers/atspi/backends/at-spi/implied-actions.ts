/** Names of actions in Qt, GTK, Gecko and Chromium that say no more than the element's role. */
import { MENU_ITEM_ROLES, type RoleName, rolesNamed } from '../../model/roles.ts';

const BUTTONS = rolesNamed('button', 'toggle button', 'push button menu');
const CHECKS = rolesNamed('check box', 'check menu item', 'radio button', 'radio menu item', 'switch');
const ROWS = rolesNamed('list item', 'tree item', 'table cell', 'table row', 'icon');
const COLUMN_HEADERS = rolesNamed('column header', 'table column header');
const STEPPERS = rolesNamed('slider', 'spin button', 'scroll bar', 'dial');
const PAGES = rolesNamed(
  'frame;panel;document web;document frame;section;application;window;tool bar;scroll pane;' +
    'internal frame;page tab list;label;static;image;heading;paragraph;list;table;form;' +
    'landmark;grouping;alert;dialog;unknown;separator;article;status bar;table row',
);

const IMPLIED: readonly { roles: ReadonlySet<RoleName>; actions: string }[] = [
  // Firefox's switches are toggle buttons with check and uncheck, its summaries buttons with expand and collapse.
  {
    roles: BUTTONS,
    actions: 'press;click;activate;dodefault;toggle;showmenu;open;check;uncheck;cycle;expand;collapse',
  },
  { roles: CHECKS, actions: 'toggle;check;uncheck;press;click;select;activate;cycle;dodefault' },
  { roles: MENU_ITEM_ROLES, actions: 'press;click;showmenu;activate;select;toggle;dodefault' },
  // GTK 3 gives `expand or contract` to every cell; what can be expanded says so by a state.
  { roles: ROWS, actions: 'click;press;activate;select;dodefault;edit;toggle;expand or contract' },
  { roles: COLUMN_HEADERS, actions: 'click;press' },
  { roles: STEPPERS, actions: 'increase;decrease;increment;decrement;activate' },
  { roles: rolesNamed('link'), actions: 'jump;click;press;activate;dodefault' },
  { roles: rolesNamed('page tab'), actions: 'switch;press;click;activate;select;dodefault' },
  { roles: rolesNamed('combo box'), actions: 'press;click;showmenu;open;expand;dodefault;activate' },
  { roles: rolesNamed('entry', 'text', 'password text'), actions: 'activate;click;dodefault;press' },
  { roles: rolesNamed('date editor'), actions: 'click;dodefault' },
  { roles: PAGES, actions: 'click;dodefault;raise;activate' },
];

const byRole = new Map<RoleName, Set<string>>();
for (const { roles, actions } of IMPLIED)
  for (const role of roles) byRole.set(role, new Set([...(byRole.get(role) ?? []), ...actions.split(';')]));

const NONE: ReadonlySet<string> = new Set();

/** The actions that a role implies, in lower case. */
export function impliedActions(role: RoleName): ReadonlySet<string> {
  return byRole.get(role) ?? NONE;
}

/** Actions of everything in Chromium that can be operated or scrolled. */
export const COMMON_ACTIONS: ReadonlySet<string> = new Set(
  'dodefault;scrollbackward;scrollforward;scrollup;scrolldown;scrollleft;scrollright'.split(';'),
);
