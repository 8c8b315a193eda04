/** Desktop entries (Desktop Entry Specification 1.5): reading one, finding the right one, expanding its Exec line. */
import { DesktopError } from '../../../base/errors.ts';

export interface DesktopEntry {
  /** Desktop file id without ".desktop", such as "org.kde.kate". */
  id: string;
  file: string;
  name: string;
  exec: string;
  icon: string | undefined;
  directory: string | undefined;
  /** The window class that the program announces, when it differs from the id. */
  windowClass: string | undefined;
  inTerminal: boolean;
  isHidden: boolean;
}

/** Reads the group [Desktop Entry]; undefined when it is not an application that can be run. */
export function parseDesktopEntry(text: string, id: string, file: string): DesktopEntry | undefined {
  const keys = new Map<string, string>();
  let group = '';
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('[')) group = line.trim();
    const separator = line.indexOf('=');
    if (group !== '[Desktop Entry]' || line.startsWith('#') || separator < 1) continue;
    keys.set(line.slice(0, separator).trim(), unescape(line.slice(separator + 1).trim()));
  }
  const exec = keys.get('Exec');
  if (keys.get('Type') !== 'Application' || !exec) return undefined;
  return {
    id,
    file,
    name: keys.get('Name') ?? id,
    exec,
    icon: keys.get('Icon'),
    directory: keys.get('Path') || undefined,
    windowClass: keys.get('StartupWMClass'),
    inTerminal: keys.get('Terminal') === 'true',
    isHidden: keys.get('Hidden') === 'true',
  };
}

const ESCAPES: Record<string, string> = { s: ' ', n: '\n', t: '\t', r: '\r', '\\': '\\' };

function unescape(value: string): string {
  return value.replace(/\\([sntr\\])/g, (_whole, letter: string) => ESCAPES[letter] ?? letter);
}

/**
 * The command of an entry, with `args` in the place of its file or URL codes, or at its end when it has none.
 * Fails with `failed` when the line cannot be read.
 */
export function expandExec(entry: DesktopEntry, args: string[]): string[] {
  const argv: string[] = [];
  let isPlaced = false;
  for (const { text, isQuoted } of splitExec(entry)) {
    const code = /^%([fFuU])$/.exec(text);
    if (code && !isQuoted) {
      if (!isPlaced) argv.push(...args);
      isPlaced = true;
    } else if (text === '%i' && !isQuoted) {
      if (entry.icon) argv.push('--icon', entry.icon);
    } else {
      const word = text.replace(/%(.)/g, (_whole, letter: string) => fieldValue(entry, letter));
      if (word !== '' || isQuoted) argv.push(word);
    }
  }
  return isPlaced ? argv : [...argv, ...args];
}

/** The value of a field code inside a word; codes without meaning here stand for nothing. */
function fieldValue({ name, file }: DesktopEntry, letter: string): string {
  if (letter === '%') return '%';
  if (letter === 'c') return name;
  return letter === 'k' ? file : '';
}

/** Splits as a shell does: the specification allows double quotes around whole words, real files have more. */
function splitExec({ exec, file }: DesktopEntry): { text: string; isQuoted: boolean }[] {
  const words: { text: string; isQuoted: boolean }[] = [];
  const line = exec.trim();
  const pattern = /((?:"(?:[^"\\]|\\[^])*"|'[^']*'|[^\s"'])+)(?:\s+|$)/gy;
  while (pattern.lastIndex < line.length) {
    const word = pattern.exec(line)?.[1];
    if (word === undefined) {
      throw new DesktopError(
        'failed',
        `The Exec line of ${file} cannot be read: ${exec}.`,
        'Launch its program by name or path.',
      );
    }
    words.push({ text: unquote(word), isQuoted: /^["']/.test(word) });
  }
  return words;
}

function unquote(word: string): string {
  return word.replace(/"((?:[^"\\]|\\[^])*)"|'([^']*)'/g, (_whole, double?: string, single?: string) =>
    double === undefined ? (single ?? '') : double.replace(/\\(["`$\\])/g, '$1'),
  );
}
