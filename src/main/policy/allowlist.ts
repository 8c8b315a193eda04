/**
 * The allowlist: which applications of a live desktop an agent may see and operate, and how far. Pure.
 *
 * A line that cannot be parsed never opens anything: an unknown tier counts as `view`, an unknown entry of a `confirm:` line asks
 * more often, any other line is left out. Each mistake is reported with its line number.
 */
import { lower, TIERS, type Tier } from '../../protocol/grant.ts';

export interface Allowlist {
  /** Tiers by application name in lower case. */
  apps: ReadonlyMap<string, Tier>;
  confirm: readonly ConfirmRule[];
  /** Applications, in lower case, whose password fields may be written. */
  passwords: 'all' | ReadonlySet<string>;
  problems: readonly Problem[];
}

/** A rule for calls that need the user's consent first. */
export interface ConfirmRule {
  /** Only this tool; without it every tool that acts. */
  tool?: string;
  /** Only in this application, in lower case. */
  app?: string;
  /** The entry as it is written, and its line. */
  entry: string;
  line: number;
}

/** A line that cannot be parsed. */
export interface Problem {
  line: number;
  /** Names what was found, and what it counts as. */
  text: string;
}

/** A directive without its colon is no name either. */
const NAME = /^(?!(confirm|passwords)\s)[\p{L}\p{N}][\p{L}\p{N} ._+-]*$/u;
/** Longer lines are cut in a report. */
const SHOWN_CHARS = 60;

/** The file that the first run writes. */
export const DEFAULT_ALLOWLIST = `# What an agent may reach on this desktop. Read again at every call.
#
# One application a line, by the name that the tool "apps" lists. A tier after the name limits it:
#   firefox          everything
#   dolphin:click    press and choose, but no typing
#   konsole:view     read only
# Ask me before each call of a tool, of a tool in one application, or of any tool that acts in one:
#   confirm: close_window, key:konsole, dolphin
# Password fields may be written in these (otherwise they are left alone; they are never read):
#   passwords: keepassxc
#
# Think twice before adding terminals, the file manager or system settings.
kate
kwrite
kcalc
okular
gwenview
firefox
`;

/**
 * Parses the text of an allowlist; BOM and CRLF are tolerated, `#` at the start of a word begins a comment. `tools` are the
 * names that `confirm:` lines may use.
 */
export function parseAllowlist(text: string, tools: readonly string[] = []): Allowlist {
  const found: Found = { apps: new Map(), confirm: [], passwords: [], problems: [] };
  for (const [index, raw] of text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .entries()) {
    const line = raw.replace(/(^|\s)#.*$/, '').trim();
    if (line !== '') parseLine(line, index + 1, found);
  }
  const apps = withLowerTiers(found.apps);
  const confirm = found.confirm.map((entry) => ruleOf(entry, { apps, tools, problems: found.problems }));
  for (const { text: name, line } of found.passwords) {
    if (name !== 'all' && !apps.has(name)) found.problems.push(unlisted(name, line));
  }
  const names = new Set(found.passwords.map(({ text: name }) => name));
  return { apps, confirm, passwords: names.has('all') ? 'all' : names, problems: found.problems.toSorted(byLine) };
}

/** `kate` and `org.kde.kate` are names of one application, for accessibility and as a window class: the lower tier counts. */
function withLowerTiers(apps: ReadonlyMap<string, Tier>): Map<string, Tier> {
  const lowered = new Map(apps);
  for (const [name, tier] of apps) {
    const short = name.slice(name.lastIndexOf('.') + 1);
    const other = apps.get(short);
    if (other === undefined || short === name) continue;
    lowered.set(name, lower(tier, other));
    lowered.set(short, lower(tier, lowered.get(short) ?? other));
  }
  return lowered;
}

/** Whether an application of this name, or a window of this class, is on the list. */
export function isAllowed(list: Allowlist, name: string): boolean {
  return list.apps.has(name.toLowerCase());
}

interface Entry {
  text: string;
  line: number;
}

interface Found {
  apps: Map<string, Tier>;
  confirm: Entry[];
  passwords: Entry[];
  problems: Problem[];
}

function parseLine(text: string, line: number, found: Found): void {
  const [, word = '', gap = '', rest = ''] = /^([^:]*):(\s*)(.*)$/.exec(text) ?? [];
  const directive = word.trim().toLowerCase();
  if (directive === 'confirm' || directive === 'passwords') {
    const entries = rest.split(',').map((entry) => entry.trim().toLowerCase());
    found[directive].push(...entries.filter((entry) => entry !== '').map((entry) => ({ text: entry, line })));
    return;
  }
  const name = (text.includes(':') ? word : text).trim().toLowerCase();
  const tier = text.includes(':') ? tierOf(rest) : 'full';
  const isTier = tier !== undefined || (gap === '' && /^\S*$/.test(rest) && !rest.includes(':'));
  if (!NAME.test(name) || !isTier) {
    found.problems.push({ line, text: `${shown(text)} is not understood and counts for nothing` });
    return;
  }
  if (tier === undefined)
    found.problems.push({ line, text: `${shown(text)} has an unknown tier and counts as ${name}:view` });
  const known = found.apps.get(name);
  found.apps.set(name, known ? lower(known, tier ?? 'view') : (tier ?? 'view'));
}

function tierOf(word: string): Tier | undefined {
  return TIERS.find((tier) => tier === word.toLowerCase());
}

interface Known {
  apps: ReadonlyMap<string, Tier>;
  tools: readonly string[];
  problems: Problem[];
}

/** Parses an entry: `tool`, `tool:app` or `app`. Any other entry asks about everything. */
function ruleOf({ text, line }: Entry, { apps, tools, problems }: Known): ConfirmRule {
  const [first = '', app] = text.split(':', 2).map((part) => part.trim());
  const rule = { entry: text, line };
  const isTool = tools.includes(first);
  if (app !== undefined) {
    if (!apps.has(app)) problems.push(unlisted(app, line));
    if (isTool) return { ...rule, tool: first, app };
    problems.push({ line, text: `${shown(first)} is no tool: every call that acts in ${shown(app)} asks` });
    return { ...rule, app };
  }
  if (isTool) return { ...rule, tool: first };
  if (apps.has(first)) return { ...rule, app: first };
  problems.push({
    line,
    text: `${shown(first)} is neither a tool nor an application of this list: every call that acts asks`,
  });
  return rule;
}

function unlisted(name: string, line: number): Problem {
  return { line, text: `${shown(name)} is no application of this list` };
}

function shown(text: string): string {
  const characters = [...text];
  return characters.length > SHOWN_CHARS
    ? `"${characters.slice(0, SHOWN_CHARS).join('')}"…`
    : `"${characters.join('')}"`;
}

function byLine(a: Problem, b: Problem): number {
  return a.line - b.line;
}
