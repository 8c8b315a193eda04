/** The command line: flags, help, usage errors. */
import { parseArgs } from 'node:util';
import type { StructuredOption } from './describe.ts';
import { VERSION } from './version.ts';

export const USAGE = `Usage: desktop-mcp [--structured auto|always|never]

Serves MCP on stdin and stdout, for a client such as Claude Code.

  --structured  structured results beside the text: auto (default) leaves them out for clients that
                would show them instead of the text; always; never
  --version     print the version
  -h, --help    print this
`;

export type Command =
  | { kind: 'serve'; structured: StructuredOption }
  | { kind: 'print'; text: string }
  | { kind: 'misuse'; text: string };

/** What a command line asks for. Pure. */
export function parseCommand(args: string[]): Command {
  if (args.includes('-h') || args.includes('--help')) return { kind: 'print', text: USAGE };
  try {
    const { values } = parseArgs({
      args,
      allowPositionals: false,
      options: { structured: { type: 'string', default: 'auto' }, version: { type: 'boolean' } },
    });
    if (values.version) return { kind: 'print', text: `${VERSION}\n` };
    const { structured } = values;
    if (structured === 'auto' || structured === 'always' || structured === 'never')
      return { kind: 'serve', structured };
    return misuse(`--structured takes auto, always or never, not "${structured}"`);
  } catch (error) {
    return misuse(error instanceof Error ? error.message : String(error));
  }
}

function misuse(problem: string): Command {
  return { kind: 'misuse', text: `${USAGE}\ndesktop-mcp: error: ${problem}\n` };
}
