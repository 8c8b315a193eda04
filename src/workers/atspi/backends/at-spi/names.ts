/** Maps numbers of AT-SPI to the worker's names. */
import type { Capability } from '../../model/node.ts';
import { isRoleName, type RoleName } from '../../model/roles.ts';
import { isStateName, type StateName, type States, statesOf } from '../../model/states.ts';

/** Names by number, in the order of the enumeration AtspiRole (atspi-constants.h, at-spi2-core 2.56). */
const ROLES = (
  'invalid;accelerator label;alert;animation;arrow;calendar;canvas;check box;check menu item;color chooser;' +
  'column header;combo box;date editor;desktop icon;desktop frame;dial;dialog;directory pane;drawing area;' +
  'file chooser;filler;focus traversable;font chooser;frame;glass pane;html container;icon;image;internal frame;label;' +
  'layered pane;list;list item;menu;menu bar;menu item;option pane;page tab;page tab list;panel;password text;' +
  'popup menu;progress bar;button;radio button;radio menu item;root pane;row header;scroll bar;scroll pane;separator;' +
  'slider;spin button;split pane;status bar;table;table cell;table column header;table row header;tearoff menu item;' +
  'terminal;text;toggle button;tool bar;tool tip;tree;tree table;unknown;viewport;window;extended;header;footer;' +
  'paragraph;ruler;application;autocomplete;editbar;embedded;entry;chart;caption;document frame;heading;page;section;' +
  'redundant object;form;link;input method window;table row;tree item;document spreadsheet;document presentation;' +
  'document text;document web;document email;comment;list box;grouping;image map;notification;info bar;level bar;' +
  'title bar;block quote;audio;video;definition;article;landmark;log;marquee;math;rating;timer;static;math fraction;' +
  'math root;subscript;superscript;description list;description term;description value;footnote;content deletion;' +
  'content insertion;mark;suggestion;push button menu;switch'
)
  .split(';')
  .map(checked(isRoleName));

/** Names by bit, in the order of the enumeration AtspiStateType (atspi-constants.h, at-spi2-core 2.56). */
const STATES = (
  'invalid;active;armed;busy;checked;collapsed;defunct;editable;enabled;expandable;expanded;focusable;focused;' +
  'has tooltip;horizontal;iconified;modal;multi line;multiselectable;opaque;pressed;resizable;selectable;selected;' +
  'sensitive;showing;single line;stale;transient;vertical;visible;manages descendants;indeterminate;required;' +
  'truncated;animated;invalid entry;supports autocompletion;selectable text;is default;visited;checkable;has popup;' +
  'read only'
)
  .split(';')
  .map(checked(isStateName));

/** Makes a check that throws at load for a name that the model does not have. */
function checked<Name extends string>(isName: (text: string) => text is Name): (text: string) => Name {
  return (text) => {
    if (isName(text)) return text;
    throw new Error(`no such name: "${text}"`);
  };
}

/** The name of a role by its number (AtspiRole). */
export function roleOf(number: number): RoleName {
  return ROLES[number] ?? `role ${number}`;
}

/** The number of a role (AtspiRole). */
export function roleNumber(name: RoleName): number {
  return ROLES.indexOf(name);
}

/** The bit of a state (AtspiStateType); 32 and up are in the high word. */
export function stateBit(name: StateName): number {
  return STATES.indexOf(name);
}

const HIGH_WORD = 2 ** 32;
/** Most sets kept: a program may send any bits. */
const MAX_SETS = 10_000;
const byBits = new Map<number, States>();

/** The states for the two words of GetState. */
export function statesOfBits(low: number, high: number): States {
  const bits = low + high * HIGH_WORD;
  const known = byBits.get(bits) ?? statesOf(STATES.filter((_name, bit) => isSet(low, high, bit)));
  if (byBits.size >= MAX_SETS) byBits.clear();
  byBits.set(bits, known);
  return known;
}

function isSet(low: number, high: number, bit: number): boolean {
  return (((bit < 32 ? low : high) >>> (bit & 31)) & 1) === 1;
}

/** Capabilities by the last part of the interface's name. */
const CAPABILITIES: readonly (readonly [string, Capability])[] = [
  ['Action', 'act'],
  ['Text', 'text'],
  ['EditableText', 'insert text'],
  ['Value', 'value'],
  ['Selection', 'select'],
];
const BITS = new Map(CAPABILITIES.map(([name], index) => [`org.a11y.atspi.${name}`, 1 << index]));
const byInterfaces = new Map<number, ReadonlySet<Capability>>();

/** The capabilities of an object with these interfaces, the same set for the same ones. */
export function capabilitiesOf(interfaces: readonly string[]): ReadonlySet<Capability> {
  const bits = interfaces.reduce((sum, name) => sum | (BITS.get(name) ?? 0), 0);
  const known =
    byInterfaces.get(bits) ??
    new Set(CAPABILITIES.flatMap(([, capability], index) => (bits & (1 << index) ? [capability] : [])));
  byInterfaces.set(bits, known);
  return known;
}
