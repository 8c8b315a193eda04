/**
 * Calls of AT-SPI and parsers of their replies, with the signatures of at-spi2-core 2.56, xml/*.xml. Never
 * Properties.GetAll or Introspect: on an accessible both kill Qt 6.8 programs.
 */
import type { Rect } from '../../../../protocol/geometry.ts';
import type { Body } from '../../../platform/dbus/bus-calls.ts';
import { encodeBody, type RawBuffer, type Value } from '../../../platform/dbus/bus-message.ts';
import { createTemplate, type ObjectAddress, type Template } from '../../../platform/dbus/bus-template.ts';
import { type Capability, type ObjectRef, SEARCHED_CHARS } from '../../model/node.ts';
import type { RoleName } from '../../model/roles.ts';
import type { States } from '../../model/states.ts';
import { capabilitiesOf, roleOf, statesOfBits } from './names.ts';

const A = 'org.a11y.atspi';
const PROPERTIES = 'org.freedesktop.DBus.Properties';

/** Path of an application's root object. */
export const ROOT_PATH = '/org/a11y/atspi/accessible/root';
export const REGISTRY: ObjectAddress = { bus: `${A}.Registry`, path: ROOT_PATH };
export const EVENTS: ObjectAddress = { bus: `${A}.Registry`, path: '/org/a11y/atspi/registry' };

/** The address of an object: an application's key is its bus name, an object's key its path. */
export function addressOf({ app, key }: ObjectRef): ObjectAddress {
  return { bus: app, path: key };
}

/** Makes a call: signatures of arguments and reply, and the arguments where they never change. */
const method = (
  [name, member]: readonly [name: string, member: string],
  reply: string,
  [signature, ...args]: readonly [signature?: string, ...args: Value[]] = [],
): Template =>
  createTemplate({
    interface: `${A}.${name}`,
    member,
    reply,
    ...(signature === undefined ? {} : { signature }),
    ...(args.length > 0 ? { args } : {}),
  });
const property = (name: string, member: string): Template =>
  createTemplate({ interface: PROPERTIES, member: 'Get', signature: 'ss', args: [`${A}.${name}`, member], reply: 'v' });

const extentsIn = (coordinates: number): Template => method(['Component', 'GetExtents'], '(iiii)', ['u', coordinates]);

export const CALL = {
  children: method(['Accessible', 'GetChildren'], 'a(so)'),
  childCount: property('Accessible', 'ChildCount'),
  childAtIndex: method(['Accessible', 'GetChildAtIndex'], '(so)', ['i']),
  indexInParent: method(['Accessible', 'GetIndexInParent'], 'i'),
  role: method(['Accessible', 'GetRole'], 'u'),
  states: method(['Accessible', 'GetState'], 'au'),
  interfaces: method(['Accessible', 'GetInterfaces'], 'as'),
  name: property('Accessible', 'Name'),
  description: property('Accessible', 'Description'),
  /** Empty, or not there, where the toolkit gives none. */
  accessibleId: property('Accessible', 'AccessibleId'),
  attributes: method(['Accessible', 'GetAttributes'], 'a{ss}'),
  relations: method(['Accessible', 'GetRelationSet'], 'a(ua(so))'),
  parent: property('Accessible', 'Parent'),
  toolkit: property('Application', 'ToolkitName'),
  actions: method(['Action', 'GetActions'], 'a(sss)'),
  actionCount: property('Action', 'NActions'),
  actionName: method(['Action', 'GetName'], 's', ['i']),
  doAction: method(['Action', 'DoAction'], 'b', ['i']),
  /** The beginning of a text, and one character more to see whether it goes on. */
  textStart: method(['Text', 'GetText'], 's', ['ii', 0, SEARCHED_CHARS + 1]),
  text: method(['Text', 'GetText'], 's', ['ii']),
  characterCount: property('Text', 'CharacterCount'),
  /** Of a character, in a coordinate type. The four numbers of the reply are no structure. */
  characterExtents: method(['Text', 'GetCharacterExtents'], 'iiii', ['iu']),
  caret: property('Text', 'CaretOffset'),
  selectionCount: method(['Text', 'GetNSelections'], 'i'),
  selection: method(['Text', 'GetSelection'], 'ii', ['i', 0]),
  setCaret: method(['Text', 'SetCaretOffset'], 'b', ['i']),
  /** The first selected child of a list or combo box. */
  selectedChild: method(['Selection', 'GetSelectedChild'], '(so)', ['i', 0]),
  rowCount: property('Table', 'NRows'),
  columnCount: property('Table', 'NColumns'),
  accessibleAt: method(['Table', 'GetAccessibleAt'], '(so)', ['ii']),
  rowAtIndex: method(['Table', 'GetRowAtIndex'], 'i', ['i']),
  columnAtIndex: method(['Table', 'GetColumnAtIndex'], 'i', ['i']),
  rowHeader: method(['Table', 'GetRowHeader'], '(so)', ['i']),
  columnHeader: method(['Table', 'GetColumnHeader'], '(so)', ['i']),
  /** Row and column of a cell. */
  cellPosition: property('TableCell', 'Position'),
  insertText: method(['EditableText', 'InsertText'], 'b', ['isi']),
  deleteText: method(['EditableText', 'DeleteText'], 'b', ['ii']),
  value: property('Value', 'CurrentValue'),
  minimum: property('Value', 'MinimumValue'),
  maximum: property('Value', 'MaximumValue'),
  /** By coordinate type: 0 SCREEN, 1 WINDOW (AtspiCoordType). */
  extents: { 0: extentsIn(0), 1: extentsIn(1) },
  childAt: method(['Component', 'GetAccessibleAtPoint'], '(so)', ['iiu']),
  /** AtspiScrollType 6: ANYWHERE. */
  scrollTo: method(['Component', 'ScrollTo'], 'b', ['u', 6]),
  grabFocus: method(['Component', 'GrabFocus'], 'b'),
  registerEvent: method(['Registry', 'RegisterEvent'], '', ['sass']),
  deregisterEvent: method(['Registry', 'DeregisterEvent'], '', ['s']),
  processId: createTemplate({
    interface: 'org.freedesktop.DBus',
    member: 'GetConnectionUnixProcessID',
    signature: 's',
    reply: 'u',
  }),
} as const;

