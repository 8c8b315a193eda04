/** Secrets of the user by name: read from files of their own, and kept out of every reply. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DesktopError } from '../protocol/errors.ts';
import { redact } from './render/redact.ts';

/** A shorter value could not be kept out of replies without harming them. */
const MIN_CHARS = 4;
const LIMIT_BYTES = 10_000;
/** Bits of a file's mode for group and others (stat(2)). */
const OTHERS = 0o077;

export interface Secrets {
  /**
   * The value of a secret: the file of that name, without the line end it ends with. Fails with `not_found` when there is
   * none, with `denied` when others may read its file or it cannot be used.
   */
  read(name: string): string;
  /** A reply in which each value that was read is replaced by ••••. */
  redact<T extends object>(reply: T): T;
}

/** The secrets in `$XDG_CONFIG_HOME/desktop-mcp/secrets` of this user. */
export function createSecrets(environment: Record<string, string | undefined>): Secrets {
  const config = environment['XDG_CONFIG_HOME'] || join(environment['HOME'] ?? '/', '.config');
  const folder = join(config, 'desktop-mcp', 'secrets');
  const used = new Set<string>();
  return {
    read: (name) => {
      const value = valueOf(join(folder, name), name);
      used.add(value);
      return value;
    },
    redact: (reply) => redact(reply, used),
  };
}

function valueOf(path: string, name: string): string {
  const refuse = (why: string, remedy: string): DesktopError =>
    new DesktopError('denied', `The secret "${name}" is not used: ${why}.`, remedy);
  const text = readFile(path, name, refuse);
  const value = text.replace(/\r?\n$/, '');
  if ([...value].length >= MIN_CHARS) return value;
  throw refuse(`it is shorter than ${MIN_CHARS} characters`, 'So short a value cannot be kept out of replies.');
}

function readFile(path: string, name: string, refuse: (why: string, remedy: string) => DesktopError): string {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) {
      const hint = `The user can put it into the file ${path}, the value as its only line, and then run: chmod 600 ${path}`;
      throw new DesktopError('not_found', `There is no secret "${name}"; nothing was typed.`, hint);
    }
    if (!stat.isFile()) throw refuse('it is not a file', `The user can put the value into a file ${path}.`);
    if (stat.mode & OTHERS) throw refuse('others may read its file', `The user can run: chmod 600 ${path}`);
    if (stat.size > LIMIT_BYTES)
      throw refuse(`its file is larger than ${LIMIT_BYTES} bytes`, `The user can look at ${path}.`);
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof DesktopError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw refuse(`its file cannot be read: ${reason}`, `The user can look at ${path}.`);
  }
}
