/**
 * The Wayland interfaces that we use, as tables: requests and events in the order of their opcodes, with the types of their
 * arguments. A table may end after the last one that we use. `version` is the highest that it fits. Requests named `destroy` or
 * `release` are destructors. Add another interface as a block of its own, with its source.
 */
import type { ArgumentType } from './wire.ts';

export interface InterfaceTable {
  readonly version: number;
  readonly requests: Readonly<Record<string, readonly ArgumentType[]>>;
  readonly events: Readonly<Record<string, readonly ArgumentType[]>>;
}

/** wayland.xml of wayland 1.23. The last argument of `wl_registry.bind` is an object of whatever interface it names. */
const CORE = {
  wl_display: {
    version: 1,
    requests: { sync: ['new wl_callback'], get_registry: ['new wl_registry'] },
    events: { error: ['uint', 'uint', 'string'], delete_id: ['uint'] },
  },
  wl_registry: {
    version: 1,
    requests: { bind: ['uint', 'string', 'uint', 'uint'] },
    events: { global: ['uint', 'string', 'uint'], global_remove: ['uint'] },
  },
  wl_callback: { version: 1, requests: {}, events: { done: ['uint'] } },
  wl_seat: { version: 1, requests: {}, events: { capabilities: ['uint'] } },
} as const satisfies Record<string, InterfaceTable>;

const DATA_CONTROL_MANAGER = {
  requests: {
    create_data_source: ['new data_control_source'],
    get_data_device: ['new data_control_device', 'object wl_seat'],
    destroy: [],
  },
  events: {},
} as const;

/**
 * ext-data-control-v1.xml, version 1 (wayland-protocols 1.39), and wlr-data-control-unstable-v1.xml, version 2
 * (wlr-protocols). They differ in their names only, which cross the wire in `bind` alone: what the managers make has one
 * table for both.
 */
const DATA_CONTROL = {
  ext_data_control_manager_v1: { version: 1, ...DATA_CONTROL_MANAGER },
  zwlr_data_control_manager_v1: { version: 2, ...DATA_CONTROL_MANAGER },
  data_control_device: {
    version: 2,
    requests: { set_selection: ['?object data_control_source'], destroy: [] },
    events: {
      data_offer: ['new data_control_offer'],
      selection: ['?object data_control_offer'],
      finished: [],
      primary_selection: ['?object data_control_offer'],
    },
  },
  data_control_source: {
    version: 2,
    requests: { offer: ['string'], destroy: [] },
    events: { send: ['string', 'fd'], cancelled: [] },
  },
  data_control_offer: {
    version: 2,
    requests: { receive: ['string', 'fd'], destroy: [] },
    events: { offer: ['string'] },
  },
} as const satisfies Record<string, InterfaceTable>;

/** keystate.xml of plasma-wayland-protocols 1.16, version 1: key 0 Caps Lock, 1 Num Lock; state 0 unlocked, 1 latched, 2 locked. */
const KEYSTATE = {
  org_kde_kwin_keystate: { version: 1, requests: { fetchStates: [] }, events: { stateChanged: ['uint', 'uint'] } },
} as const satisfies Record<string, InterfaceTable>;

/** All of them, by the names of their interfaces. */
export const INTERFACES = { ...CORE, ...DATA_CONTROL, ...KEYSTATE };

type Interfaces = typeof INTERFACES;
export type InterfaceName = keyof Interfaces;
export type RequestName<Name extends InterfaceName> = keyof Interfaces[Name]['requests'] & string;

/** An object of a connection. It is a value: what it can do is asked of the connection. */
export interface WaylandObject<Name extends InterfaceName = InterfaceName> {
  readonly id: number;
  readonly interface: Name;
  /** The version that was agreed on; later requests do not exist for it. */
  readonly version: number;
}

type Given<Type> = Type extends 'int' | 'uint' | 'fixed' | 'fd'
  ? number
  : Type extends 'string'
    ? string
    : Type extends '?string'
      ? string | undefined
      : Type extends 'array'
        ? Uint8Array
        : Type extends `${'object' | 'new'} ${infer Name extends InterfaceName}`
          ? WaylandObject<Name>
          : Type extends `?object ${infer Name extends InterfaceName}`
            ? WaylandObject<Name> | undefined
            : never;

type WithoutNew<Types> = Types extends readonly [infer First, ...infer Rest]
  ? First extends `new ${string}`
    ? WithoutNew<Rest>
    : [Given<First>, ...WithoutNew<Rest>]
  : [];

type TypesOf<Name extends InterfaceName, Request> = Interfaces[Name]['requests'][Request &
  keyof Interfaces[Name]['requests']];

/** The arguments of a request, without the object that it makes. */
export type RequestArguments<Name extends InterfaceName, Request> = WithoutNew<TypesOf<Name, Request>>;

/** The object that a request makes; undefined when it makes none. */
export type Made<Name extends InterfaceName, Request> = [NewType<Name, Request>] extends [
  `new ${infer Kind extends InterfaceName}`,
]
  ? WaylandObject<Kind>
  : undefined;

type NewType<Name extends InterfaceName, Request> = Extract<
  Extract<TypesOf<Name, Request>, readonly unknown[]>[number],
  `new ${string}`
>;

type EventArguments<Types> = Types extends readonly [infer First, ...infer Rest]
  ? [First extends `object ${string}` ? Given<First> | undefined : Given<First>, ...EventArguments<Rest>]
  : [];

/** What hears the events of an object. Descriptors among the arguments are the listener's (`close` of descriptors.ts). */
export type Listeners<Name extends InterfaceName> = {
  [Event in keyof Interfaces[Name]['events']]?: (...args: EventArguments<Interfaces[Name]['events'][Event]>) => void;
};
