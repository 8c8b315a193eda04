/** Secrets of the user by name: read from files of their own or the keyring, and kept out of every reply. */

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DesktopError } from '../../base/errors.ts';
import { quote } from '../../base/escape.ts';
import { type HostEnvironment, host } from '../host/host.ts';
import { redact, redactOutcome } from '../render/redact.ts';

/** Shorter values are refused: removing them would damage replies. */
const MIN_CHARS = 4;
const LIMIT_BYTES = 10_000;
/** Bits of a file's mode for group and others (stat(2)). */
const OTHERS = 0o077;

/** Looks a secret up in the keyring; undefined when there is none. */
export type Keyring = (name: string) => Promise<string | undefined>;

export interface Secrets {
  /**
   * Gives a secret: the content of its file without the last line end, else what the keyring has. Fails with
   * `not_found` when there is none, with `denied` when others may read its file or it cannot be used.
   */
  read(name: string, keyring: Keyring): Promise<string>;
  /** Replaces each value that was read by •••• in a reply. */
  redact<T extends object>(reply: T): T;
  /** Does the same for a tool's outcome before rendering; also for parts of values, where a text was cut. */
  redactOutcome<T>(outcome: T): T;
}

/** Makes the secrets of this user: files in the folder `secrets` among the settings. */
export function createSecrets(environment: HostEnvironment): Secrets {
  const folder = join(host.configFolder(environment), 'secrets');
  const used = new Set<string>();
  return {
    read: async (name, keyring) => {
      const path = join(folder, name);
      const value = readFile(path, name) ?? (await keyring(name));
      if (value === undefined) throw notFound(name, path);
      if ([...value].length < MIN_CHARS)
        throw refusal(
          name,
          `it is shorter than ${MIN_CHARS} characters`,
          'So short a value cannot be kept out of replies.',
        );
      used.add(value);
      return value;
    },
    redact: (reply) => redact(reply, used),
    redactOutcome: (outcome) => redactOutcome(outcome, used),
  };
}

function readFile(path: string, name: string): string | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) return undefined;
    if (!stat.isFile()) throw refusal(name, 'it is not a file', `The user can put the value into a file ${path}.`);
    if (stat.mode & OTHERS) throw refusal(name, 'others may read its file', `The user can run: chmod 600 ${path}`);
    if (stat.size > LIMIT_BYTES)
      throw refusal(name, `its file is larger than ${LIMIT_BYTES} bytes`, `The user can look at ${path}.`);
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    if (error instanceof DesktopError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw refusal(name, `its file cannot be read: ${reason}`, `The user can look at ${path}.`);
  }
}

function refusal(name: string, why: string, remedy: string): DesktopError {
  return new DesktopError('denied', `The secret ${quote(name)} is not used: ${why}.`, remedy);
}

function notFound(name: string, path: string): DesktopError {
  return new DesktopError(
    'not_found',
    `There is no secret ${quote(name)}; nothing was typed.`,
    `The user can put the value into the file ${path} (chmod 600), or run: secret-tool store --label=${name} desktop-mcp ${name}`,
  );
}
