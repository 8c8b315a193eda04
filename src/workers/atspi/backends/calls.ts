/**
 * The calls of AT-SPI that reads are made of, and parsers of their replies by signature.
 * Interfaces and signatures: the XML files of at-spi2-core 2.56, xml/*.xml. Never Properties.GetAll or Introspect: both
 * kill Qt 6.8 programs when asked of an accessible.
 */
import type { Rect } from '../../../protocol/geometry.ts';
import type { Body } from '../../platform/bus-calls.ts';
import { encodeBody } from '../../platform/bus-message.ts';
import { createTemplate, type Template } from '../../platform/bus-template.ts';
import { INTERFACE, type ObjectRef, SEARCHED_CHARS } from '../model/node.ts';
import type { States } from '../model/states.ts';

const A = 'org.a11y.atspi';
const PROPERTIES = 'org.freedesktop.DBus.Properties';

/** Path of an application's root object. */
export const ROOT_PATH = '/org/a11y/atspi/accessible/root';
export const REGISTRY: ObjectRef = { bus: `${A}.Registry`, path: ROOT_PATH };
export const EVENTS: ObjectRef = { bus: `${A}.Registry`, path: '/org/a11y/atspi/registry' };

const plain = (name: string, member: string): Template => createTemplate({ interface: `${A}.${name}`, member });
const property = (name: string, member: string): Template =>
  createTemplate({ interface: PROPERTIES, member: 'Get', signature: 'ss', args: [`${A}.${name}`, member] });

const extentsIn = (coordinates: number): Template =>
  createTemplate({ interface: `${A}.Component`, member: 'GetExtents', signature: 'u', args: [coordinates] });

export const CALL = {
  children: plain('Accessible', 'GetChildren'),
  childCount: property('Accessible', 'ChildCount'),
  childAtIndex: createTemplate({ interface: `${A}.Accessible`, member: 'GetChildAtIndex', signature: 'i' }),
  role: plain('Accessible', 'GetRole'),
  states: plain('Accessible', 'GetState'),
  interfaces: plain('Accessible', 'GetInterfaces'),
  name: property('Accessible', 'Name'),
  description: property('Accessible', 'Description'),
  relations: plain('Accessible', 'GetRelationSet'),
  parent: property('Accessible', 'Parent'),
  toolkit: property('Application', 'ToolkitName'),
  actions: plain('Action', 'GetActions'),
  actionCount: property('Action', 'NActions'),
  actionName: createTemplate({ interface: `${A}.Action`, member: 'GetName', signature: 'i' }),
  doAction: createTemplate({ interface: `${A}.Action`, member: 'DoAction', signature: 'i' }),
  /** The beginning of a text, and one character more, which tells whether it goes on. */
  textStart: createTemplate({
    interface: `${A}.Text`,
    member: 'GetText',
    signature: 'ii',
    args: [0, SEARCHED_CHARS + 1],
  }),
  text: createTemplate({ interface: `${A}.Text`, member: 'GetText', signature: 'ii' }),
  characterCount: property('Text', 'CharacterCount'),
  caret: property('Text', 'CaretOffset'),
  selectionCount: plain('Text', 'GetNSelections'),
  selection: createTemplate({ interface: `${A}.Text`, member: 'GetSelection', signature: 'i', args: [0] }),
  setCaret: createTemplate({ interface: `${A}.Text`, member: 'SetCaretOffset', signature: 'i' }),
  /** The first selected child of a list or combo box. */
  selectedChild: createTemplate({
    interface: `${A}.Selection`,
    member: 'GetSelectedChild',
    signature: 'i',
    args: [0],
  }),
  insertText: createTemplate({ interface: `${A}.EditableText`, member: 'InsertText', signature: 'isi' }),
  deleteText: createTemplate({ interface: `${A}.EditableText`, member: 'DeleteText', signature: 'ii' }),
  value: property('Value', 'CurrentValue'),
  minimum: property('Value', 'MinimumValue'),
  maximum: property('Value', 'MaximumValue'),
  /** By coordinate type: 0 SCREEN, 1 WINDOW (AtspiCoordType). */
  extents: { 0: extentsIn(0), 1: extentsIn(1) },
  registerEvent: createTemplate({ interface: `${A}.Registry`, member: 'RegisterEvent', signature: 'sass' }),
  deregisterEvent: createTemplate({ interface: `${A}.Registry`, member: 'DeregisterEvent', signature: 's' }),
  processId: createTemplate({
    interface: 'org.freedesktop.DBus',
    member: 'GetConnectionUnixProcessID',
    signature: 's',
  }),
} as const;

