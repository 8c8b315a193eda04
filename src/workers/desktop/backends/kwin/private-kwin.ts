/** Private sessions made of KWin: nested in an X server without screen where there is one, else without pictures. */
import { DesktopError } from '../../../../base/errors.ts';
import type { CaptureSource } from '../../../../protocol/capture.ts';
import type { SessionRequest } from '../../../../protocol/session.ts';
import type { SessionBus } from '../../../platform/dbus/session-bus.ts';
import { findProgram } from '../../../platform/linux/search-path.ts';
import type { PrivateCompositor, SessionSite } from '../../backend.ts';
import type { Environment } from '../../model/environment.ts';
import { SOCKET_FD } from '../../sessions/process-tree.ts';
import type { StartedService } from '../../sessions/services.ts';
import { KDE_VARIABLES, kwinEnvironment } from './environment.ts';
import { KWIN } from './scripting.ts';
import { writeKwinSettings } from './settings.ts';
import { attachKwin } from './windows.ts';
import { displayFiles, freeDisplayNumber, startXvfb, writeScreenSettings } from './xvfb.ts';
import { chooseXwayland, writeXwaylandSettings, xwaylandEnvironment, xwaylandOptions } from './xwayland.ts';

const NO_SCREEN: CaptureSource = {
  kind: 'none',
  reason: 'This session has no pictures, because Xvfb is not installed.',
  hint: 'Install Xvfb (Debian: xvfb) and start the session again; tree and find work without it.',
};

/** Finds KWin, and Xvfb, on the PATH of `own`. Fails with `unsupported` when there is no KWin. */
export async function findKwin(own: Environment, request: SessionRequest): Promise<PrivateCompositor> {
  const [kwin, xvfb] = await Promise.all(['kwin_wayland', 'Xvfb'].map((name) => findProgram(name, own['PATH'])));
  if (!kwin) {
    throw new DesktopError(
      'unsupported',
      'There is no program kwin_wayland on PATH, and a virtual session needs it.',
      'Install KWin 6 for Wayland (Debian: kwin-wayland).',
    );
  }
  const displayNumber = await freeDisplayNumber();
  const x11 = await chooseXwayland(own, request.xwayland);
  const display = 'number' in x11 ? x11 : undefined;
  let capture = NO_SCREEN;
  const backing = xvfb ? 'nested in Xvfb' : 'without screen';
  return {
    name: 'KWin',
    accessibleName: 'kwin',
    programEnvironment: ({ path }) => ({ ...KDE_VARIABLES, ...(display ? xwaylandEnvironment(display, path) : {}) }),
    noX11Because: 'reason' in x11 ? x11.reason : undefined,
    socket: display?.socket,
    leftovers: [...displayFiles(displayNumber), ...(display ? displayFiles(display.number) : [])],
    prepare: async ({ path }, request) => {
      const output = { ...request, connector: xvfb ? 'X11-0' : 'Virtual-0' } as const;
      await Promise.all([writeScreenSettings(path), writeKwinSettings(path, output), writeXwaylandSettings(path)]);
    },
    startScreen: async (site, signal) => {
      if (!xvfb) return undefined;
      const { source, ended } = await startXvfb(site, { program: xvfb, displayNumber }, signal);
      capture = source;
      return { ended };
    },
    start: (site, bus, signal) =>
      startKwin(
        site,
        {
          argv: [
            kwin,
            ...(xvfb ? ['--x11-display', `:${displayNumber}`] : ['--virtual']),
            ...(display ? xwaylandOptions(display, site.folder.path, SOCKET_FD) : []),
          ],
          bus,
        },
        signal,
      ),
    connect: async (desktop, signal) => {
      const windows = await attachKwin(desktop, signal);
      return { ...windows, capture, compositor: `${windows.compositor} (${backing})` };
    },
  };
}

/** Starts KWin and waits until it owns its bus name: its socket is there before it listens to anything else. */
function startKwin(
  { folder, request, own, services }: SessionSite,
  { argv, bus }: { argv: string[]; bus: SessionBus },
  signal: AbortSignal,
): Promise<StartedService> {
  const size = ['--width', request.width, '--height', request.height, '--scale', request.scale].map(String);
  const service = {
    id: 'kwin',
    name: 'KWin',
    argv: [...argv, ...size, '--no-lockscreen', '--socket', folder.waylandDisplay],
    env: kwinEnvironment(own, folder, request.env),
    listens: true,
  };
  const hasName = (): Promise<void> =>
    new Promise((resolve, reject) => {
      bus.watchOwner(KWIN, (owner) => owner !== '' && resolve()).catch(reject);
      if (signal.aborted) reject(signal.reason);
      else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  return services.start(service, hasName);
}
