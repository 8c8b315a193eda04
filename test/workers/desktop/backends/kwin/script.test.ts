/** The script as KWin runs it, on a workspace of plain objects: what it pushes is what the model reads. */
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { kwinScript } from '../../../../../src/workers/desktop/backends/kwin/script.ts';
import {
  applyPush,
  EMPTY_MODEL,
  type Push,
  toDesktopState,
} from '../../../../../src/workers/desktop/backends/kwin/window-model.ts';

const rect = { x: 0, y: 0, width: 80, height: 60 };

/** A signal of KWin's scripting API. */
function signal() {
  const listeners: ((...args: unknown[]) => void)[] = [];
  return {
    connect: (listener: (...args: unknown[]) => void) => void listeners.push(listener),
    emit: (...args: unknown[]) => {
      for (const listener of listeners) listener(...args);
    },
  };
}

function kwinWindow(id: string) {
  return {
    internalId: { toString: () => id },
    caption: `the ${id}`,
    resourceClass: id,
    pid: 7,
    normalWindow: true,
    closeable: true,
    minimized: false,
    maximizeMode: 0,
    fullScreen: false,
    frameGeometry: rect,
    clientGeometry: rect,
    bufferGeometry: rect,
    output: { name: 'X11-0' },
    desktops: [{ id: 'd1', name: 'Desktop 1' }],
    closeWindow: () => undefined,
  };
}

/** Runs the script; `ask` answers its question for a command. */
function startScript() {
  const [below, above] = [kwinWindow('below'), kwinWindow('above')];
  const desktop = { id: 'd1', name: 'Desktop 1' };
  const workspace = {
    stackingOrder: [below, above],
    activeWindow: above as unknown,
    screens: [{ name: 'X11-0', geometry: rect, devicePixelRatio: 1 }],
    desktops: [desktop],
    currentDesktop: desktop,
    windowList: () => [above, below],
    windowAdded: signal(),
    windowRemoved: signal(),
    windowActivated: signal(),
    screensChanged: signal(),
    virtualScreenGeometryChanged: signal(),
    desktopsChanged: signal(),
    currentDesktopChanged: signal(),
  };
  const pushes: Push[] = [];
  let answer = (_text: string): void => undefined;
  const callDBus = (...args: unknown[]): void => {
    const [, , , member, last] = args;
    if (member === 'push') pushes.push(JSON.parse(String(last)) as Push);
    if (member === 'next') answer = last as (text: string) => void;
  };
  runInNewContext(kwinScript(':1.2'), { workspace, callDBus });
  const state = () => toDesktopState(pushes.reduce(applyPush, EMPTY_MODEL), 1);
  return { workspace, below, pushes, state, command: (command: object) => answer(JSON.stringify(command)) };
}

test('the model knows windows, stacking, screens and desktops after the first pushes', () => {
  const { state, pushes } = startScript();
  expect(state().windows.map(({ id, active, stacking, kind }) => [id, active, stacking, kind])).toEqual([
    ['below', false, 0, 'normal'],
    ['above', true, 1, 'normal'],
  ]);
  expect(state().screens).toEqual([{ name: 'X11-0', rect, scale: 1 }]);
  expect(state().desktops).toEqual([{ name: 'Desktop 1', current: true }]);
  expect(pushes.at(-1)).toEqual({ ready: true });
});

test('the model follows another stacking order', () => {
  const { workspace, below, state } = startScript();
  workspace.stackingOrder.reverse();
  workspace.activeWindow = below;
  workspace.windowActivated.emit(below);
  expect(state().windows.map(({ id, active }) => [id, active])).toEqual([
    ['above', false],
    ['below', true],
  ]);
});

test('a command is carried out, and what came of it is pushed under its number', () => {
  const { workspace, below, pushes, command } = startScript();
  command({ number: 1, kind: 'activate', id: 'below' });
  expect(workspace.activeWindow).toBe(below);
  expect(pushes.at(-1)).toEqual({ done: { number: 1, answer: 'done' } });
  below.closeable = false;
  command({ number: 2, kind: 'close', id: 'below' });
  command({ number: 3, kind: 'close', id: 'nobody' });
  expect(pushes.slice(-2)).toEqual([
    { done: { number: 2, answer: 'refused' } },
    { done: { number: 3, answer: 'gone' } },
  ]);
});