/** The arguments of a call that takes numbers. */
export function numbersBody(...numbers: number[]): Buffer {
  return encodeBody('i'.repeat(numbers.length), numbers);
}

/** AtspiRelationType (atspi-constants.h, at-spi2-core 2.56): a browser's window embeds the page of its active tab. */
export const RELATION_EMBEDS = 13;

/** Walks through the arguments of a reply. Alignment counts from the body's start, which is aligned to 8. */
interface Cursor {
  buffer: Buffer;
  start: number;
  at: number;
}

function cursorOf({ buffer, start }: Body): Cursor {
  return { buffer, start, at: start };
}

function align(cursor: Cursor, alignment: number): void {
  cursor.at += (alignment - ((cursor.at - cursor.start) & (alignment - 1))) & (alignment - 1);
}

function readUint(cursor: Cursor): number {
  align(cursor, 4);
  cursor.at += 4;
  return cursor.buffer.readUInt32LE(cursor.at - 4);
}

function readInt(cursor: Cursor): number {
  align(cursor, 4);
  cursor.at += 4;
  return cursor.buffer.readInt32LE(cursor.at - 4);
}

function readText(cursor: Cursor): string {
  const length = readUint(cursor);
  const from = cursor.at;
  cursor.at += length + 1;
  return cursor.buffer.toString('utf8', from, from + length);
}

function readRef(cursor: Cursor): ObjectRef {
  align(cursor, 8);
  return { bus: readText(cursor), path: readText(cursor) };
}

/** Reads an array element by element. */
function readArray<T>(cursor: Cursor, alignment: number, element: (cursor: Cursor) => T): T[] {
  const length = readUint(cursor);
  align(cursor, alignment);
  const end = cursor.at + length;
  const elements: T[] = [];
  while (cursor.at < end) elements.push(element(cursor));
  return elements;
}

/** Skips the signature of a variant and returns its first letter. */
function readVariantType(cursor: Cursor): string {
  const length = cursor.buffer.readUInt8(cursor.at);
  cursor.at += length + 2;
  return cursor.buffer.toString('latin1', cursor.at - length - 1, cursor.at - length);
}

export const parse = {
  refs: (body: Body): ObjectRef[] => readArray(cursorOf(body), 8, readRef),
  ref: (body: Body): ObjectRef => readRef(cursorOf(body)),
  uint: (body: Body): number => readUint(cursorOf(body)),
  int: (body: Body): number => readInt(cursorOf(body)),
  bool: (body: Body): boolean => readUint(cursorOf(body)) !== 0,
  text: (body: Body): string => readText(cursorOf(body)),
  states: (body: Body): States => readStates(cursorOf(body)),
  interfaces: (body: Body): number => readInterfaces(cursorOf(body)),
  actions: (body: Body): string[] =>
    readArray(cursorOf(body), 8, (cursor) => {
      align(cursor, 8);
      const name = readText(cursor);
      readText(cursor);
      readText(cursor);
      return name;
    }),
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
    return readVariantType(cursor) === '(' ? readRef(cursor) : undefined;
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
    return cursor.buffer.readDoubleLE(cursor.at);
  },
  range: (body: Body): { start: number; end: number } => {
    const cursor = cursorOf(body);
    return { start: readInt(cursor), end: readInt(cursor) };
  },
};

function readStates(cursor: Cursor): States {
  const [low = 0, high = 0] = readArray(cursor, 4, readUint);
  return [low, high];
}

const INTERFACE_BITS = new Map<string, number>([
  [`${A}.Action`, INTERFACE.action],
  [`${A}.Text`, INTERFACE.text],
  [`${A}.EditableText`, INTERFACE.editableText],
  [`${A}.Value`, INTERFACE.value],
  [`${A}.Component`, INTERFACE.component],
  [`${A}.Selection`, INTERFACE.selection],
]);

function readInterfaces(cursor: Cursor): number {
  return readArray(cursor, 4, readText).reduce((bits, name) => bits | (INTERFACE_BITS.get(name) ?? 0), 0);
}
