/** Fields of programs of every toolkit, and what comes of typing into them. No assertions here. */
import { writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Element } from '../../src/protocol/element.ts';
import { writeLog } from './log.ts';
import type { Reply, TestServer } from './server.ts';
import { endProgram, readIfThere, until, windowsOf } from './session.ts';

/** Characters that move between layouts, dead keys of some, letters of others, and what no keyboard has. */
const TEXT = `zy@-_?/"'^\`~é ğüşİı 漢字 😀`;
/** Kate closes these when they are typed by keys, whoever types them. */
const CLOSED_BY_KATE = /["'`]/g;

export interface Program {
  app: string;
  args: string[];
  /** Role of its field. */
  role: string;
  /** page: in PAGE, which says in its title what is in the field. terminal: a cat, which writes each line to LINES. */
  kind?: 'page' | 'terminal';
}

const PAGE = join(homedir(), 'typing.html');
/** What the terminal was given. */
export const LINES = join(homedir(), 'typing-lines.txt');
export const DIALOG: Program = { app: 'kdialog', args: ['--inputbox', 'a line'], role: 'text' };
export const TERMINAL: Program = {
  app: 'konsole',
  args: ['-e', 'sh', '-c', `cat >${LINES}`],
  role: 'terminal',
  kind: 'terminal',
};
export const PROGRAMS: Record<string, Program> = {
  Kate: { app: 'kate', args: [join(homedir(), 'typing.txt')], role: 'text' },
  'Qt line edit': DIALOG,
  'GTK 3': { app: 'gtk3-widget-factory', args: [], role: 'text' },
  'GTK 4': { app: 'gtk4-widget-factory', args: [], role: 'text' },
  Firefox: { app: 'firefox', args: [PAGE], role: 'entry', kind: 'page' },
  Chromium: { app: 'chromium', args: [PAGE], role: 'entry', kind: 'page' },
  Konsole: TERMINAL,
};
const METHODS = ['auto', 'insert', 'keys', 'paste'] as const;

/** A session in which the tests of one keyboard type. */
export interface Desk {
  folder: string;
  call(name: string, args?: object): Promise<Reply>;
  /** Calls a tool and throws its text when it fails. */
  must(name: string, args?: object): Promise<Reply>;
}

/** Starts a session with this keyboard; it ends with the test. */
export async function startDesk(server: TestServer, name: string, env: Record<string, string>): Promise<Desk> {
  writeFileSync(PAGE, '<input aria-label="field" oninput="document.title = `[${this.value}]`">');
  const { facts } = await server.must('session_start', { name, home: 'isolated', env });
  onTestFinished(async () => void (await server.call('session_stop', { session: name })));
  return {
    folder: String(facts['folder']),
    call: (tool, args = {}) => server.call(tool, { session: name, ...args }),
    must: (tool, args = {}) => server.must(tool, { session: name, ...args }),
  };
}

/**
 * Types into every program in every way, and gives a row of what came of it for each; the log gets a table of them. The
 * last cell is that of the characters that the layout has, by keys.
 */
export async function typeEverywhere(desk: Desk, layout: string): Promise<string[][]> {
  const missing = await missingKeys(desk);
  const has = [...TEXT]
    .filter((character) => !missing.includes(character))
    .join('')
    .replaceAll(/ +/g, ' ')
    .trim();
  const rows: string[][] = [];
  for (const [name, program] of Object.entries(PROGRAMS)) {
    await open(desk, program);
    const cells: string[] = [];
    for (const method of METHODS) cells.push(await outcome(desk, program, TEXT, method));
    const keys = program.app === 'kate' ? has.replaceAll(CLOSED_BY_KATE, '') : has;
    cells.push(await outcome(desk, program, keys, 'keys'));
    rows.push([name, ...cells]);
    await endProgram(program.app);
    writeLog(`${[layout, name, ...METHODS.map((method, at) => `${method}: ${cells[at]}`), has].join('  ')}\n`);
  }
  return rows;
}

/** The characters of TEXT that the layout in force lacks, as a refusal names them. */
async function missingKeys({ call }: Desk): Promise<string> {
  const { text } = await call('type_text', { text: TEXT, method: 'keys' });
  return [...text.matchAll(/"(\\?.)"/gu)].map(([, character]) => character?.replace('\\', '')).join('');
}

/** Opens a program with its field focused. */
export async function open(desk: Desk, { app, args, role, kind }: Program): Promise<void> {
  await desk.must('launch', { app, args, wait_ms: 30_000 });
  const isClicked = async (): Promise<boolean> => !(await desk.call('click', { app, query: 'field', role })).isError;
  if (kind === 'page') await until(isClicked, `the page of ${app}`);
  await until(async () => (await focusedText(desk, { app, role })) !== undefined, `the focused field of ${app}`);
}

/** The text of the focused field of a program; undefined while there is none. */
export async function focusedText(
  desk: Desk,
  { app, role }: Pick<Program, 'app' | 'role'>,
): Promise<string | undefined> {
  const { facts } = await desk.call('find', { app, role, states: ['focused'] });
  const elements = (facts['elements'] ?? []) as Element[];
  return elements.length === 1 ? (elements[0]?.text ?? '') : undefined;
}

/** What is in the field. A page tells it itself: Firefox adds a U+FEFF to the text that accessibility reads. */
async function fieldText(desk: Desk, program: Program): Promise<string | undefined> {
  if (program.kind !== 'page') return focusedText(desk, program);
  const title = windowsOf(await desk.must('windows')).findLast(({ active }) => active)?.title ?? '';
  return /\[(.*)\]/u.exec(title)?.[1] ?? '';
}

/** Types into an empty field and says what came of it. */
export async function outcome(desk: Desk, program: Program, text: string, method: string): Promise<string> {
  if (program.kind === 'terminal') return outcomeInTerminal(desk, text, method);
  await desk.must('key', { key: 'ctrl+a' });
  await desk.must('key', { key: 'BackSpace' });
  await until(async () => (await fieldText(desk, program)) === '', `an empty field in ${program.app}`);
  const reply = await desk.call('type_text', { text, method });
  const wanted = reply.isError ? '' : text;
  await until(async () => (await fieldText(desk, program)) === wanted, 'the text').catch(() => undefined);
  return verdict(reply, wanted, (await fieldText(desk, program)) ?? '');
}

/** Types a line and ends it by Return: what arrived is the next line of the file. */
async function outcomeInTerminal(desk: Desk, text: string, method: string): Promise<string> {
  const lines = (): string[] => (readIfThere(LINES) ?? '').split('\n');
  const before = lines().length;
  const reply = await desk.call('type_text', { text, method });
  await desk.must('key', { key: 'Return' });
  await until(() => lines().length > before, 'the line in the terminal');
  return verdict(reply, reply.isError ? '' : text, lines()[before - 1] ?? '');
}

function verdict(reply: Reply, wanted: string, found: string): string {
  if (found !== wanted) return `WRONG: ${JSON.stringify(found)}`;
  return reply.isError ? 'refused' : `pass (${String(reply.facts['method'])})`;
}
