/** Virtual sessions: a bus, an X server without screen, KWin in it, and a process tree that ends as one. */
import { rm } from 'node:fs/promises';
import { abortable } from '../../../base/abortable.ts';
import { abortedError } from '../../../base/errors.ts';
import type { SessionRequest } from '../../../protocol/session.ts';
import { connectKwin } from '../backends/kwin/windows.ts';
import { type Environment, sessionEnvironment } from '../model/environment.ts';
import type { AttachedDesktop } from './attached-desktop.ts';
import { startProcessTree } from './process-tree.ts';
import {
  endedText,
  findParts,
  hangsText,
  notUp,
  type Site,
  startAccessibility,
  startBus,
  startKwin,
  startScreen,
  wordsOf,
} from './services.ts';
import { makeSessionFolder, writeSettings } from './session-folder.ts';

/** A session that is not up by then is given up. */
const START_MS = 12_000;

const STEPS = 4;

export interface VirtualOptions {
  request: SessionRequest;
  /** The server's environment. */
  own: Environment;
  onStep: (step: number, total: number, text: string) => void;
  /** The compositor ended by itself, and with it the session; `end` is still to be called. */
  onEnded: (reason: string) => void;
}

/**
 * Starts a virtual session; the caller ends it. Fails with `failed` and KWin's last words when it does not come up in
 * 12 s, with `aborted` when the signal fires; then nothing is left behind.
 */
export async function startVirtual(options: VirtualOptions, signal?: AbortSignal): Promise<AttachedDesktop> {
  const site = await makeSite(options);
  const limit = new AbortController();
  const giveUp = (): void => limit.abort();
  const timer = setTimeout(giveUp, START_MS);
  signal?.addEventListener('abort', giveUp, { once: true });
  if (signal?.aborted) giveUp();
  try {
    return await abortable(bringUp(options, site, limit.signal), limit.signal);
  } catch (error) {
    const words = await wordsOf(site, site.stage);
    limit.abort();
    site.bus?.close();
    await site.tree.stop([]);
    await rm(site.places.folder, { recursive: true, force: true }); // also of a session that was to be kept
    if (signal?.aborted) throw abortedError();
    throw error === limit.signal.reason ? notUp(hangsText(site.stage, words, START_MS)) : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

async function makeSite({ request, own, onStep }: VirtualOptions): Promise<Site> {
  const parts = await findParts(own['PATH']);
  onStep(1, STEPS, 'Making the process tree of the session');
  const folder = await makeSessionFolder(own);
  const { path: root, marker, displayNumber } = folder;
  const start = { folder: root, marker, displayNumber, path: own['PATH'] ?? '', keep: request.keep };
  const connector = parts.xvfb ? 'X11-0' : 'Virtual-0';
  // The tree at once: it removes the folder should this server end.
  const steps = [startProcessTree(start), writeSettings(folder, { ...request, connector })] as const;
  const [tree] = await Promise.all(steps).catch(async (error: unknown) => {
    await rm(root, { recursive: true, force: true });
    throw error;
  });
  const places = {
    folder: root,
    marker,
    home: request.home,
    busAddress: `unix:path=${root}/bus`,
    waylandDisplay: 'wayland-0',
  };
  return { parts, folder, tree, places, own, request, stage: 'bus', bus: undefined };
}

async function bringUp(options: VirtualOptions, site: Site, signal: AbortSignal): Promise<AttachedDesktop> {
  const { places, tree, request } = site;
  options.onStep(2, STEPS, 'Starting its bus and its screen');
  const environment = { ...sessionEnvironment(options.own, places), ...request.env };
  const [bus, capture] = await Promise.all([startBus(site, environment, signal), startScreen(site, signal)]);
  options.onStep(3, STEPS, 'Starting KWin');
  const [kwin, accessibility] = await Promise.all([startKwin(site, bus, signal), startAccessibility(bus, signal)]);
  options.onStep(4, STEPS, 'Asking KWin for its windows');
  const windows = await connectKwin({ bus, folder: places.folder, scriptName: `desktop-mcp-${places.marker}` }, signal);
  let isEnding = false;
  const onEnded = (reason: string): void => {
    if (!isEnding) options.onEnded(reason);
    isEnding = true;
  };
  void kwin.ended.then(async (status) => onEnded(endedText('kwin', status, await wordsOf(site, 'kwin'))));
  bus.onLost(() => onEnded('Its session bus ended.'));
  const shared = tree.sharedBecause;
  const warnings =
    shared === undefined
      ? []
      : [`No private process namespace here (${shared}); programs that hide from their session may outlive it.`];
  return {
    wiring: {
      kind: 'virtual',
      reader: { kind: 'at-spi', busAddress: accessibility.address, sessionBusAddress: places.busAddress },
      input: { kind: 'eis', busAddress: places.busAddress },
      capture,
      compositor: `${windows.compositor} (${capture.kind === 'none' ? 'without screen' : 'nested in Xvfb'})`,
      folder: places.folder,
      warnings: [...warnings, ...accessibility.warnings],
    },
    windows,
    bus,
    host: tree,
    environment,
    logFolder: `${places.folder}/logs`,
    profileFolder: request.home === 'user' ? `${places.folder}/profiles` : undefined,
    windowClasses: new Map(),
    end: async (launched) => {
      isEnding = true;
      bus.close();
      return tree.stop(launched);
    },
  };
}
