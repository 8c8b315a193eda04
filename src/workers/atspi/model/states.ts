/** States by name, and which of them a reply shows. */
import { CHECK_ROLES, type RoleName } from './roles.ts';

/** All states. The names are AT-SPI's; readers of other platforms map theirs to them. */
// biome-ignore format: a table
export const STATE_NAMES = [
  'invalid', 'active', 'armed', 'busy', 'checked', 'collapsed', 'defunct', 'editable', 'enabled', 'expandable',
  'expanded', 'focusable', 'focused', 'has tooltip', 'horizontal', 'iconified', 'modal', 'multi line',
  'multiselectable', 'opaque', 'pressed', 'resizable', 'selectable', 'selected', 'sensitive', 'showing',
  'single line', 'stale', 'transient', 'vertical', 'visible', 'manages descendants', 'indeterminate', 'required',
  'truncated', 'animated', 'invalid entry', 'supports autocompletion', 'selectable text', 'is default', 'visited',
  'checkable', 'has popup', 'read only',
] as const;
export type StateName = (typeof STATE_NAMES)[number];

/** The states that are set. Equal sets are one object: make them with `statesOf`. */
export type States = ReadonlySet<StateName>;

/** Most sets kept: a program may send any bits. */
const MAX_SETS = 10_000;
const sets = new Map<string, States>();

/** The set of these states, the same object each time: 100,000 elements have some fifty different sets. */
export function statesOf(names: Iterable<StateName>): States {
  const sorted = [...new Set(names)].toSorted();
  const key = sorted.join(';');
  const known = sets.get(key) ?? new Set(sorted);
  if (sets.size >= MAX_SETS) sets.clear();
  sets.set(key, known);
  return known;
}

export const NO_STATES = statesOf([]);

/** The same states with one of them set or not. */
export function withState(states: States, name: StateName, isSet: boolean): States {
  if (states.has(name) === isSet) return states;
  return statesOf(isSet ? [...states, name] : [...states].filter((other) => other !== name));
}

/** Whether an element can be operated: applications set either of two states. */
export function isEnabled(states: States): boolean {
  return states.has('enabled') || states.has('sensitive');
}

/** States that a reply shows, in this order, with its words for them. */
const SHOWN: readonly (readonly [StateName, string])[] = [
  ['active', 'active'],
  ['focused', 'focused'],
  ['checked', 'checked'],
  ['indeterminate', 'indeterminate'],
  ['pressed', 'pressed'],
  ['selected', 'selected'],
  ['expanded', 'expanded'],
  ['editable', 'editable'],
  ['read only', 'read-only'],
  ['required', 'required'],
  ['invalid entry', 'invalid'],
  ['is default', 'default'],
  ['modal', 'modal'],
  ['busy', 'busy'],
];

/** States that only matter for what can be operated. */
const OF_OPERABLE: ReadonlySet<StateName> = new Set(['read only', 'invalid entry', 'required']);

/** The states that a reply shows: `active` only of windows, `disabled` and `read-only` only of what can be operated. */
export function shownStates(states: States, about: { isWindow: boolean; isOperable: boolean }): string[] {
  const concerns = (state: StateName): boolean =>
    state === 'active' ? about.isWindow : about.isOperable || !OF_OPERABLE.has(state);
  const shown = SHOWN.filter(([state]) => states.has(state) && concerns(state)).map(([, name]) => name);
  if (states.has('expandable') && !states.has('expanded')) shown.push('collapsed');
  if (about.isOperable && !isEnabled(states)) shown.push('disabled');
  return shown;
}

/** An element, as far as its states go. */
export interface Stateful {
  states: States;
  role: RoleName;
}

/** States that callers and replies name in other words. `collapsed` and the like need an element that can be the opposite. */
const CALLER_STATES: Record<string, (element: Stateful) => boolean> = {
  disabled: ({ states }) => !isEnabled(states),
  enabled: ({ states }) => isEnabled(states),
  visible: ({ states }) => states.has('showing'),
  invalid: ({ states }) => states.has('invalid entry'),
  default: ({ states }) => states.has('is default'),
  collapsed: ({ states }) => !states.has('expanded') && (states.has('expandable') || states.has('collapsed')),
  unchecked: ({ states, role }) => !states.has('checked') && (states.has('checkable') || CHECK_ROLES.has(role)),
  unselected: ({ states }) => !states.has('selected') && states.has('selectable'),
};

const KNOWN: ReadonlySet<string> = new Set(STATE_NAMES);

/** Whether a text is the name of a state in the table. */
export function isStateName(text: string): text is StateName {
  return KNOWN.has(text);
}

/** Whether a caller may use this name for a state. */
export function isCallerState(name: string): boolean {
  const wanted = plainName(name);
  return Object.hasOwn(CALLER_STATES, wanted) || isStateName(wanted);
}

/** Whether an element has the state that a caller names; false for an unknown one. */
export function matchesState(element: Stateful, name: string): boolean {
  const wanted = plainName(name);
  const matches = Object.hasOwn(CALLER_STATES, wanted) ? CALLER_STATES[wanted] : undefined;
  if (matches) return matches(element);
  return isStateName(wanted) && element.states.has(wanted);
}

function plainName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');
}
