/** A window of the compositor for tests. No assertions here. */
import type { WindowInfo } from '../../src/protocol/window.ts';

const rect = { x: 0, y: 0, width: 100, height: 100 };

/** A window of Kate, with what a test wants otherwise. */
export function windowInfo(id: string, parts: Partial<WindowInfo> = {}): WindowInfo {
  return {
    id,
    title: id,
    app: 'org.kde.kate',
    pid: 1,
    kind: 'normal',
    active: false,
    minimized: false,
    maximized: false,
    fullscreen: false,
    frame: rect,
    client: rect,
    buffer: rect,
    output: 'X11-0',
    desktops: [],
    stacking: 0,
    ...parts,
  };
}
