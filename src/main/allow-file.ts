/** The allowlist file: made on first run, read again when it changed. */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DesktopError } from '../protocol/errors.ts';
import { type Allowlist, DEFAULT_ALLOWLIST, parseAllowlist } from './policy/allowlist.ts';

/** Larger files are refused: no list of names needs so much. */
const LIMIT_BYTES = 1_000_000;

export interface AllowFile {
  readonly path: string;
  /** The list as it is now. Fails with `denied` when the file cannot be read: nothing is allowed then. */
  read(): Allowlist;
}

/** The file of this user: `$XDG_CONFIG_HOME/desktop-mcp/allow.txt`. */
export function createAllowFile(environment: Record<string, string | undefined>): AllowFile {
  const config = environment['XDG_CONFIG_HOME'] || join(environment['HOME'] ?? '/', '.config');
  const path = join(config, 'desktop-mcp', 'allow.txt');
  let known: { stamp: string; list: Allowlist } | undefined;
  return {
    path,
    read: () => {
      try {
        const stat = statSync(path, { throwIfNoEntry: false });
        if (!stat) {
          mkdirSync(dirname(path), { recursive: true });
          writeFileSync(path, DEFAULT_ALLOWLIST, { flag: 'wx' });
          return parseAllowlist(DEFAULT_ALLOWLIST);
        }
        if (!stat.isFile()) throw new Error('it is not a file');
        if (stat.size > LIMIT_BYTES) throw new Error(`it is larger than ${LIMIT_BYTES} bytes`);
        const stamp = `${stat.mtimeMs} ${stat.size} ${stat.ino}`;
        if (known?.stamp !== stamp) known = { stamp, list: parseAllowlist(readFileSync(path, 'utf8')) };
        return known.list;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new DesktopError(
          'denied',
          `The allowlist ${path} cannot be read: ${reason}.`,
          'Mend the file; until then no application of the live desktop is allowed.',
        );
      }
    },
  };
}
