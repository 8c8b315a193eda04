/** The allowlist: which applications of a live desktop an agent may see and operate. Pure. */

export interface Allowlist {
  /** Application names in lower case. */
  apps: string[];
  /** Lines that were not understood; such a line opens nothing. */
  problems: { line: number; text: string }[];
}

const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._+-]*$/u;

/** The file that the first run writes. */
export const DEFAULT_ALLOWLIST = `# Applications that an agent may read and operate on this desktop, one name a line,
# as the tool "apps" lists them. Lines that begin with # are comments.
# Think twice before adding terminals, the file manager or system settings.
kate
kwrite
kcalc
okular
gwenview
firefox
`;

/** Parses the text of an allowlist: one application name a line, `#` comments, BOM and CRLF tolerated. */
export function parseAllowlist(text: string): Allowlist {
  const apps = new Set<string>();
  const problems: Allowlist['problems'] = [];
  for (const [index, raw] of text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .entries()) {
    const line = raw.replace(/(^|\s)#.*$/, '').trim();
    if (line === '') continue;
    if (NAME.test(line)) apps.add(line.toLowerCase());
    else problems.push({ line: index + 1, text: line });
  }
  return { apps: [...apps], problems };
}

/** Whether an application of this name, or a window of this class, is on the list. */
export function isAllowed(list: Allowlist, name: string): boolean {
  return list.apps.includes(name.toLowerCase());
}
