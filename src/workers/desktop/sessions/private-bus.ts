/** The session bus of a virtual session. */
import { pollUntil } from '../../../base/abortable.ts';
import { DesktopError } from '../../../base/errors.ts';
import { connectSessionBus, type SessionBus } from '../../platform/dbus/session-bus.ts';
import { exists, findProgram } from '../../platform/linux/search-path.ts';
import type { Environment, SessionFolder } from '../model/environment.ts';
import { SERVICE_POLL_MS, type Services, type StartedService } from './services.ts';

/** The path of the bus daemon. Fails with `unsupported` when it is not installed. */
export async function findBusDaemon(path: string | undefined): Promise<string> {
  const program = await findProgram('dbus-daemon', path);
  if (program) return program;
  throw new DesktopError(
    'unsupported',
    'There is no program dbus-daemon on PATH, and a virtual session needs it.',
    'Install it (Debian: dbus-bin or dbus-daemon).',
  );
}

export interface BusOptions {
  services: Services;
  program: string;
  folder: SessionFolder;
  /** What services that the bus starts inherit; it names a display that is yet to come. */
  environment: Environment;
}

/** Starts the bus and connects to it. */
export async function startBus(
  { services, program, folder, environment }: BusOptions,
  signal: AbortSignal,
): Promise<StartedService & { bus: SessionBus }> {
  const { path, busAddress } = folder;
  const options = ['--session', '--nofork', '--nopidfile', '--nosyslog', `--address=${busAddress}`];
  const connect = async (): Promise<SessionBus | undefined> =>
    (await exists(`${path}/bus`))
      ? connectSessionBus(busAddress).catch(() => undefined) // it does not listen yet: the next poll tries again
      : undefined;
  const service = { id: 'bus', name: 'The D-Bus daemon', argv: [program, ...options], env: environment };
  const { ended, value } = await services.start(service, () => pollUntil(connect, SERVICE_POLL_MS, signal));
  return { ended, bus: value };
}
