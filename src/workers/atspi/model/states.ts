/** States of elements by name, and which of them a reply shows. */
import { CHECK_ROLES, type RoleName } from './roles.ts';

/** All states. They are AT-SPI's names; other platforms say which of these theirs are. */
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

/** The states that are set. Elements with the same states share one set: make it with `statesOf`. */
export type States = ReadonlySet<StateName>;

/** Programs may send any bits: what was made is forgotten when it becomes more than any desktop needs. */
const MAX_SETS = 10_000;
const sets = new Map<string, States>();

/** The set of these states, the same object each time: 100,000 elements have some fifty different ones. */
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

/** Whether an element can be operated: toolkits set either of two states. */
export function isEnabled(states: States): boolean {
  return states.has('enabled') || states.has('sensitive');
}

/** States a reply shows, in this order, and what it calls them; each tells an agent what it cannot see from role and name. */
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

/** States that say nothing about what cannot be operated. */
const OF_OPERABLE: ReadonlySet<StateName> = new Set(['read only', 'invalid entry', 'required']);

/** The states of an element that a reply shows; `active` is of windows, `disabled` and `read-only` of what is operated. */
export function shownStates(states: States, about: { isWindow: boolean; isOperable: boolean }): string[] {
  const concerns = (state: StateName): boolean =>
    state === 'active' ? about.isWindow : about.isOperable || !OF_OPERABLE.has(state);
  const shown = SHOWN.filter(([state]) => states.has(state) && concerns(state)).map(([, name]) => name);
  if (states.has('expandable') && !states.has('expanded')) shown.push('collapsed');
  if (about.isOperable && !isEnabled(states)) shown.push('disabled');
  return shown;
}

/** What of an element its states are read from. */
export interface Stateful {
  states: States;
  role: RoleName;
}

/** States that callers and replies name otherwise. `collapsed` and the like are only of what can be the opposite. */
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

/** Whether there is a state that a caller may call so. */
export function isCallerState(name: string): boolean {
  const wanted = plainName(name);
  return Object.hasOwn(CALLER_STATES, wanted) || isStateName(wanted);
}

/** Whether an element has the state that a caller names; false for a name that no state has. */
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
