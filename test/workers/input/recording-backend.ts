import { readFileSync } from 'node:fs';
import type { InputBackend } from '../../../src/workers/input/backend.ts';

export interface RecordingBackend extends InputBackend {
  /** What was sent, as lines: "key 30 down", "button 272 up", "move 10,20", "sync". */
  lines: string[];
  /** Called before an event is noted; may throw, as a broken connection does. */
  before: (line: string) => void;
  layout: { text: string; group: number };
}

/** A keymap of test/workers/input/fixtures. */
export function fixture(name: string): string {
  return readFileSync(new URL(`fixtures/${name}.xkb`, import.meta.url), 'utf8');
}

/** A backend with one 1280x800 screen and a US keyboard that notes what it is told. */
export function createRecordingBackend(): RecordingBackend {
  const note = (line: string): void => {
    backend.before(line);
    backend.lines.push(line);
  };
  const way = (isDown: boolean): string => (isDown ? 'down' : 'up');
  const backend: RecordingBackend = {
    lines: [],
    before: () => undefined,
    layout: { text: fixture('us'), group: 0 },
    name: 'recording',
    ready: async () => undefined,
    motion: ({ x, y }) => note(`move ${x},${y}`),
    button: (code, isDown) => note(`button ${code} ${way(isDown)}`),
    key: (code, isDown) => note(`key ${code} ${way(isDown)}`),
    sync: async () => note('sync'),
    keymap: () => backend.layout,
    regions: () => [{ x: 0, y: 0, width: 1280, height: 800 }],
    devices: () => ['a keyboard'],
    close: () => undefined,
  };
  return backend;
}
