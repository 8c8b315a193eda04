/** The command line: flags, help, usage errors. */
import { parseArgs } from 'node:util';
import type { LiveConsent } from './access/consents.ts';
import type { StructuredOption } from './describe.ts';
import { VERSION } from './version.ts';

export const USAGE = `Usage: desktop-mcp [--structured auto|always|never] [--live-consent elicit|refuse]

Serves MCP on stdin and stdout, for a client such as Claude Code.

  --structured  structured results beside the text: auto (default) leaves them out for clients that
                would show them instead of the text; always; never
  --live-consent
                what needs the user's consent on the live desktop: elicit (default) asks through the client,
                refuse never asks and does not do it; for clients without a person in front
  --version     print the version
  -h, --help    print this
`;

export interface ServeSettings {
  structured: StructuredOption;
  liveConsent: LiveConsent;
}

/** How the server runs without flags. */
export const DEFAULT_SETTINGS: ServeSettings = { structured: 'auto', liveConsent: 'elicit' };

export type Command =
  | { kind: 'serve'; settings: ServeSettings }
  | { kind: 'print'; text: string }
  | { kind: 'misuse'; text: string };

/** What a command line asks for. Pure. */
export function parseCommand(args: string[]): Command {
  if (args.includes('-h') || args.includes('--help')) return { kind: 'print', text: USAGE };
  try {
    const { values, tokens } = parseArgs({
      args,
      allowPositionals: false,
      tokens: true,
      options: { structured: { type: 'string' }, 'live-consent': { type: 'string' }, version: { type: 'boolean' } },
    });
    if (values.version) return { kind: 'print', text: `${VERSION}\n` };
    const names = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
    const twice = names.find((name, index) => names.indexOf(name) < index);
    if (twice !== undefined) return misuse(`--${twice} is given twice`);
    const { structured = DEFAULT_SETTINGS.structured, 'live-consent': liveConsent = DEFAULT_SETTINGS.liveConsent } =
      values;
    if (structured !== 'auto' && structured !== 'always' && structured !== 'never')
      return misuse(`--structured takes auto, always or never, not "${structured}"`);
    if (liveConsent !== 'elicit' && liveConsent !== 'refuse')
      return misuse(`--live-consent takes elicit or refuse, not "${liveConsent}"`);
    return { kind: 'serve', settings: { structured, liveConsent } };
  } catch (error) {
    return misuse(error instanceof Error ? error.message : String(error));
  }
}

function misuse(problem: string): Command {
  return { kind: 'misuse', text: `${USAGE}\ndesktop-mcp: error: ${problem}\n` };
}