/** Encodes whole numbers; a number from an application may be no whole one. */
export function numbersBody(...numbers: number[]): Buffer {
  return encodeBody('i'.repeat(numbers.length), numbers.map(toInt));
}

function toInt(number: number): number {
  return Number.isNaN(number) ? 0 : Math.trunc(Math.min(Math.max(number, -MAX_INT - 1), MAX_INT));
}

const MAX_INT = 2 ** 31 - 1;

/**
 * AtspiRelationType (atspi-constants.h, at-spi2-core 2.56): a label names an element; a tab controls its page, a button pops up
 * what opens; a browser's window embeds the page of its active tab.
 */
export const RELATION_LABELLED_BY = 2;
export const RELATION_CONTROLLED_BY = 4;
export const RELATION_POPUP_FOR = 15;
export const RELATION_EMBEDS = 13;

/** A position in the arguments of a reply. Alignment counts from the body's start, which is aligned to 8. */
interface Cursor {
  buffer: Buffer;
  view: DataView;
  start: number;
  at: number;
}

function cursorOf({ buffer, view, start }: Body): Cursor {
  return { buffer, view, start, at: start };
}

function align(cursor: Cursor, alignment: number): void {
  cursor.at += (cursor.start - cursor.at) & (alignment - 1);
}

function readUint(cursor: Cursor): number {
  const at = cursor.at + ((cursor.start - cursor.at) & 3);
  cursor.at = at + 4;
  return cursor.view.getUint32(at, true);
}

function readInt(cursor: Cursor): number {
  return readUint(cursor) | 0;
}

function readText(cursor: Cursor): string {
  const length = readUint(cursor);
  const from = cursor.at;
  cursor.at += length + 1;
  return length === 0 ? '' : (cursor.buffer as RawBuffer).utf8Slice(from, from + length);
}

/** Reads a reference. An impossible bus name becomes '': the message daemon would cut our connection for using it. */
function readRef(cursor: Cursor): ObjectRef {
  align(cursor, 8);
  const name = readText(cursor);
  if (name !== last.name) last = { name, app: BUS_NAME.test(name) ? name : '' };
  return { app: last.app, key: readText(cursor) };
}

/** The name that was read last, and what became of it: nearly all are that of one program. */
let last = { name: '', app: '' };

/** D-Bus specification 0.43, "Bus names"; at most 255 characters. */
const BUS_NAME = /^(?=.{3,255}$)(?::[\w-]+(?:\.[\w-]+)+|[A-Za-z_-][\w-]*(?:\.[A-Za-z_-][\w-]*)+)$/;

/** Reads an array element by element. */
function readArray<T>(cursor: Cursor, alignment: number, element: (cursor: Cursor) => T): T[] {
  const length = readUint(cursor);
  align(cursor, alignment);
  const end = cursor.at + length;
  const elements: T[] = [];
  while (cursor.at < end) elements.push(element(cursor));
  return elements;
}

