/** The desktop that this server runs in: attached to, never started or ended. */
import { rm } from 'node:fs/promises';
import { DesktopError } from '../../../base/errors.ts';
import { log } from '../../../base/log.ts';
import { connectSessionBus, type SessionBus } from '../../platform/dbus/session-bus.ts';
import { attachCompositor, type WindowBackend } from '../backend.ts';
import { type Environment, liveEnvironment } from '../model/environment.ts';
import { setEnabled, switchOn, watchService } from './accessibility.ts';
import type { AttachedDesktop } from './attached-desktop.ts';
import { readKeyring } from './keyring.ts';
import { makeLiveFolder, noteSwitchedOn, removeDeadFolders } from './live-folder.ts';
import { createLocalHost } from './local-host.ts';

export interface LiveListeners {
  /** The desktop has ended. */
  onEnded: (reason: string) => void;
  /** A service has ended, and what no longer works. */
  onTrouble: (text: string) => void;
}

/**
 * Attaches to the desktop of `own`, the server's environment; the caller ends it. Switches accessibility on.
 * Fails with `unsupported` when there is no desktop, or its compositor is none that we know.
 */
export async function attachLive(
  own: Environment,
  { onEnded, onTrouble }: LiveListeners,
  signal?: AbortSignal,
): Promise<AttachedDesktop> {
  const { bus, busAddress } = await connectDesktop(own);
  const folder = await makeLiveFolder(own);
  const host = createLocalHost();
  let windows: WindowBackend | undefined;
  const disconnect = async (): Promise<void> => {
    bus.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    windows = await attachCompositor({ bus, busAddress, folder, environment: own }, signal);
    const { close, compositor, capture, input, removeLeftovers } = windows;
    const { wasSwitchedOn } = await removeDeadFolders(own, removeLeftovers);
    const accessibility = await switchOn(bus, signal);
    const isToSwitchOff = accessibility.wasOff || wasSwitchedOn;
    if (isToSwitchOff) await noteSwitchedOn(folder);
    await watchService(bus, accessibility.address, onTrouble);
    const reader = { kind: 'at-spi', busAddress: accessibility.address, sessionBusAddress: busAddress } as const;
    bus.onLost(() => onEnded('The session bus of this desktop ended.'));
    return {
      wiring: { kind: 'live', reader, input, capture, compositor, warnings: [] },
      windows,
      bus,
      host,
      environment: liveEnvironment(own),
      logFolder: folder,
      profileFolder: undefined,
      windowClasses: new Map(),
      secret: (name, signal) => readKeyring(bus, name, signal),
      end: async (launched) => {
        const count = await host.end(launched);
        await restore([close(), ...(isToSwitchOff ? [setEnabled(bus, false)] : [])]);
        await disconnect();
        return count;
      },
    };
  } catch (error) {
    if (windows) await restore([windows.close()]);
    await disconnect();
    throw error;
  }
}

/** The session bus of a Wayland desktop. Fails with `unsupported` when this server runs in none. */
async function connectDesktop(own: Environment): Promise<{ bus: SessionBus; busAddress: string }> {
  const busAddress = own['DBUS_SESSION_BUS_ADDRESS'];
  if (!busAddress || !own['WAYLAND_DISPLAY']) {
    throw new DesktopError(
      'unsupported',
      'This server runs in no Wayland desktop: WAYLAND_DISPLAY or DBUS_SESSION_BUS_ADDRESS is not set.',
      'Start a virtual session with session_start.',
    );
  }
  const bus = await connectSessionBus(busAddress).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new DesktopError(
      'unsupported',
      `The session bus of this desktop does not answer: ${why}`,
      'Start a virtual session with session_start.',
    );
  });
  return { bus, busAddress };
}

/** Waits for the steps that restore the desktop. On a desktop that is gone they fail, which does not matter. */
async function restore(steps: Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(steps)) {
    if (result.status === 'rejected') log('warn', `leaving the desktop: ${String(result.reason)}`);
  }
}
