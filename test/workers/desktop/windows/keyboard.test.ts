import { expect, test, vi } from 'vitest';
import { type GrantedApps, justProcess } from '../../../../src/protocol/grant.ts';
import type { DesktopState } from '../../../../src/protocol/window.ts';
import type { WindowBackend } from '../../../../src/workers/desktop/backend.ts';
import { createKeyboard } from '../../../../src/workers/desktop/windows/keyboard.ts';
import { windowInfo } from '../../../support/window-info.ts';

const grantedApps: GrantedApps = { needs: 'click', pids: new Map([[1, 'full']]), classes: new Map() };
const shown: DesktopState = { screens: [], desktops: [], windows: [windowInfo('kate', { active: true, pid: 7 })] };
const bare: DesktopState = { ...shown, windows: [] };

function start(before = shown) {
  const calls: string[] = [];
  const reserved: GrantedApps[] = [];
  const compositor: Partial<WindowBackend> = {
    state: async () => before,
    reservationRenewMs: 1000,
    reserveKeyboard: async (apps) => {
      calls.push('reserve');
      reserved.push(apps);
      return shown;
    },
    freeKeyboard: async () => void calls.push('free'),
  };
  return { calls, reserved, keyboard: createKeyboard(async () => compositor as WindowBackend) };
}

test('reserves for the applications of the grant until it is freed', async () => {
  const { calls, reserved, keyboard } = start();
  expect(await keyboard.reserveKeyboard(grantedApps)).toBe(shown);
  await keyboard.freeKeyboard();
  expect([calls, reserved]).toEqual([['reserve', 'free'], [grantedApps]]);
});

test('reserves for the process in front, when there is one', async () => {
  const { reserved, keyboard } = start();
  expect(await keyboard.reserveForActive()).toEqual({ pid: 7, desktopState: shown });
  expect(reserved).toEqual([justProcess(7)]);
  const none = start(bare);
  expect(await none.keyboard.reserveForActive()).toEqual({ pid: undefined, desktopState: bare });
  expect(none.calls).toEqual([]);
});

test('is renewed while it is up, as often as the compositor needs it', async () => {
  const { calls, keyboard } = start();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  await keyboard.reserveKeyboard(grantedApps);
  for (const nowMs of [500, 1000, 1500, 2400, 2600]) {
    clock.mockReturnValue(nowMs);
    await keyboard.renew();
  }
  await keyboard.freeKeyboard();
  clock.mockReturnValue(9000);
  await keyboard.renew();
  clock.mockRestore();
  expect(calls).toEqual(['reserve', 'reserve', 'reserve', 'free']);
});

test('ends with its worker, and only once', async () => {
  const { calls, keyboard } = start();
  keyboard.close();
  await keyboard.reserveKeyboard(grantedApps);
  keyboard.close();
  await keyboard.freeKeyboard();
  expect(calls).toEqual(['reserve', 'free']);
});
