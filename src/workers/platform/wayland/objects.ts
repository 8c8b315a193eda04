/** The objects of a Wayland connection: their ids, their requests as bytes, and the listeners of their events. */
import { close } from '../linux/descriptors.ts';
import {
  INTERFACES,
  type InterfaceName,
  type InterfaceTable,
  type Listeners,
  type WaylandObject,
} from './interfaces.ts';
import { type ArgumentType, decodeArguments, encodeMessage, type WireMessage, type WireValue } from './wire.ts';

/** What a request is given: an object stands for its id. */
export type RequestValue = WireValue | WaylandObject;

/** A request ready to be sent. */
export interface EncodedRequest {
  bytes: Buffer;
  fds: number[];
  /** The object that it makes. */
  made: WaylandObject | undefined;
}

export interface Objects {
  make<Name extends InterfaceName>(name: Name, version: number): WaylandObject<Name>;
  get(id: number): WaylandObject | undefined;
  listen<Name extends InterfaceName>(object: WaylandObject<Name>, listeners: Listeners<Name>): void;
  /** Frees an id that the compositor no longer uses. */
  release(id: number): void;
  /** Encodes a request; after a destructor the object's events are no longer heard. */
  encode(object: WaylandObject, request: string, args: readonly RequestValue[]): EncodedRequest;
  /** Hands an event to its listener; `takeFd` gives the next descriptor that arrived. */
  deliver(message: WireMessage, takeFd: () => number | undefined): void;
}

interface Entry {
  object: WaylandObject;
  /** By the event's name. The types of the tables hold the arguments to the listener; here they are plain values. */
  listeners: Record<string, ((...args: never[]) => void) | undefined>;
}

/** Makes the table of a connection; the first object made is the display, number 1. */
export function createObjects(): Objects {
  const entries = new Map<number, Entry>();
  const freeIds: number[] = [];
  let nextId = 1;
  const add = <Name extends InterfaceName>(id: number, name: Name, version: number): WaylandObject<Name> => {
    const object = { id, interface: name, version };
    entries.set(id, { object, listeners: {} });
    return object;
  };
  const make = <Name extends InterfaceName>(name: Name, version: number): WaylandObject<Name> =>
    add(freeIds.pop() ?? nextId++, name, version);
  const get = (id: number): WaylandObject | undefined => entries.get(id)?.object;

  return {
    make,
    get,
    listen: (object, listeners) => {
      const entry = entries.get(object.id);
      if (entry?.object === object) entry.listeners = { ...entry.listeners, ...listeners };
    },
    release: (id) => {
      entries.delete(id);
      freeIds.push(id);
    },
    encode: (object, request, args) => {
      const { opcode, types } = requestOf(object, request);
      const left = [...args];
      const made: WaylandObject[] = [];
      const values = types.map((type): [ArgumentType, WireValue] => {
        const { kind, interfaceName } = splitType(type);
        if (kind !== 'new' || !interfaceName) return [type, toWire(left.shift())];
        const child = make(interfaceName, object.version);
        made.push(child);
        return [type, child.id];
      });
      const fds = values.flatMap(([type, value]) => (type === 'fd' ? [Number(value)] : []));
      const bytes = encodeMessage(object.id, opcode, values);
      // It stays known until the compositor says that its id is free, so that its last events are understood.
      const entry = entries.get(object.id);
      if (entry && (request === 'destroy' || request === 'release')) entry.listeners = {};
      return { bytes, fds, made: made[0] };
    },
    deliver: ({ id, opcode, body }, takeFd) => {
      const entry = entries.get(id);
      if (!entry) return;
      const { object, listeners } = entry;
      const [name, types] = Object.entries(tableOf(object).events)[opcode] ?? ['', []];
      const values = decodeArguments(body, types, takeFd).map((value, index) => {
        const { kind, interfaceName } = splitType(types[index] ?? 'uint');
        if (kind === 'new' && interfaceName) return add(Number(value), interfaceName, object.version);
        return interfaceName ? get(Number(value)) : value;
      });
      const listener = listeners[name];
      if (listener) listener(...(values as never[]));
      else for (const [index, type] of types.entries()) if (type === 'fd') close(Number(values[index]));
    },
  };
}

function tableOf(object: WaylandObject): InterfaceTable {
  return INTERFACES[object.interface];
}

function requestOf(object: WaylandObject, request: string): { opcode: number; types: readonly ArgumentType[] } {
  const requests = Object.entries(tableOf(object).requests);
  const opcode = requests.findIndex(([name]) => name === request);
  return { opcode, types: requests[opcode]?.[1] ?? [] };
}

/** "new wl_callback" as its two parts; a plain type has no interface. */
function splitType(type: ArgumentType): { kind: string; interfaceName: InterfaceName | undefined } {
  const [kind = '', name = ''] = type.split(' ');
  return { kind, interfaceName: isInterface(name) ? name : undefined };
}

function isInterface(name: string): name is InterfaceName {
  return name in INTERFACES;
}

/** An object is sent as its id. */
function toWire(value: RequestValue): WireValue {
  return typeof value === 'object' && 'interface' in value ? value.id : value;
}
