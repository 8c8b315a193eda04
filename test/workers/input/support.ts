/** The input actor behind a channel in this thread, with a recording backend. No assertions here. */
import { MessageChannel } from 'node:worker_threads';
import { onTestFinished } from 'vitest';
import { connect, serve } from '../../../src/protocol/channel.ts';
import type { Grant, Tier } from '../../../src/protocol/grant.ts';
import type { ClickRequest, DesktopForInput, InputActor } from '../../../src/protocol/input.ts';
import { createStopFlag } from '../../../src/protocol/stop-flag.ts';
import type { DesktopState, WindowInfo } from '../../../src/protocol/window.ts';
import { createInputActor } from '../../../src/workers/input/actor.ts';
import { windowInfo } from '../../support/window-info.ts';
import { createRecordingBackend } from './recording-backend.ts';

export const kate = windowInfo('1', { title: 'notes – Kate', pid: 100, active: true, stacking: 1 });
export const click: ClickRequest = { point: { x: 10, y: 20 }, button: 'left', clicks: 1, modifiers: [], holdMs: 0 };

/** A grant of a call that needs full, for applications of a tier. */
export function reaching(pids: number[], classes: string[], tier: Tier = 'full'): Grant {
  const at = <T>(keys: T[]): Map<T, Tier> => new Map(keys.map((key) => [key, tier]));
  return grant({ needs: 'full', pids: at(pids), classes: at(classes) });
}

export function grant(grantedApps: Grant['grantedApps'] = 'all', forMs = 60_000): Grant {
  return { session: 'main', grantedApps, untilMs: Date.now() + forMs };
}

/** Starts it; `desktop` is what the desktop worker says, and how often it was asked. */
export function startActor() {
  const backend = createRecordingBackend();
  const stopFlag = createStopFlag();
  const desktop = {
    activeWindow: kate as WindowInfo | undefined,
    others: [] as WindowInfo[],
    asked: 0,
    onReserve: () => undefined as void,
  };
  const desktopState = async (): Promise<DesktopState> => {
    desktop.asked++;
    const windows = desktop.activeWindow ? [desktop.activeWindow, ...desktop.others] : desktop.others;
    return { screens: [], desktops: [], windows };
  };
  const reserveKeyboard = (): Promise<DesktopState> => {
    backend.lines.push('reserve');
    return desktopState();
  };
  const reserveForActive: DesktopForInput['reserveForActive'] = async () => {
    const pid = desktop.activeWindow?.pid;
    desktop.onReserve();
    return { pid, desktopState: await reserveKeyboard() };
  };
  const freeKeyboard = (): void => void backend.lines.push('free');
  const { port1, port2 } = new MessageChannel();
  serve(
    port1,
    createInputActor({
      backend,
      desktop: { state: desktopState, reserveKeyboard, reserveForActive, freeKeyboard },
      stopFlag,
    }),
  );
  const { call } = connect<InputActor>(port2, () => undefined);
  onTestFinished(() => port1.close());
  return { backend, stopFlag, desktop, call };
}
