/** Starts programs in a session and waits for their windows. */

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DesktopError, throwIfAborted } from '../../../base/errors.ts';
import { quote } from '../../../base/escape.ts';
import type { LaunchReply, LaunchRequest } from '../../../protocol/desktop.ts';
import { LAUNCH_VARIABLE, type Launch } from '../../platform/linux/processes.ts';
import { isNamedAlike } from '../model/launched-window.ts';
import { isVariableName } from '../model/shell.ts';
import type { AttachedDesktop } from '../sessions/attached-desktop.ts';
import type { Program } from '../sessions/program.ts';
import { browserFlags } from './browser-flags.ts';
import { otherInstance, waitForWindow } from './launch-window.ts';
import { readLog } from './log-file.ts';
import { type ResolvedProgram, resolveProgram } from './resolve-program.ts';

/** Lines of output that a reply carries. */
const OUTPUT_LINES = 20;

/**
 * Runs a program and waits for its window, its failure, or the time. `keep` learns of the program as soon as it runs.
 * Fails with `not_found` or `ambiguous` when the name means none or several, with `aborted` while it waits: then the
 * program stays.
 */
export async function launch(
  desktop: AttachedDesktop,
  { request, keep }: { request: LaunchRequest; keep: (program: Program) => void },
  signal?: AbortSignal,
): Promise<LaunchReply> {
  checkWords(request);
  const environment = { ...desktop.environment, ...request.env };
  // On the user's desktop a name means what it means there, whatever environment the call asks for.
  const lookup = desktop.wiring.kind === 'live' ? desktop.environment : environment;
  const resolved = withSeenClass(desktop, await resolveProgram(request.app, request.args, lookup));
  const [program, ...args] = resolved.argv;
  const flags = await browserFlags(program, desktop.wiring.kind === 'virtual', desktop.profileFolder);
  const before = request.waitMs > 0 ? (await desktop.windows.state(signal)).windows : [];
  throwIfAborted(signal);
  const other = otherInstance(desktop, resolved, before);
  const id = randomBytes(6).toString('hex');
  const running = await desktop.host.run(id, {
    argv: [program, ...flags, ...args],
    env: { ...environment, [LAUNCH_VARIABLE]: id },
    directory: resolved.directory ?? environment['HOME'] ?? '/',
    log: join(desktop.logFolder, `${id}.log`),
  });
  keep(running);
  const started: Launch = { id, pid: running.pid };
  const wait = { desktop, resolved, before, other, launch: started, running, waitMs: request.waitMs };
  const window = request.waitMs > 0 ? await waitForWindow(wait, signal) : undefined;
  const isOwn = window !== undefined && desktop.host.processes.belongsTo(started, window.pid);
  if (isOwn && isNamedAlike(program, window.app)) desktop.windowClasses.set(program, window.app);
  const isQuiet = (window !== undefined || request.waitMs === 0) && running.exitCode === undefined;
  const output = isQuiet ? { lines: [], earlier: 0 } : await readLog(running.log, OUTPUT_LINES);
  return {
    pid: running.pid,
    command: running.argv,
    window,
    isHandedOver: window !== undefined && !isOwn,
    exitCode: running.exitCode,
    output: output.lines,
    earlier: output.earlier,
  };
}

/** The program with the class of the windows that it had before: not every class is named like its program. */
function withSeenClass({ windowClasses }: AttachedDesktop, resolved: ResolvedProgram): ResolvedProgram {
  const seen = windowClasses.get(resolved.argv[0]);
  return seen === undefined ? resolved : { ...resolved, appIds: [...resolved.appIds, seen] };
}

function checkWords({ args, env }: LaunchRequest): void {
  const badName = Object.keys(env).find((name) => !isVariableName(name));
  if (badName !== undefined) {
    throw new DesktopError(
      'invalid_params',
      `${quote(badName)} is no name of an environment variable.`,
      'Use letters, digits and _.',
    );
  }
  if ([...args, ...Object.values(env)].some((word) => word.includes('\0'))) {
    throw new DesktopError(
      'invalid_params',
      'An argument holds a NUL character.',
      'No program can take one; leave it out.',
    );
  }
}
