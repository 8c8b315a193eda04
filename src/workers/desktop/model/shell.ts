/** Words and scripts for a POSIX shell. */

/** Quotes one word, whatever it holds. */
export function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

export interface CommandLine {
  /** The program's path and its arguments. */
  argv: string[];
  /** Its environment; names are shell identifiers. */
  env: Record<string, string>;
  /** Its working directory; a missing one is no error. */
  directory: string;
  /** File to which what it prints is appended, both streams. */
  log: string;
}

/** A script that becomes the command: nothing to read, output to its log. */
export function commandScript({ argv, env, directory, log }: CommandLine): string {
  const exports = Object.entries(env).map(([name, value]) => `export ${name}=${quote(value)}`);
  return [
    `exec </dev/null >>${quote(log)} 2>&1`,
    ...exports,
    `cd ${quote(directory)} || cd /`,
    `exec ${argv.map(quote).join(' ')}`,
    '',
  ].join('\n');
}

/** Whether a shell can export a variable of this name. */
export function isVariableName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
}

/**
 * The last lines of a program's output that hold text, an unfinished one included, as one line of at most 400 characters; ''
 * when there are none.
 */
export function lastLines(output: string): string {
  const lines = output
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const last = lines.slice(-3).join(' / ');
  return last.length > 400 ? `…${last.slice(-399)}` : last;
}
