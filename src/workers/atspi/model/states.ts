/** States of AT-SPI, as two words of bits, and which of them a reply shows. */
import { CHECK_ROLES } from './roles.ts';

/** Names by bit, in the order of the enumeration AtspiStateType (atspi-constants.h, at-spi2-core 2.56). */
const STATE_NAMES = (
  'invalid;active;armed;busy;checked;collapsed;defunct;editable;enabled;expandable;expanded;focusable;focused;' +
  'has tooltip;horizontal;iconified;modal;multi line;multiselectable;opaque;pressed;resizable;selectable;selected;' +
  'sensitive;showing;single line;stale;transient;vertical;visible;manages descendants;indeterminate;required;' +
  'truncated;animated;invalid entry;supports autocompletion;selectable text;is default;visited;checkable;has popup;' +
  'read only'
).split(';');

const BITS = new Map(STATE_NAMES.map((name, bit) => [name, bit]));

/** Bits of the low word, then of the high word. */
export type States = readonly [number, number];
export const NO_STATES: States = [0, 0];

/** Bit numbers of the states that rules name. */
export const STATE = {
  active: 1,
  busy: 3,
  checked: 4,
  collapsed: 5,
  defunct: 6,
  editable: 7,
  enabled: 8,
  expandable: 9,
  expanded: 10,
  focusable: 11,
  focused: 12,
  modal: 16,
  multiLine: 17,
  pressed: 20,
  selectable: 22,
  selected: 23,
  sensitive: 24,
  showing: 25,
  visible: 30,
  indeterminate: 32,
  required: 33,
  invalidEntry: 36,
  isDefault: 39,
  checkable: 41,
  readOnly: 43,
} as const;

/** Whether a state is set; `bit` is one of STATE. */
export function hasState(states: States, bit: number): boolean {
  const word = bit < 32 ? states[0] : states[1];
  return ((word >>> (bit & 31)) & 1) === 1;
}

/** True when it can be operated: toolkits set either of two states. */
export function isEnabled(states: States): boolean {
  return hasState(states, STATE.enabled) || hasState(states, STATE.sensitive);
}

/** States a reply shows, in this order; each tells an agent what it cannot see from role and name. */
const SHOWN: readonly (readonly [number, string])[] = [
  [STATE.active, 'active'],
  [STATE.focused, 'focused'],
  [STATE.checked, 'checked'],
  [STATE.indeterminate, 'indeterminate'],
  [STATE.pressed, 'pressed'],
  [STATE.selected, 'selected'],
  [STATE.expanded, 'expanded'],
  [STATE.editable, 'editable'],
  [STATE.readOnly, 'read-only'],
  [STATE.required, 'required'],
  [STATE.invalidEntry, 'invalid'],
  [STATE.isDefault, 'default'],
  [STATE.modal, 'modal'],
  [STATE.busy, 'busy'],
];

/** States that say nothing about what cannot be operated. */
const OF_OPERABLE: ReadonlySet<number> = new Set([STATE.readOnly, STATE.invalidEntry, STATE.required]);

/** The states of an element that a reply shows; `active` is of windows, `disabled` and `read-only` of what is operated. */
export function shownStates(states: States, about: { isWindow: boolean; isOperable: boolean }): string[] {
  const concerns = (bit: number): boolean =>
    bit === STATE.active ? about.isWindow : about.isOperable || !OF_OPERABLE.has(bit);
  const shown = SHOWN.filter(([bit]) => hasState(states, bit) && concerns(bit)).map(([, name]) => name);
  if (hasState(states, STATE.expandable) && !hasState(states, STATE.expanded)) shown.push('collapsed');
  if (about.isOperable && !isEnabled(states)) shown.push('disabled');
  return shown;
}

/** What of an element its states are told from. */
export interface Stated {
  states: States;
  role: number;
}

/** States that a caller names otherwise than AT-SPI. `collapsed` and the like are only of what can be the opposite. */
const TOLD: Record<string, (element: Stated) => boolean> = {
  disabled: ({ states }) => !isEnabled(states),
  enabled: ({ states }) => isEnabled(states),
  visible: ({ states }) => hasState(states, STATE.showing),
  invalid: ({ states }) => hasState(states, STATE.invalidEntry),
  default: ({ states }) => hasState(states, STATE.isDefault),
  collapsed: ({ states }) =>
    !hasState(states, STATE.expanded) && (hasState(states, STATE.expandable) || hasState(states, STATE.collapsed)),
  unchecked: ({ states, role }) =>
    !hasState(states, STATE.checked) && (hasState(states, STATE.checkable) || CHECK_ROLES.has(role)),
  unselected: ({ states }) => !hasState(states, STATE.selected) && hasState(states, STATE.selectable),
};

/** Whether there is a state that a caller may call so. */
export function isStateName(name: string): boolean {
  const wanted = plainName(name);
  return Object.hasOwn(TOLD, wanted) || BITS.has(wanted);
}

/** Whether an element has the state that a caller names; of a name that no state has it has none. */
export function matchesState(element: Stated, name: string): boolean {
  const wanted = plainName(name);
  const tell = Object.hasOwn(TOLD, wanted) ? TOLD[wanted] : undefined;
  if (tell) return tell(element);
  const bit = BITS.get(wanted);
  return bit !== undefined && hasState(element.states, bit);
}

function plainName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');
}
