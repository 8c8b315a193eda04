/** Services of a virtual session: each is started, waited for, and quoted when it does not come up. */

import { constants } from 'node:os';
import { DesktopError } from '../../../base/errors.ts';
import { quote } from '../../../base/escape.ts';
import { readRegular } from '../../platform/linux/regular-file.ts';
import type { Environment } from '../model/environment.ts';
import { lastLines } from '../model/shell.ts';
import type { ProcessTree } from './process-tree.ts';

/** Poll interval while waiting for a service that does not say when it is up. */
export const SERVICE_POLL_MS = 4;

export interface Service {
  /** Names its log file. */
  id: string;
  /** Its name in messages. */
  name: string;
  argv: string[];
  env: Environment;
  /** It gets the session's socket as descriptor SOCKET_FD. */
  listens?: boolean;
}

export interface StartedService {
  /** Resolves when it ends, to a sentence that says how. */
  ended: Promise<string>;
}

export interface Services {
  /**
   * Starts a service and waits for `untilUp`, which gets its log file and whose result is `value`. Fails with `failed` and
   * the service's last output when it ends before.
   */
  start<T>(service: Service, untilUp: (log: string) => Promise<T>): Promise<StartedService & { value: T }>;
  /** A sentence about the service that is not up after this time, with its last output. */
  overdue(waitedMs: number): Promise<string>;
}

/** Makes the services of a session in the folder `path`; they end with its process tree. */
export function createServices(tree: ProcessTree, path: string): Services {
  /** Those that are waited for, in the order they were started. */
  const starting = new Set<Service>();
  let latest: Service | undefined;
  const logOf = ({ id }: Service): string => `${path}/logs/${id}.log`;
  const lastOutput = async (service: Service): Promise<string> =>
    said(lastLines(await readRegular(logOf(service)).catch(() => ''))); // it was not started yet
  return {
    start: async (service, untilUp) => {
      starting.add(service);
      latest = service;
      const { id, name, argv, env, listens } = service;
      const program = await tree.run(id, { argv, env, directory: '/', log: logOf(service) }, { listens });
      const ended = program.ended.then(
        async (status) => `${name} ended with ${statusName(status)}${await lastOutput(service)}.`,
      );
      const early = ended.then((sentence): never => {
        throw startError(sentence);
      });
      const up = untilUp(logOf(service));
      for (const outcome of [up, early]) outcome.catch(() => undefined); // one of the two is reported
      const value = await Promise.race([up, early]);
      starting.delete(service);
      return { ended, value };
    },
    overdue: async (waitedMs) => {
      const [service = latest] = starting;
      const [name, output] = service ? [service.name, await lastOutput(service)] : ['The session', ''];
      return `${name} was not up after ${waitedMs / 1000} s${output}.`;
    },
  };
}

function statusName(status: number): string {
  const signal = Object.entries(constants.signals).find(([, number]) => number === status - 128)?.[0];
  return signal ?? `status ${status}`;
}

function said(output: string): string {
  return output === '' ? ' and said nothing' : `; its last words: ${quote(output, 400)}`;
}

/** The failure of a start, from one of the sentences above. */
export function startError(sentence: string): DesktopError {
  return new DesktopError('failed', sentence, 'Nothing is left of this session; mend that, then start it again.');
}
