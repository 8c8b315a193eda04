/**
 * The state of one connection of the ei protocol as a sender: handshake, seat, devices, pings. Turns bytes into state and
 * requests into bytes. It does not read and does not wait.
 */
import type { Rect } from '../../../../protocol/geometry.ts';
import { encodeRequest, eventName, type Message, splitMessages, text, u32, u64 } from './wire.ts';

/** A device of the compositor, through which events are sent. */
export interface EisDevice {
  id: bigint;
  name: string;
  /** The object of each interface of the device, such as "ei_keyboard". */
  interfaces: Map<string, bigint>;
  /** Areas of absolute positions; global logical pixels. */
  regions: Rect[];
  isResumed: boolean;
  isEmulating: boolean;
  /** Number of times it was paused or destroyed. What was sent just before may be lost. */
  losses: number;
  /** Its keymap as XKB text. */
  keymap?: string;
}

export interface EisSession {
  /** Takes received bytes, and descriptors in the order of their events. */
  receive(bytes: Buffer, fds: number[]): void;
  /** True once the seat has listed its capabilities. */
  isReady(): boolean;
  /** Why the compositor ended the connection, once it has. */
  endReason(): string | undefined;
  /** True when the seat has devices with an interface. */
  offers(interfaceName: string): boolean;
  /** Requests devices: those with these interfaces, or all that the seat offers. */
  bind(interfaces: 'all' | string[]): void;
  /**
   * The resumed device to use for an interface. Of several it is the one with absolute positions, so that a button is
   * released on the device on which it was pressed.
   */
  device(interfaceName: string): EisDevice | undefined;
  devices(): EisDevice[];
  /** Sends requests to a device as one frame. */
  send(device: EisDevice, requests: Buffer[]): void;
  /** Sends a ping and gives its number. `isAnswered` is true once the compositor has handled everything before it. */
  ping(): bigint;
  isAnswered(ping: bigint): boolean;
}

export interface EisSessionOptions {
  /** Name of this client, which the compositor may show. */
  name: string;
  send(bytes: Buffer): void;
  /** Reads a keymap of `sizeBytes` from a descriptor, and closes the descriptor. */
  readKeymap(fd: number, sizeBytes: number): string;
}

interface EisObject {
  interface: string;
  device?: EisDevice;
}

/** Version of each interface that we speak. */
const VERSIONS: Record<string, number> = {
  ei_connection: 1,
  ei_callback: 1,
  ei_pingpong: 1,
  ei_seat: 1,
  ei_device: 2,
  ei_pointer: 1,
  ei_pointer_absolute: 1,
  ei_scroll: 1,
  ei_button: 1,
  ei_keyboard: 1,
  ei_touchscreen: 1,
};
/** ei_handshake.context_type of protocol.xml. */
const SENDER = 2;
const XKB_KEYMAP = 1;

/** Makes the state of a new connection. */
export function createEisSession(options: EisSessionOptions): EisSession {
  const state = createState();
  return {
    receive: (bytes, fds) => {
      state.fds.push(...fds);
      const { messages, rest } = splitMessages(Buffer.concat([state.unread, bytes]));
      state.unread = rest;
      for (const message of messages) handle(state, options, message);
    },
    isReady: () => state.isReady,
    endReason: () => state.endReason,
    offers: (name) => state.capabilities.has(name),
    bind: (interfaces) => {
      let mask = 0n;
      for (const [name, bit] of state.capabilities) {
        if (interfaces === 'all' || interfaces.includes(name)) mask |= bit;
      }
      options.send(encodeRequest(state.seat, 'ei_seat.bind', u64(mask)));
    },
    device: (name) => {
      const able = state.devices.filter((device) => device.isResumed && device.interfaces.has(name));
      return able.find((device) => device.interfaces.has('ei_pointer_absolute')) ?? able[0];
    },
    devices: () => state.devices,
    send: (device, requests) => options.send(frame(state, device, requests)),
    ping: () => {
      const id = state.nextId++;
      state.objects.set(id, { interface: 'ei_callback' });
      state.pings.add(id);
      options.send(encodeRequest(state.connection, 'ei_connection.sync', u64(id), u32(1)));
      return id;
    },
    isAnswered: (ping) => !state.pings.has(ping),
  };
}

interface State {
  objects: Map<bigint, EisObject>;
  devices: EisDevice[];
  /** The capability bit of each interface that the seat offers. */
  capabilities: Map<string, bigint>;
  connection: bigint;
  seat: bigint;
  isReady: boolean;
  endReason: string | undefined;
  /** Serial of the last event that had one. Requests repeat it. */
  serial: number;
  /** Number of the last start_emulating. */
  sequence: number;
  /** Ids of our objects start at 1, those of the server at 0xff00000000000000. */
  nextId: bigint;
  pings: Set<bigint>;
  unread: Buffer;
  fds: number[];
}

function createState(): State {
  return {
    objects: new Map([[0n, { interface: 'ei_handshake' }]]),
    devices: [],
    capabilities: new Map(),
    connection: 0n,
    seat: 0n,
    isReady: false,
    endReason: undefined,
    serial: 0,
    sequence: 0,
    nextId: 1n,
    pings: new Set(),
    unread: Buffer.alloc(0),
    fds: [],
  };
}

