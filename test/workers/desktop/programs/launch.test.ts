import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { LaunchReply } from '../../../../src/protocol/desktop.ts';
import type { WindowInfo } from '../../../../src/protocol/window.ts';
import type { CommandLine } from '../../../../src/workers/desktop/model/shell.ts';
import { launch } from '../../../../src/workers/desktop/programs/launch.ts';
import type { AttachedDesktop } from '../../../../src/workers/desktop/sessions/attached-desktop.ts';
import type { Program } from '../../../../src/workers/desktop/sessions/program.ts';
import { LAUNCH_VARIABLE, processesIn } from '../../../../src/workers/platform/linux/processes.ts';
import { windowInfo } from '../../../support/window-info.ts';

/** Process id of what is launched. */
const PID = 70;

interface Course {
  /** Windows that there are, and that there are once the program has run for a while. */
  before: WindowInfo[];
  later?: { afterMs: number; windows: WindowInfo[] };
  /** When the program ends, well; without it it sleeps on. */
  endsAfterMs?: number;
  /** Which desktop it is; the user's own by default. */
  kind?: 'live' | 'virtual';
  env?: Record<string, string>;
  /** Another process of it runs. */
  isRunning?: boolean;
  /** Classes of windows that programs had before, by path. */
  windowClasses?: Map<string, string>;
}

/** Launches `true` on a desktop where things take this course. */
async function launched({
  before,
  later,
  endsAfterMs,
  kind = 'live',
  env = {},
  isRunning = false,
  windowClasses = new Map(),
}: Course): Promise<LaunchReply & { ms: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'launch-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'applications'));
  writeFileSync(
    join(folder, 'applications', 'true.desktop'),
    '[Desktop Entry]\nType=Application\nName=True\nExec=true\n',
  );
  mkdirSync(join(folder, '7'));
  writeFileSync(join(folder, '7', 'cmdline'), isRunning ? '/opt/true\0' : '/opt/false\0');
  const listeners = new Set<() => void>();
  let windows = before;
  const run = async (id: string, { argv }: CommandLine): Promise<Program> => {
    const process = join(folder, String(PID));
    mkdirSync(process);
    writeFileSync(join(process, 'environ'), `${LAUNCH_VARIABLE}=${id}\0`);
    writeFileSync(join(process, 'stat'), `${PID} (true) S 1 70 70 0 -1 0 1 2 3 4 50 7 0 0`);
    const log = join(folder, 'log');
    writeFileSync(log, '');
    const program = { pid: PID, argv, log, exitCode: undefined as number | undefined };
    const ended = delay(endsAfterMs ?? 60_000, 0, { ref: false }).then((code) => {
      rmSync(process, { recursive: true });
      program.exitCode = code;
      return code;
    });
    const go = (): void => {
      windows = later?.windows ?? before;
      for (const listener of listeners) listener();
    };
    if (later) setTimeout(go, later.afterMs);
    return Object.assign(program, { ended });
  };
  const desktop = {
    wiring: { kind },
    environment: { PATH: '/usr/bin:/bin', HOME: folder, XDG_DATA_DIRS: folder },
    logFolder: folder,
    profileFolder: undefined,
    windowClasses,
    host: { processes: processesIn(folder), run },
    windows: {
      state: async () => ({ screens: [], desktops: [], windows }),
      known: () => windows,
      onChange: (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  };
  const startMs = performance.now();
  const request = { app: 'true', args: [], env, waitMs: 10_000 };
  const reply = await launch(desktop as unknown as AttachedDesktop, { request, keep: () => undefined });
  return { ...reply, ms: performance.now() - startMs };
}

const old = windowInfo('old', { app: 'true', pid: 7, active: true });

test('a window that the running instance opens more than a second after the launch is seen', async () => {
  const windows = [{ ...old, active: false }, windowInfo('new', { app: 'true', pid: 7, active: true })];
  const reply = await launched({ before: [old], later: { afterMs: 1400, windows }, endsAfterMs: 300 });
  expect(reply).toMatchObject({ window: { id: 'new' }, isHandedOver: true, exitCode: 0 });
});

test('an instance that is still without a window is waited for, and its window is seen', async () => {
  const later = { afterMs: 1400, windows: [windowInfo('new', { app: 'true', pid: 7, active: true })] };
  const reply = await launched({ before: [], later, endsAfterMs: 100, isRunning: true });
  expect(reply).toMatchObject({ window: { id: 'new' }, isHandedOver: true, exitCode: 0 });
});

test('a launch that ended and left nothing to be seen names the running instance', async () => {
  const reply = await launched({ before: [old], endsAfterMs: 100 });
  expect(reply).toMatchObject({ window: { id: 'old' }, isHandedOver: true, exitCode: 0 });
});

test('a running instance is known by the windows that the program had before, whatever their class', async () => {
  const other = { ...old, app: 'other-name' };
  const course = { before: [other], endsAfterMs: 100 };
  expect((await launched(course)).window).toBeUndefined();
  const windowClasses = new Map([[(await launched(course)).command[0] ?? '', 'other-name']]);
  expect(await launched({ ...course, windowClasses })).toMatchObject({ window: { id: 'old' }, isHandedOver: true });
});

test('a launch that does nothing beside a running instance is not waited for to the end', async () => {
  const reply = await launched({ before: [old] });
  expect(reply).toMatchObject({ window: { id: 'old' }, isHandedOver: true });
  expect([reply.exitCode, reply.ms < 5000]).toEqual([undefined, true]);
});

test('a program that ended without a window, beside none of its kind, is told at once', async () => {
  const reply = await launched({ before: [windowInfo('other')], endsAfterMs: 100 });
  expect(reply).toMatchObject({ window: undefined, exitCode: 0 });
  expect(reply.ms).toBeLessThan(1500);
});

test.each(['live', 'virtual'] as const)('whose PATH finds the program: %s', async (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'launch-path-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'true'), '#!/bin/sh\n', { mode: 0o755 });
  const { command } = await launched({ before: [], endsAfterMs: 1, kind, env: { PATH: folder } });
  expect(command[0]?.startsWith(folder)).toBe(kind === 'virtual');
});
