/**
 * Receives change events of the accessibility bus. Programs send them while a listener is registered with the
 * registry (RegisterEvent), and the bus delivers them to who asked (AddMatch): both are needed. bench/announce.mjs
 * measures what each toolkit sends.
 */
import { log } from '../../../../base/log.ts';
import type { Bus, BusSignal } from '../../../platform/dbus/bus.ts';
import { encodeBody } from '../../../platform/dbus/bus-message.ts';
import type { Change } from '../../model/change/idle.ts';
import { CALL, EVENTS, parse, REGISTRY } from './calls.ts';
import type { ChangeEvent } from './mirrored.ts';

/** Qt 6.8 sends values only to listeners that name them. Of its output Konsole 24.12 announces only that the caret moves. */
const EVENT_CLASSES = (
  'object:state-changed object:children-changed object:property-change object:property-change:accessible-value ' +
  'object:text-changed object:text-caret-moved object:selection-changed object:visible-data-changed object:model-changed object:row-inserted object:row-deleted window:'
).split(' ');
/** By name, because GTK 3 also sends every step of an animation (BoundsChanged), unasked. */
const OBJECT_MEMBERS =
  'StateChanged ChildrenChanged PropertyChange TextChanged TextCaretMoved SelectionChanged VisibleDataChanged ModelChanged RowInserted RowDeleted'.split(
    ' ',
  );
const EVENT = 'org.a11y.atspi.Event';
const RULES = [
  ...OBJECT_MEMBERS.map((member) => ({ interface: `${EVENT}.Object`, member })),
  { interface: `${EVENT}.Window` },
  { interface: `${EVENT}.Document` },
];

/** An event that no program sends: registering for it makes the registry tell programs of all registrations again. */
const NEVER_SENT = 'object:link-selected';

/** A registration with the registry. */
export interface Registration {
  /** Bus names of the programs that had come to the registry before it. */
  readonly earlier: ReadonlySet<string>;
  /** Makes the registry tell programs once more who listens to what. Fails with BusCallError. */
  repeat(): Promise<void>;
}

/** Delivers events to any number of listeners with one registration. */
export interface Changes {
  /** Calls `onEvent` for each event until the returned function is called. */
  watch(onEvent: (event: ChangeEvent) => void): () => void;
  /** Gives the last registration, once the registry has confirmed it. */
  registration(): Promise<Registration>;
  /** Registers with another registry, in place of one that has ended. */
  registerAgain(): void;
}

/** Registers for the events of a bus. Fails with BusCallError. */
export async function createChanges(bus: Bus): Promise<Changes> {
  const listeners = new Set<(event: ChangeEvent) => void>();
  const onSignal = (signal: BusSignal): void => {
    const event = eventOf(signal);
    for (const one of listeners) one(event);
  };
  await Promise.all(RULES.map((rule) => bus.subscribe(rule, onSignal)));
  let registration = register(bus);
  await registration;
  return {
    watch: (onEvent) => {
      listeners.add(onEvent);
      return () => void listeners.delete(onEvent);
    },
    registration: () => registration,
    registerAgain: () => {
      registration = register(bus);
      registration.catch((error: unknown) => log('warn', `events were not registered: ${String(error)}`));
    },
  };
}

async function register(bus: Bus): Promise<Registration> {
  const [roots] = await Promise.all([
    bus.call({ template: CALL.children, address: REGISTRY }, parse.refs),
    ...EVENT_CLASSES.map((event) => registerEvent(bus, event)),
  ]);
  return {
    earlier: new Set(roots.map((root) => root.app)),
    repeat: async () => {
      const body = encodeBody('s', [NEVER_SENT]);
      await Promise.all([
        registerEvent(bus, NEVER_SENT),
        bus.call({ template: CALL.deregisterEvent, address: EVENTS, body }, () => undefined),
      ]);
    },
  };
}

function registerEvent(bus: Bus, event: string): Promise<undefined> {
  const body = encodeBody('sass', [event, [], '']);
  return bus.call({ template: CALL.registerEvent, address: EVENTS, body }, () => undefined);
}

/** An event's body is `siiva{sv}`: detail, two numbers, a value, properties. */
function eventOf(signal: BusSignal): ChangeEvent {
  const [detail, value] = signal.args();
  return {
    ref: { app: signal.sender, key: signal.path },
    kind: signal.interface.slice(signal.interface.lastIndexOf('.') + 1),
    member: signal.member,
    detail: typeof detail === 'string' ? detail : '',
    value: typeof value === 'number' ? value : 0,
  };
}

/** Events that no tree shows. `accessible-parent`, `widget` and `defunct` come when objects are made and thrown away. */
const UNSEEN_MEMBERS = new Set(['TextSelectionChanged', 'BoundsChanged', 'TextAttributesChanged']);
const UNSEEN_DETAILS = new Set(['accessible-parent', 'accessible-role', 'widget', 'defunct']);

/** An event in the words of any platform. */
export function changeOf({ ref, member, detail }: Pick<ChangeEvent, 'ref' | 'member' | 'detail'>): Change {
  return { ref, kind: kindOf(member, detail) };
}

function kindOf(member: string, detail: string): Change['kind'] {
  if (member === 'TextCaretMoved') return 'caret';
  if (UNSEEN_MEMBERS.has(member) || UNSEEN_DETAILS.has(detail)) return 'unseen';
  if (member !== 'ChildrenChanged' && member !== 'TextChanged') return 'other';
  // Firefox appends `/system` to the detail of what the user did not do.
  if (/^(add|insert)/.test(detail)) return 'added';
  return /^(remove|delete)/.test(detail) ? 'removed' : 'other';
}
