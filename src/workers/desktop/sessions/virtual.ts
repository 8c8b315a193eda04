/** Virtual sessions: a bus, a compositor on a screen that nobody sees, and a process tree that ends as one. */
import { rm } from 'node:fs/promises';
import { abortable } from '../../../base/abortable.ts';
import { abortedError } from '../../../base/errors.ts';
import type { SessionRequest, SessionWiring } from '../../../protocol/session.ts';
import type { SessionBus } from '../../platform/dbus/session-bus.ts';
import { findPrivateCompositor, type PrivateCompositor, type SessionSite, type WindowBackend } from '../backend.ts';
import { type Environment, sessionEnvironment } from '../model/environment.ts';
import { switchOnOrWarn, watchService } from './accessibility.ts';
import type { AttachedDesktop } from './attached-desktop.ts';
import { findBusDaemon, startBus } from './private-bus.ts';
import { type ProcessTree, startProcessTree } from './process-tree.ts';
import { createServices, type StartedService, startError } from './services.ts';
import { makeSessionFolder } from './session-folder.ts';

/** Time limit of a start. */
const START_TIMEOUT_MS = 12_000;

const STEPS = 4;

export interface VirtualOptions {
  request: SessionRequest;
  /** The server's environment. */
  own: Environment;
  onStep: (step: number, total: number, text: string) => void;
  /** A service has ended, and what no longer works. */
  onTrouble: (text: string) => void;
  /** Something that the session needs ended by itself, and with it the session; `end` is still to be called. */
  onEnded: (reason: string) => void;
}

/** A session that is being built. */
interface Site extends SessionSite {
  compositor: PrivateCompositor;
  busDaemon: string;
  tree: ProcessTree;
  bus: SessionBus | undefined;
}

/**
 * Starts a virtual session; the caller ends it. Fails with `unsupported` when a program for it is not installed, with
 * `failed` and the last output of what did not come up in 12 s, with `aborted` when the signal fires; then nothing is left
 * behind.
 */
export async function startVirtual(options: VirtualOptions, signal?: AbortSignal): Promise<AttachedDesktop> {
  const site = await makeSite(options);
  const limit = new AbortController();
  const giveUp = (): void => limit.abort();
  const timer = setTimeout(giveUp, START_TIMEOUT_MS);
  signal?.addEventListener('abort', giveUp, { once: true });
  if (signal?.aborted) giveUp();
  try {
    return await abortable(bringUp(options, site, limit.signal), limit.signal);
  } catch (error) {
    const overdue = await site.services.overdue(START_TIMEOUT_MS);
    limit.abort();
    site.bus?.close();
    await site.tree.stop([]);
    await rm(site.folder.path, { recursive: true, force: true }); // also of a session that was to be kept
    if (signal?.aborted) throw abortedError();
    throw error === limit.signal.reason ? startError(overdue) : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

async function makeSite({ request, own, onStep }: VirtualOptions): Promise<Site> {
  const compositor = await findPrivateCompositor(own, request);
  const busDaemon = await findBusDaemon(own['PATH']);
  onStep(1, STEPS, 'Making the process tree of the session');
  const folder = await makeSessionFolder(own);
  const { path, marker } = folder;
  const { leftovers, socket } = compositor;
  // The tree at once: it removes the folder should this server end.
  const starting = startProcessTree({
    folder: path,
    marker,
    leftovers,
    socket,
    path: own['PATH'] ?? '',
    keep: request.keep,
  });
  try {
    const [tree] = await Promise.all([starting, compositor.prepare(folder, request)]);
    const services = createServices(tree, path);
    return { folder, request, own, services, compositor, busDaemon, tree, bus: undefined };
  } catch (error) {
    await starting.then((tree) => tree.stop([])).catch(() => undefined); // it did not start: that is the error
    await Promise.all([path, ...leftovers].map((left) => rm(left, { recursive: true, force: true })));
    throw error;
  }
}

async function bringUp(options: VirtualOptions, site: Site, signal: AbortSignal): Promise<AttachedDesktop> {
  const { folder, request, compositor, services, busDaemon } = site;
  options.onStep(2, STEPS, 'Starting its bus and its screen');
  const parts = { folder, home: request.home, added: compositor.programEnvironment(folder) };
  const environment = { ...sessionEnvironment(options.own, parts), ...request.env };
  const connecting = startBus({ services, program: busDaemon, folder, environment }, signal).then((started) => {
    site.bus = started.bus;
    return started;
  });
  const [{ bus, ...busService }, screen] = await Promise.all([connecting, compositor.startScreen(site, signal)]);
  options.onStep(3, STEPS, `Starting ${compositor.name}`);
  const [compositorService, accessibility] = await Promise.all([
    compositor.start(site, bus, signal),
    switchOnOrWarn(bus, signal),
  ]);
  options.onStep(4, STEPS, `Asking ${compositor.name} for its windows`);
  const windows = await compositor.connect(
    { bus, busAddress: folder.busAddress, environment, folder: folder.path },
    signal,
  );
  if (accessibility.address !== '') await watchService(bus, accessibility.address, options.onTrouble);
  const wiring = wiringOf(site, { windows, accessibility });
  const needed = [busService, compositorService, ...(screen ? [screen] : [])];
  return attachedDesktop(site, { wiring, windows, bus, environment, ending: watchEnd(options, { needed, bus }) });
}

interface Found {
  windows: WindowBackend;
  accessibility: { address: string; warnings: string[] };
}

function wiringOf({ folder, tree, compositor }: Site, { windows, accessibility }: Found): SessionWiring {
  const shared = tree.sharedBecause;
  const warnings =
    shared === undefined
      ? []
      : [`No private process namespace here (${shared}); programs that hide from their session may outlive it.`];
  return {
    kind: 'virtual',
    reader: { kind: 'at-spi', busAddress: accessibility.address, sessionBusAddress: folder.busAddress },
    input: windows.input,
    capture: windows.capture,
    compositor: windows.compositor,
    compositorApp: compositor.accessibleName,
    folder: folder.path,
    noX11Because: compositor.noX11Because,
    warnings: [...warnings, ...accessibility.warnings],
  };
}

/** Reports once that the session has ended by itself: by the end of what it needs. The returned function says that it is ended on purpose. */
function watchEnd(
  { onEnded }: VirtualOptions,
  { needed, bus }: { needed: StartedService[]; bus: SessionBus },
): () => void {
  let isEnding = false;
  const report = (reason: string): void => {
    if (!isEnding) onEnded(reason);
    isEnding = true;
  };
  for (const { ended } of needed) void ended.then(report);
  bus.onLost(() => report('Its session bus ended.'));
  return () => {
    isEnding = true;
  };
}

interface Running extends Pick<AttachedDesktop, 'wiring' | 'windows' | 'bus' | 'environment'> {
  /** Called before its end on purpose. */
  ending(): void;
}

function attachedDesktop({ folder, request, tree }: Site, { ending, ...running }: Running): AttachedDesktop {
  return {
    ...running,
    host: tree,
    logFolder: `${folder.path}/logs`,
    profileFolder: request.home === 'user' ? `${folder.path}/profiles` : undefined,
    windowClasses: new Map(),
    end: async (launched) => {
      ending();
      running.bus.close();
      return tree.stop(launched);
    },
  };
}
