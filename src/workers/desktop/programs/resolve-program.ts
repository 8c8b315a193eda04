/** Resolves the name of an application to the program to run: desktop entries first, then programs on PATH. */

import { constants } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import { DesktopError } from '../../../base/errors.ts';
import { quote } from '../../../base/escape.ts';
import { readRegular } from '../../platform/linux/regular-file.ts';
import { findProgram, isProgram, listPrograms } from '../../platform/linux/search-path.ts';
import { closestNames, findApplications, lastPart, type Named } from '../model/application.ts';
import { type DesktopEntry, expandExec, parseDesktopEntry } from '../model/desktop-entry.ts';
import type { Environment } from '../model/environment.ts';

/** Terminals that run a command given after an option. */
const TERMINALS = [
  ['konsole', '-e'],
  ['xterm', '-e'],
] as const;

export interface ResolvedProgram {
  /** Absolute path of the program, and its arguments. */
  argv: [string, ...string[]];
  directory: string | undefined;
  /** Window classes that its windows may have. */
  appIds: string[];
}

/**
 * Finds the command of an application: a .desktop file, a program on PATH, or an absolute path of either.
 * Fails with `not_found` and the closest names, `ambiguous` when a name means several.
 */
export async function resolveProgram(app: string, args: string[], environment: Environment): Promise<ResolvedProgram> {
  if (isAbsolute(app)) return fromFile(app, args, environment);
  const files = await listEntries(environment);
  const byId = findApplications(app, files);
  const entries = await Promise.all((byId.length > 0 ? byId : files).map(readEntry));
  const usable = entries.filter((entry): entry is DesktopEntry => entry !== undefined && !entry.isHidden);
  const found = findApplications(app, usable);
  const [entry, ...others] = found;
  if (entry && others.length === 0) return fromEntry(entry, args, environment);
  const program = await findProgram(app, environment['PATH']);
  if (program) return { argv: [program, ...args], directory: undefined, appIds: [app] };
  if (others.length > 0)
    throw severalFound(
      app,
      found.map(({ id }) => id),
    );
  throw await notFound(app, files, environment);
}

interface EntryFile extends Named {
  file: string;
}

/** The .desktop files of the applications folders; of one id only the first counts. */
async function listEntries(environment: Environment): Promise<EntryFile[]> {
  const home = environment['XDG_DATA_HOME'] || join(environment['HOME'] ?? '/', '.local/share');
  const system = environment['XDG_DATA_DIRS'] || '/usr/local/share:/usr/share';
  const byId = new Map<string, EntryFile>();
  for (const data of [home, ...system.split(':')]) {
    const folder = join(data, 'applications');
    const names = await readdir(folder, { recursive: true }).catch((): string[] => []); // most of them do not exist
    for (const name of names.filter((name) => name.endsWith('.desktop')).sort()) {
      const id = name.slice(0, -'.desktop'.length).replaceAll('/', '-');
      if (!byId.has(id)) byId.set(id, { id, name: id, file: join(folder, name) });
    }
  }
  return [...byId.values()];
}

async function readEntry({ id, file }: EntryFile): Promise<DesktopEntry | undefined> {
  return parseDesktopEntry(await readRegular(file, constants.O_RDONLY).catch(() => ''), id, file); // a broken link is no entry
}

async function fromFile(path: string, args: string[], environment: Environment): Promise<ResolvedProgram> {
  if (path.endsWith('.desktop')) {
    const entry = await readEntry({ id: basename(path, '.desktop'), name: '', file: path });
    if (entry) return fromEntry(entry, args, environment);
  }
  if (await isProgram(path)) return { argv: [path, ...args], directory: undefined, appIds: [basename(path)] };
  throw new DesktopError(
    'not_found',
    `There is no program ${quote(path)}.`,
    'Give the name of an application, or the path of a program.',
  );
}

async function fromEntry(entry: DesktopEntry, args: string[], environment: Environment): Promise<ResolvedProgram> {
  const [name = '', ...rest] = expandExec(entry, args);
  const program = isAbsolute(name) ? name : await findProgram(name, environment['PATH']);
  if (!program || !(await isProgram(program))) {
    throw new DesktopError(
      'not_found',
      `The program ${quote(name)} of ${quote(entry.id)} is not installed.`,
      'Install it, or launch another application.',
    );
  }
  const appIds = [entry.id, basename(program), ...(entry.windowClass ? [entry.windowClass] : [])];
  const argv: [string, ...string[]] = [program, ...rest];
  if (!entry.inTerminal) return { argv, directory: entry.directory, appIds };
  return {
    argv: await inTerminal(argv, environment),
    directory: entry.directory,
    appIds: [...appIds, 'konsole', 'xterm'],
  };
}

async function inTerminal(argv: string[], environment: Environment): Promise<[string, ...string[]]> {
  for (const [name, option] of TERMINALS) {
    const terminal = await findProgram(name, environment['PATH']);
    if (terminal) return [terminal, option, ...argv];
  }
  throw new DesktopError(
    'not_found',
    'This program runs in a terminal, and there is none.',
    'Install konsole or xterm.',
  );
}

function severalFound(app: string, ids: string[]): DesktopError {
  return new DesktopError(
    'ambiguous',
    `Several applications match ${quote(app)}: ${ids.map((id) => quote(id)).join(', ')}.`,
    'Give one of these names.',
  );
}

async function notFound(app: string, files: EntryFile[], environment: Environment): Promise<DesktopError> {
  const applications = closestNames(
    app,
    files.map(({ id }) => id),
    5,
  );
  const programs = closestNames(app, await listPrograms(environment['PATH']), 5);
  const known = new Set(applications.map(lastPart));
  const closest = [...applications, ...programs.filter((name) => !known.has(name))].slice(0, 5);
  return new DesktopError(
    'not_found',
    `There is no application or program ${quote(app)}.`,
    closest.length > 0
      ? `The closest names are: ${closest.map((name) => quote(name)).join(', ')}.`
      : 'Give the name of a .desktop file or of a program on PATH.',
  );
}
