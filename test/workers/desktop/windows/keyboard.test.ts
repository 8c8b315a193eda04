import { expect, test, vi } from 'vitest';
import type { GrantedApps } from '../../../../src/protocol/grant.ts';
import type { DesktopState } from '../../../../src/protocol/window.ts';
import type { Reservation, WindowBackend } from '../../../../src/workers/desktop/backend.ts';
import { createKeyboard } from '../../../../src/workers/desktop/windows/keyboard.ts';
import { windowInfo } from '../../../support/window-info.ts';

const grantedApps: GrantedApps = {
  needs: 'click',
  pids: new Map([
    [1, 'full'],
    [2, 'click'],
    [3, 'view'],
    [4, 'ask'],
  ]),
  classes: new Map([['xterm', 'full']]),
};

const shown: DesktopState = { screens: [], desktops: [], windows: [windowInfo('kate', { active: true, pid: 7 })] };
const bare: DesktopState = { ...shown, windows: [] };

function start(before = shown) {
  const told: (Reservation | undefined)[] = [];
  const reserveKeyboard = async (reservation: Reservation | undefined): Promise<DesktopState> => {
    told.push(reservation);
    return shown;
  };
  return {
    told,
    keyboard: createKeyboard(async () => ({ state: async () => before, reserveKeyboard }) as unknown as WindowBackend),
  };
}

const isReserved = (told: (Reservation | undefined)[]): boolean[] => told.map((one) => one !== undefined);

test('tells the compositor who may have the keyboard and who may not', async () => {
  const { told, keyboard } = start();
  expect(await keyboard.reserveKeyboard(grantedApps)).toBe(shown);
  await keyboard.freeKeyboard();
  expect(told).toEqual([
    { pids: { 1: true, 2: true, 3: false, 4: false }, classes: { xterm: true }, leaseMs: 5000 },
    undefined,
  ]);
});

test('keeps it with the process in front, when there is one', async () => {
  const { told, keyboard } = start();
  expect(await keyboard.reserveForActive()).toEqual({ pid: 7, desktopState: shown });
  expect(told).toEqual([{ pids: { 7: true }, classes: {}, leaseMs: 5000 }]);
  const none = start(bare);
  expect(await none.keyboard.reserveForActive()).toEqual({ pid: undefined, desktopState: bare });
  expect(none.told).toEqual([]);
});

test('is renewed while it is up, once a second', async () => {
  const { told, keyboard } = start();
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
  expect(isReserved(told)).toEqual([true, true, true, false]);
});

test('ends with its worker, and only once', async () => {
  const { told, keyboard } = start();
  keyboard.close();
  await keyboard.reserveKeyboard(grantedApps);
  keyboard.close();
  await keyboard.freeKeyboard();
  expect(isReserved(told)).toEqual([true, false]);
});