/** Requests as one frame, with the start of emulation before the first frame of a device. */
function frame(state: State, device: EisDevice, requests: Buffer[]): Buffer {
  const parts = [...requests, encodeRequest(device.id, 'ei_device.frame', u32(state.serial), u64(nowUs()))];
  if (!device.isEmulating) {
    device.isEmulating = true;
    const start = [u32(state.serial), u32(++state.sequence)];
    parts.unshift(encodeRequest(device.id, 'ei_device.start_emulating', ...start));
  }
  return Buffer.concat(parts);
}

function handle(state: State, options: EisSessionOptions, message: Message): void {
  const object = state.objects.get(message.id);
  if (!object) return;
  const { device } = object;
  if (device && object.interface === 'ei_device') handleDevice(state, device, message);
  else if (device && object.interface === 'ei_keyboard') handleKeyboard(state, options, { device, message });
  else handleConnection(state, options, { object, message });
}

function handleConnection(
  state: State,
  options: EisSessionOptions,
  event: { object: EisObject; message: Message },
): void {
  const { id, opcode, args } = event.message;
  switch (`${event.object.interface}.${eventName(event.object.interface, opcode)}`) {
    case 'ei_handshake.handshake_version':
      options.send(handshake(options.name));
      break;
    case 'ei_handshake.connection':
      state.serial = args.u32();
      state.connection = args.u64();
      state.objects.set(state.connection, { interface: 'ei_connection' });
      state.objects.delete(0n);
      break;
    case 'ei_connection.disconnected':
      state.serial = args.u32();
      state.endReason = `reason ${args.u32()} ${args.text()}`.trimEnd();
      break;
    case 'ei_connection.seat':
      state.seat = args.u64();
      state.objects.set(state.seat, { interface: 'ei_seat' });
      break;
    case 'ei_connection.ping':
      options.send(encodeRequest(args.u64(), 'ei_pingpong.done', u64(0n)));
      break;
    case 'ei_callback.done':
      state.objects.delete(id);
      state.pings.delete(id);
      break;
    case 'ei_seat.capability': {
      const bit = args.u64();
      state.capabilities.set(args.text(), bit);
      break;
    }
    case 'ei_seat.done':
      state.isReady = true;
      break;
    case 'ei_seat.device': {
      const device: EisDevice = {
        id: args.u64(),
        name: '',
        interfaces: new Map(),
        regions: [],
        isResumed: false,
        isEmulating: false,
        losses: 0,
      };
      state.objects.set(device.id, { interface: 'ei_device', device });
      break;
    }
    case 'ei_seat.destroyed':
      state.endReason = 'the compositor took the seat away';
      break;
  }
}

function handleDevice(state: State, device: EisDevice, { opcode, args }: Message): void {
  switch (eventName('ei_device', opcode)) {
    case 'destroyed':
      state.serial = args.u32();
      device.losses++;
      state.devices = state.devices.filter((other) => other !== device);
      for (const id of [device.id, ...device.interfaces.values()]) state.objects.delete(id);
      break;
    case 'name':
      device.name = args.text();
      break;
    case 'region':
      // Offsets are unsigned. KWin 6.3 writes negative offsets into them and drops motion there.
      device.regions.push({ x: args.u32(), y: args.u32(), width: args.u32(), height: args.u32() });
      break;
    case 'interface': {
      const id = args.u64();
      const name = args.text();
      device.interfaces.set(name, id);
      state.objects.set(id, { interface: name, device });
      break;
    }
    case 'done':
      state.devices.push(device);
      break;
    case 'resumed':
    case 'paused':
      state.serial = args.u32();
      device.isResumed = eventName('ei_device', opcode) === 'resumed';
      if (!device.isResumed) device.losses++;
      device.isEmulating = false;
      break;
    case undefined:
    default:
      break;
  }
}

function handleKeyboard(
  state: State,
  options: EisSessionOptions,
  event: { device: EisDevice; message: Message },
): void {
  const { opcode, args } = event.message;
  if (eventName('ei_keyboard', opcode) !== 'keymap') return;
  const type = args.u32();
  const sizeBytes = args.u32();
  const fd = state.fds.shift();
  if (fd === undefined) return;
  const keymap = options.readKeymap(fd, sizeBytes);
  if (type === XKB_KEYMAP) event.device.keymap = keymap;
}

function handshake(name: string): Buffer {
  return Buffer.concat([
    encodeRequest(0n, 'ei_handshake.handshake_version', u32(1)),
    encodeRequest(0n, 'ei_handshake.context_type', u32(SENDER)),
    encodeRequest(0n, 'ei_handshake.name', text(name)),
    ...Object.entries(VERSIONS).map(([interfaceName, version]) =>
      encodeRequest(0n, 'ei_handshake.interface_version', text(interfaceName), u32(version)),
    ),
    encodeRequest(0n, 'ei_handshake.finish'),
  ]);
}

/** The time in microseconds of CLOCK_MONOTONIC, as ei_device.frame takes it. */
function nowUs(): bigint {
  return process.hrtime.bigint() / 1000n;
}
