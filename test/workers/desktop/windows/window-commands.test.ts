import { expect, test } from 'vitest';
import type { DesktopState, WindowInfo } from '../../../../src/protocol/window.ts';
import type { CommandResult, WindowBackend, WindowCommand } from '../../../../src/workers/desktop/backend.ts';
import { activateWindow, arrangeWindow, closeWindow } from '../../../../src/workers/desktop/windows/window-commands.ts';
import { windowInfo } from '../../../support/window-info.ts';

/** A compositor whose windows change as `onCommand` says, given a way to change them later too. */
function compositor(
  windows: WindowInfo[],
  onCommand: (command: WindowCommand, change: (next: WindowInfo[]) => void) => CommandResult,
) {
  let now = windows;
  const listeners = new Set<() => void>();
  const commands: WindowCommand[] = [];
  const change = (next: WindowInfo[]): void => {
    now = next;
    for (const listener of listeners) listener();
  };
  const desktopState = (): DesktopState => ({ screens: [], desktops: [{ name: 'one', current: true }], windows: now });
  const backend: WindowBackend = {
    compositor: 'a fake',
    capture: { kind: 'none', reason: 'a fake', hint: '' },
    input: { kind: 'eis', busAddress: '' },
    state: async () => desktopState(),
    placedAtMs: () => new Map(),
    known: () => now,
    knownByAge: () => now,
    perform: async (command) => {
      commands.push(command);
      return onCommand(command, change);
    },
    reserveKeyboard: async () => desktopState(),
    freeKeyboard: async () => undefined,
    reservationRenewMs: 1000,
    cursorPosition: async () => ({ x: 0, y: 0 }),
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    removeLeftovers: async () => undefined,
    close: async () => undefined,
  };
  return { backend, commands, listeners };
}

const a = windowInfo('a', { pid: 1 });
const b = windowInfo('b', { pid: 2, active: true });
const question = windowInfo('q', { pid: 1, kind: 'dialog', parent: 'a', modal: true, active: true });

test('a window that comes to the front a little later is waited for', async () => {
  const { backend, listeners } = compositor([a, b], (_command, change) => {
    setTimeout(
      () =>
        change([
          { ...a, active: true },
          { ...b, active: false },
        ]),
      20,
    );
    return 'done';
  });
  expect(await activateWindow(backend, 'a')).toMatchObject({
    now: { id: 'a' },
    activeWindow: { id: 'a' },
    isBlocked: false,
  });
  expect(listeners.size).toBe(0);
});

test('a window that does not come to the front is given up after a second, and what is there is named', async () => {
  const { backend } = compositor([a, b], () => 'done');
  const started = performance.now();
  expect(await activateWindow(backend, 'a')).toMatchObject({
    now: { id: 'a' },
    activeWindow: { id: 'b' },
    isBlocked: false,
  });
  expect(performance.now() - started).toBeGreaterThan(900);
  expect(performance.now() - started).toBeLessThan(2000);
});

test('a dialog of the window in front says that it is blocked', async () => {
  const { backend } = compositor([a, b], (_command, change) => {
    change([a, { ...b, active: false }, question]);
    return 'done';
  });
  expect(await activateWindow(backend, 'a')).toMatchObject({ activeWindow: { id: 'q' }, isBlocked: true });
});

test('a window that was closed in between has no state, whatever was asked', async () => {
  const gone = () => compositor([b], () => 'gone').backend;
  expect((await activateWindow(gone(), 'a')).now).toBeUndefined();
  expect(await arrangeWindow(gone(), { id: 'a', arrangement: { state: 'maximize' } })).toMatchObject({
    now: undefined,
    isAsAsked: false,
  });
  expect((await closeWindow(gone(), 'a')).now).toBeUndefined();
});

test('a maximized window is restored before it is moved, so that it keeps its own size', async () => {
  const large = { ...a, maximized: true };
  const { backend, commands } = compositor([large], (command, change) => {
    if (command.kind === 'arrange' && command.state === 'restore') change([a]);
    if (command.kind === 'arrange' && command.place) change([{ ...a, frame: { ...a.frame, x: 5 } }]);
    return 'done';
  });
  expect(await arrangeWindow(backend, { id: 'a', arrangement: { place: { x: 5 } } })).toMatchObject({
    now: { frame: { x: 5, width: a.frame.width } },
    isAsAsked: true,
  });
  expect(commands).toEqual([
    { kind: 'arrange', id: 'a', state: 'restore' },
    { kind: 'arrange', id: 'a', place: { x: 5 } },
  ]);
});

test('what a window became is told when it is not what was asked for', async () => {
  const least = { ...a, frame: { ...a.frame, width: 320 } };
  const { backend } = compositor([a], (_command, change) => {
    change([least]);
    return 'done';
  });
  expect(await arrangeWindow(backend, { id: 'a', arrangement: { place: { width: 10 } } })).toMatchObject({
    now: { frame: { width: 320 } },
    isAsAsked: false,
  });
});

test('a question that opens ends the wait for the window to close', async () => {
  const { backend } = compositor([a, b], (_command, change) => {
    setTimeout(() => change([a, b, question]), 20);
    return 'done';
  });
  const started = performance.now();
  expect(await closeWindow(backend, 'a')).toMatchObject({ now: { id: 'a' }, isRefused: false, opened: [{ id: 'q' }] });
  expect(performance.now() - started).toBeLessThan(800);
});

test('a window that does not let itself be closed is not waited for', async () => {
  const { backend } = compositor([a], () => 'refused');
  const started = performance.now();
  expect(await closeWindow(backend, 'a')).toMatchObject({ now: { id: 'a' }, isRefused: true });
  expect(performance.now() - started).toBeLessThan(800);
});

test('a cancelled command is waited for no longer', async () => {
  const { backend, listeners } = compositor([a, b], () => 'done');
  await expect(activateWindow(backend, 'a', AbortSignal.timeout(20))).rejects.toMatchObject({ code: 'aborted' });
  expect(listeners.size).toBe(0);
});
