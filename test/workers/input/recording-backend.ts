import { readFileSync } from 'node:fs';
import type { InputBackend } from '../../../src/workers/input/backend.ts';
import type { Control, InputEvent } from '../../../src/workers/input/model/events.ts';
import type { Keymap } from '../../../src/workers/input/model/keymap.ts';
import type { InputTraits } from '../../../src/workers/input/model/traits.ts';
import { parseXkbKeymap } from '../../../src/workers/input/model/xkb-keymap.ts';

export interface RecordingBackend extends InputBackend {
  /** What was sent, as lines: "key 30 down", "button 272 up", "move 10,20", "wheel 0,120", "touch-up 0 1", "sync". */
  lines: string[];
  traits: InputTraits;
  /** Called before an event is noted; may throw, as a broken connection does. */
  before: (line: string) => void;
  layout: Keymap;
  /** The device of each kind of control; a test changes one to play a replacement. */
  replaceable: Record<Control['device'], string>;
}

/** A keymap of test/workers/input/fixtures. */
export function fixture(name: string): string {
  return readFileSync(new URL(`fixtures/${name}.xkb`, import.meta.url), 'utf8');
}

/** An event as a line. */
export function lineOf(event: InputEvent): string {
  switch (event.kind) {
    case 'press':
    case 'release':
      return `${event.control.device} ${event.control.code} ${event.kind === 'press' ? 'down' : 'up'}`;
    case 'move':
      return `move ${event.point.x},${event.point.y}`;
    case 'wheel':
    case 'scroll':
      return `${event.kind} ${event.by.dx},${event.by.dy}`;
    case 'scroll-stop':
      return event.kind;
    case 'touch-down':
    case 'touch-move':
      return `${event.kind} ${event.touches.map(({ finger, point }) => `${finger}@${point.x},${point.y}`).join(' ')}`;
    case 'touch-up':
      return `${event.kind} ${event.fingers.join(' ')}`;
  }
}

/** A backend with one 1280x800 screen and a US keyboard that records what it is sent. */
export function createRecordingBackend(): RecordingBackend {
  const note = (line: string): void => {
    backend.before(line);
    backend.lines.push(line);
  };
  const backend: RecordingBackend = {
    lines: [],
    before: () => undefined,
    layout: parseXkbKeymap(fixture('us'), 0),
    replaceable: { key: 'keyboard 1', button: 'pointer 1', finger: 'pointer 1' },
    name: 'recording',
    traits: { eventRate: { burst: 2_400, perSecond: 1_000 }, replacesDevicesLate: true },
    ready: async () => undefined,
    send: (event) => note(lineOf(event)),
    sync: async () => note('sync'),
    deviceOf: ({ device }) => backend.replaceable[device],
    keymap: () => backend.layout,
    regions: () => [{ x: 0, y: 0, width: 1280, height: 800 }],
    devices: () => ['a keyboard'],
    close: () => note('close'),
  };
  return backend;
}
