/** The allowlist file: made on first run, read at every call. */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DesktopError } from '../../base/errors.ts';
import { type HostEnvironment, host } from '../host/host.ts';
import { type Allowlist, DEFAULT_ALLOWLIST, parseAllowlist } from '../policy/allowlist.ts';

/** Larger files are refused. */
const LIMIT_BYTES = 100_000;

export interface AllowFile {
  readonly path: string;
  /** Reads the list; gives the same object while the text is the same. Fails with `denied` when it cannot be read. */
  read(): Allowlist;
}

export interface AllowFileOptions {
  /** The names that its `confirm:` lines may use. */
  tools: readonly string[];
  /** Called when the text has changed since the last read. */
  onChange(): void;
}

/**
 * The file of this user: DESKTOP_MCP_ALLOW, else `allow.txt` in the host's folder of settings. DESKTOP_MCP_ALLOW_PASSWORDS=1
 * stands for a line `passwords: all`.
 */
export function createAllowFile(environment: HostEnvironment, { tools, onChange }: AllowFileOptions): AllowFile {
  const path = resolve(environment['DESKTOP_MCP_ALLOW'] || join(host.configFolder(environment), 'allow.txt'));
  const writesPasswords = environment['DESKTOP_MCP_ALLOW_PASSWORDS'] === '1';
  let known: { text: string; list: Allowlist } | undefined;
  return {
    path,
    read: () => {
      // Read each time: that takes 20 µs, and a time stamp may stay the same when a file is written twice in a moment.
      const text = textOf(path, known === undefined);
      if (known?.text !== text) {
        const list = parseAllowlist(text, tools);
        known = { text, list: writesPasswords ? { ...list, passwords: 'all' } : list };
        onChange();
      }
      return known.list;
    },
  };
}

/** Reads the file; only the first read makes a missing one, since later it was the user who removed it. */
function textOf(path: string, isFirst: boolean): string {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat && !isFirst) throw new Error('it is not there any more');
    if (!stat) make(path);
    else if (!stat.isFile()) throw new Error('it is not a file');
    else if (stat.size > LIMIT_BYTES) throw new Error(`it is larger than ${LIMIT_BYTES} bytes`);
    return decode(readFileSync(path));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DesktopError(
      'denied',
      `The allowlist ${path} cannot be read: ${reason}.`,
      'Until the user mends the file no application of the live desktop is allowed; a private session (session_start) still is.',
    );
  }
}

/** Makes the file; one that another server makes at the same moment is read instead. */
function make(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  try {
    writeFileSync(path, DEFAULT_ALLOWLIST, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function decode(bytes: Buffer): string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const isText = (part: Uint8Array): boolean => {
    try {
      return decoder.decode(part) !== undefined;
    } catch {
      return false;
    }
  };
  if (isText(bytes)) return bytes.toString('utf8');
  const lines = bytes.toString('latin1').split('\n');
  const line = lines.findIndex((text) => !isText(Buffer.from(text, 'latin1')));
  throw new Error(`line ${line + 1} is not UTF-8`);
}
