import { expect, test, vi } from 'vitest';
import type { GrantedApps } from '../../../../src/protocol/grant.ts';
import type { DesktopState } from '../../../../src/protocol/window.ts';
import type { WindowBackend } from '../../../../src/workers/desktop/backend.ts';
import { createKeyboard } from '../../../../src/workers/desktop/windows/keyboard.ts';
import { windowInfo } from '../../../support/window-info.ts';

const grantedApps: GrantedApps = { needs: 'click', pids: new Map([[1, 'full']]), classes: new Map() };
const shown: DesktopState = { screens: [], desktops: [], windows: [windowInfo('kate')] };

function start() {
  const calls: string[] = [];
  const compositor: Partial<WindowBackend> = {
    reservationRenewMs: 1000,
    reserveKeyboard: async (apps) => {
      calls.push(apps === grantedApps ? 'reserve' : 'reserve others');
      return shown;
    },
    freeKeyboard: async () => void calls.push('free'),
  };
  return { calls, keyboard: createKeyboard(async () => compositor as WindowBackend) };
}

test('reserves for the applications of the grant until it is freed', async () => {
  const { calls, keyboard } = start();
  expect(await keyboard.reserveKeyboard(grantedApps)).toBe(shown);
  await keyboard.freeKeyboard();
  expect(calls).toEqual(['reserve', 'free']);
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