/** Skips the signature of a variant and returns it. */
function readVariantType(cursor: Cursor): string {
  const length = cursor.view.getUint8(cursor.at);
  const from = cursor.at + 1;
  cursor.at = from + length + 1;
  return length === 1
    ? String.fromCharCode(cursor.view.getUint8(from))
    : cursor.buffer.toString('latin1', from, from + length);
}

export const parse = {
  refs: (body: Body): ObjectRef[] => readArray(cursorOf(body), 8, readRef),
  ref: (body: Body): ObjectRef => readRef(cursorOf(body)),
  uint: (body: Body): number => readUint(cursorOf(body)),
  role: (body: Body): RoleName => roleOf(readUint(cursorOf(body))),
  int: (body: Body): number => readInt(cursorOf(body)),
  bool: (body: Body): boolean => readUint(cursorOf(body)) !== 0,
  text: (body: Body): string => readText(cursorOf(body)),
  texts: (body: Body): string[] => readArray(cursorOf(body), 4, readText),
  states: (body: Body): States => readStates(cursorOf(body)),
  capabilities: (body: Body): ReadonlySet<Capability> => readCapabilities(body),
  actions: (body: Body): string[] =>
    readArray(cursorOf(body), 8, (cursor) => {
      align(cursor, 8);
      const name = readText(cursor);
      readText(cursor);
      readText(cursor);
      return name;
    }),
  /** An object's attributes by name. */
  attributes: (body: Body): Map<string, string> =>
    new Map(
      readArray(cursorOf(body), 8, (cursor) => {
        align(cursor, 8);
        return [readText(cursor), readText(cursor)];
      }),
    ),
  extents: (body: Body): Rect => {
    const cursor = cursorOf(body);
    return { x: readInt(cursor), y: readInt(cursor), width: readInt(cursor), height: readInt(cursor) };
  },
  variantText: (body: Body): string => {
    const cursor = cursorOf(body);
    return readVariantType(cursor) === 's' ? readText(cursor) : '';
  },
  variantRef: (body: Body): ObjectRef | undefined => {
    const cursor = cursorOf(body);
    return readVariantType(cursor) === '(so)' ? readRef(cursor) : undefined;
  },
  variantPair: (body: Body): [number, number] | undefined => {
    const cursor = cursorOf(body);
    if (readVariantType(cursor) !== '(ii)') return undefined;
    align(cursor, 8);
    return [readInt(cursor), readInt(cursor)];
  },
  /** The targets of one relation (AtspiRelationType); the reply is `a(ua(so))`. */
  relation: (body: Body, type: number): ObjectRef[] => {
    const relations = readArray(cursorOf(body), 8, (cursor) => {
      align(cursor, 8);
      return { type: readUint(cursor), targets: readArray(cursor, 8, readRef) };
    });
    return relations.flatMap((relation) => (relation.type === type ? relation.targets : []));
  },
  /** A property that is a number of any type. */
  variantNumber: (body: Body): number => {
    const cursor = cursorOf(body);
    const type = readVariantType(cursor);
    if (type === 'i') return readInt(cursor);
    if (type === 'u') return readUint(cursor);
    if (type !== 'd') return Number.NaN;
    align(cursor, 8);
    return cursor.view.getFloat64(cursor.at, true);
  },
  range: (body: Body): { start: number; end: number } => {
    const cursor = cursorOf(body);
    return { start: readInt(cursor), end: readInt(cursor) };
  },
};

function readStates(cursor: Cursor): States {
  const words = readUint(cursor) / 4;
  const low = words > 0 ? readUint(cursor) : 0;
  return statesOfBits(low, words > 1 ? readUint(cursor) : 0);
}

/** By the bytes of the reply: a program has few different lists of interfaces, each of up to ten long names. */
const capabilitySets = new Map<string, ReadonlySet<Capability>>();
const MAX_CAPABILITY_SETS = 256;

function readCapabilities(body: Body): ReadonlySet<Capability> {
  const bytes = (body.buffer as RawBuffer).latin1Slice(body.start, body.end);
  const known = capabilitySets.get(bytes);
  if (known) return known;
  const capabilities = capabilitiesOf(readArray(cursorOf(body), 4, readText));
  if (capabilitySets.size >= MAX_CAPABILITY_SETS) capabilitySets.clear();
  capabilitySets.set(bytes, capabilities);
  return capabilities;
}
