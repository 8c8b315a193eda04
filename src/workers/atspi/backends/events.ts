/**
 * Change events of the accessibility bus. Programs send them only while a listener is registered with the registry
 * (RegisterEvent), and the bus hands them on only to who asked (AddMatch): both are needed. They cost a program about
 * a tenth of its typing speed, so they are asked for only while somebody waits.
 */
import type { Bus, BusSignal } from '../../platform/bus.ts';
import { encodeBody } from '../../platform/bus-message.ts';
import type { OnChange } from '../backend.ts';
import type { ChangeEvent } from '../model/mirrored.ts';
import { CALL, EVENTS } from './calls.ts';

const EVENT_CLASSES = (
  'object:state-changed object:children-changed object:property-change object:text-changed ' +
  'object:visible-data-changed window:'
).split(' ');
const INTERFACES = ['org.a11y.atspi.Event.Object', 'org.a11y.atspi.Event.Window', 'org.a11y.atspi.Event.Document'];

/** Hands change events to any number of listeners, with one registration for all of them. */
export interface Changes {
  /** Hears changes until the returned function is called. Fails with BusCallError. */
  watch(onChange: OnChange): Promise<() => void>;
}

/** Makes the distributor of one bus. */
export function createChanges(bus: Bus): Changes {
  const listeners = new Set<OnChange>();
  let registration: Promise<() => void> | undefined;
  const leave = (onChange: OnChange): void => {
    listeners.delete(onChange);
    if (listeners.size > 0 || !registration) return;
    registration.then((end) => end()).catch(() => undefined); // who watched was told of the failure
    registration = undefined;
  };
  return {
    watch: async (onChange) => {
      const listener: OnChange = (name, event) => onChange(name, event);
      listeners.add(listener);
      registration ??= register(bus, (name, event) => {
        for (const one of listeners) one(name, event);
      });
      try {
        await registration;
      } catch (error) {
        leave(listener);
        throw error;
      }
      return () => leave(listener);
    },
  };
}

async function register(bus: Bus, onChange: OnChange): Promise<() => void> {
  const subscriptions = await Promise.all(
    INTERFACES.map((name) => bus.subscribe({ interface: name }, (signal) => onChange(signal.sender, changeOf(signal)))),
  );
  await Promise.all(
    EVENT_CLASSES.map((event) => {
      const body = encodeBody('sass', [event, [], '']);
      return bus.call({ template: CALL.registerEvent, address: EVENTS, body }, () => undefined);
    }),
  );
  return () => {
    for (const end of subscriptions) end();
    for (const event of EVENT_CLASSES)
      bus.send({ template: CALL.deregisterEvent, address: EVENTS, body: encodeBody('s', [event]) }, () => undefined);
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
