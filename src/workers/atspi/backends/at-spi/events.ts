/**
 * Change events of the accessibility bus. Programs send them only while a listener is registered with the registry
 * (RegisterEvent), and the bus hands them on only to who asked (AddMatch): both are needed. What each toolkit sends is
 * measured by bench/announce.mjs.
 */
import type { Bus, BusSignal } from '../../../platform/dbus/bus.ts';
import { encodeBody } from '../../../platform/dbus/bus-message.ts';
import type { OnChange } from '../../backend.ts';
import type { ChangeEvent } from '../../model/change/mirrored.ts';
import { CALL, EVENTS } from './calls.ts';

/** Qt 6.8 sends values only to who names them. A caret that moves is all that Konsole 24.12 tells of its output. */
const EVENT_CLASSES = (
  'object:state-changed object:children-changed object:property-change object:property-change:accessible-value ' +
  'object:text-changed object:text-caret-moved object:visible-data-changed object:model-changed object:row-inserted object:row-deleted window:'
).split(' ');
/** By name: GTK 3 also sends every step of an animation (BoundsChanged), unasked. */
const OBJECT_MEMBERS =
  'StateChanged ChildrenChanged PropertyChange TextChanged TextCaretMoved VisibleDataChanged ModelChanged RowInserted RowDeleted'.split(
    ' ',
  );
const EVENT = 'org.a11y.atspi.Event';
const RULES = [
  ...OBJECT_MEMBERS.map((member) => ({ interface: `${EVENT}.Object`, member })),
  { interface: `${EVENT}.Window` },
  { interface: `${EVENT}.Document` },
];

/** Hands change events to any number of listeners, with one registration for all of them. */
export interface Changes {
  /** Hears changes until the returned function is called. */
  watch(onChange: OnChange): () => void;
}

/** Asks for the events of one bus, for as long as it is open. Fails with BusCallError. */
export async function createChanges(bus: Bus): Promise<Changes> {
  const listeners = new Set<OnChange>();
  const onSignal = (signal: BusSignal): void => {
    const event = changeOf(signal);
    for (const one of listeners) one(signal.sender, event);
  };
  await Promise.all(RULES.map((rule) => bus.subscribe(rule, onSignal)));
  await Promise.all(
    EVENT_CLASSES.map((event) => {
      const body = encodeBody('sass', [event, [], '']);
      return bus.call({ template: CALL.registerEvent, address: EVENTS, body }, () => undefined);
    }),
  );
  return {
    watch: (onChange) => {
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
  };
}

/** An event's body is `siiva{sv}`: detail, two numbers, a value, properties. */
function changeOf(signal: BusSignal): ChangeEvent {
  const [detail, value] = signal.args();
  return {
    bus: signal.sender,
    path: signal.path,
    kind: signal.interface.slice(signal.interface.lastIndexOf('.') + 1),
    member: signal.member,
    detail: typeof detail === 'string' ? detail : '',
    value: typeof value === 'number' ? value : 0,
  };
}
