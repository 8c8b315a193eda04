/**
 * Text into programs of every toolkit, in every way, on several keyboard layouts. What was typed is read back; the table of
 * it is printed at the end.
 */
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Element } from '../../../src/protocol/element.ts';
import { connectProgram, someBytes } from '../../support/clipboard.ts';
import { type Reply, startServer, type TestServer } from '../../support/server.ts';
import { bus, readIfThere, until, windowsOf } from '../../support/session.ts';

/** Characters that move between layouts, dead keys of some, letters of others, and what no keyboard has. */
const TEXT = `zy@-_?/"'^\`~é ğüşİı 漢字 😀`;
/** Kate closes these when they are typed by keys, whoever types them. */
const CLOSED_BY_KATE = /["'`]/g;

const LAYOUTS: Record<string, Record<string, string>> = {
  us: { XKB_DEFAULT_LAYOUT: 'us' },
  'de nodeadkeys': { XKB_DEFAULT_LAYOUT: 'de', XKB_DEFAULT_VARIANT: 'nodeadkeys' },
  de: { XKB_DEFAULT_LAYOUT: 'de' },
  fr: { XKB_DEFAULT_LAYOUT: 'fr' },
  tr: { XKB_DEFAULT_LAYOUT: 'tr' },
  dvorak: { XKB_DEFAULT_LAYOUT: 'us', XKB_DEFAULT_VARIANT: 'dvorak' },
  'ru, us': { XKB_DEFAULT_LAYOUT: 'ru,us' },
};

interface Program {
  app: string;
  args: string[];
  /** Role of its field. */
  role: string;
  /** page: in PAGE, which says in its title what is in the field. terminal: a cat, which writes each line to LINES. */
  kind?: 'page' | 'terminal';
}

const PAGE = '/tmp/typing.html';
const LINES = '/tmp/typing-lines.txt';
const PROGRAMS: Record<string, Program> = {
  Kate: { app: 'kate', args: ['/tmp/typing.txt'], role: 'text' },
  'Qt line edit': { app: 'kdialog', args: ['--inputbox', 'a line'], role: 'text' },
  'GTK 3': { app: 'gtk3-widget-factory', args: [], role: 'text' },
  'GTK 4': { app: 'gtk4-widget-factory', args: [], role: 'text' },
  Firefox: { app: 'firefox', args: [PAGE], role: 'entry', kind: 'page' },
  Chromium: { app: 'chromium', args: [PAGE], role: 'entry', kind: 'page' },
  Konsole: { app: 'konsole', args: ['-e', 'sh', '-c', `cat >${LINES}`], role: 'terminal', kind: 'terminal' },
};
const METHODS = ['auto', 'insert', 'keys', 'paste'] as const;

let server: TestServer;
let session = '';
const table: string[][] = [['layout', 'program', ...METHODS, 'what it has', '']];

beforeAll(async () => {
  writeFileSync(PAGE, '<input aria-label="field" oninput="document.title = `[${this.value}]`">');
  server = await startServer();
});
afterAll(async () => {
  await server.close();
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => [...(row[column] ?? '')].length)));
  const lines = table.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  process.stdout.write(`${lines.join('\n')}\n`);
});

const call = (name: string, args: object = {}): Promise<Reply> => server.call(name, { session, ...args });
const must = (name: string, args: object = {}): Promise<Reply> => server.must(name, { session, ...args });
const works = async (name: string, args: object): Promise<boolean> => !(await call(name, args)).isError;

/** Starts a session with this keyboard, which ends with the test; gives its folder. */
async function startWith(name: string, env: Record<string, string>): Promise<string> {
  const { facts } = await server.must('session_start', { name, home: 'isolated', env });
  session = name;
  onTestFinished(async () => void (await server.call('session_stop', { session: name })));
  return String(facts['folder']);
}

/** The characters of TEXT that the layout in force lacks, as a refusal names them. */
async function missingKeys(): Promise<string> {
  const { text } = await call('type_text', { text: TEXT, method: 'keys' });
  return [...text.matchAll(/"(\\?.)"/gu)].map(([, character]) => character?.replace('\\', '')).join('');
}

/** Opens a program with its field focused. */
async function open({ app, args, role, kind }: Program): Promise<void> {
  await must('launch', { app, args, wait_ms: 30_000 });
  if (kind === 'page') await until(() => works('click', { app, query: 'field', role }), `the page of ${app}`);
  await until(async () => (await focusedText({ app, role })) !== undefined, `the focused field of ${app}`);
}

/** The text of the focused field of a program; undefined while there is none. */
async function focusedText({ app, role }: Pick<Program, 'app' | 'role'>): Promise<string | undefined> {
  const { facts } = await call('find', { app, role, states: ['focused'] });
  const elements = (facts['elements'] ?? []) as Element[];
  return elements.length === 1 ? (elements[0]?.text ?? '') : undefined;
}

/** What is in the field. A page tells it itself: Firefox adds a U+FEFF to the text that accessibility reads. */
async function fieldText(program: Program): Promise<string | undefined> {
  if (program.kind !== 'page') return focusedText(program);
  const title = windowsOf(await must('windows')).findLast(({ active }) => active)?.title ?? '';
  return /\[(.*)\]/u.exec(title)?.[1] ?? '';
}

/** Types into an empty field and says what came of it. */
async function outcome(program: Program, text: string, method: string): Promise<string> {
  if (program.kind === 'terminal') return outcomeInTerminal(text, method);
  await must('key', { key: 'ctrl+a' });
  await must('key', { key: 'BackSpace' });
  await until(async () => (await fieldText(program)) === '', `an empty field in ${program.app}`);
  const reply = await call('type_text', { text, method });
  const wanted = reply.isError ? '' : text;
  await until(async () => (await fieldText(program)) === wanted, 'the text').catch(() => undefined);
  return verdict(reply, wanted, (await fieldText(program)) ?? '');
}

/** Types a line and ends it by Return: what arrived is the next line of the file. */
async function outcomeInTerminal(text: string, method: string): Promise<string> {
  const lines = (): string[] => (readIfThere(LINES) ?? '').split('\n');
  const before = lines().length;
  const reply = await call('type_text', { text, method });
  await must('key', { key: 'Return' });
  await until(() => lines().length > before, 'the line in the terminal');
  return verdict(reply, reply.isError ? '' : text, lines()[before - 1] ?? '');
}

function verdict(reply: Reply, wanted: string, found: string): string {
  if (found !== wanted) return `WRONG: ${JSON.stringify(found)}`;
  return reply.isError ? 'refused' : `pass (${String(reply.facts['method'])})`;
}

for (const [layout, env] of Object.entries(LAYOUTS)) {
  test(`on the layout ${layout} every character arrives in every program, or is refused before anything is sent`, async () => {
    await startWith(layout.replaceAll(/\W+/g, '-'), env);
    const missing = await missingKeys();
    const has = [...TEXT]
      .filter((character) => !missing.includes(character))
      .join('')
      .replaceAll(/ +/g, ' ')
      .trim();
    const rows: string[][] = [];
    for (const [name, program] of Object.entries(PROGRAMS)) {
      await open(program);
      const cells: string[] = [];
      for (const method of METHODS) cells.push(await outcome(program, TEXT, method));
      const keys = program.app === 'kate' ? has.replaceAll(CLOSED_BY_KATE, '') : has;
      cells.push(await outcome(program, keys, 'keys'));
      rows.push([name, ...cells]);
    }
    table.push(...rows.map((row) => [layout, ...row, has]));
    const [, ...others] = Object.keys(PROGRAMS);
    expect(rows).toEqual([
      ['Kate', 'pass (insert)', 'pass (insert)', 'refused', 'pass (paste)', 'pass (keys)'],
      ...others.map((name) => [name, 'pass (paste)', 'refused', 'refused', 'pass (paste)', 'pass (keys)']),
    ]);
  }, 240_000);
}

test('auto takes keys where the layout has every character, and after a switch those of the other layout', async () => {
  const folder = await startWith('switched', { XKB_DEFAULT_LAYOUT: 'ru,us' });
  const dialog = { app: 'kdialog', args: ['--inputbox', 'a line'], role: 'text' };
  await open(dialog);
  expect(await outcome(dialog, 'йцукен', 'auto')).toBe('pass (keys)');
  expect(await outcome(dialog, 'qwerty', 'auto')).toBe('pass (paste)');
  bus(folder, 'call', 'org.kde.keyboard', '/Layouts', 'org.kde.KeyboardLayouts', 'setLayout', 'u', '1');
  expect(await outcome(dialog, 'qwerty', 'auto')).toBe('pass (keys)');
  expect(await outcome(dialog, 'йцукен', 'auto')).toBe('pass (paste)');
});

test('a line break that is typed into a terminal is Return, by keys and by paste', async () => {
  await startWith('terminal', {});
  await open({ app: 'konsole', args: ['-e', 'sh', '-c', `cat >${LINES}`], role: 'terminal' });
  const reply = await must('type_text', { text: 'keys\nğ one\n\n漢 two\n' });
  expect(reply.facts).toMatchObject({ method: 'paste', sent: 18 });
  await until(() => readIfThere(LINES) === 'keys\nğ one\n\n漢 two\n', 'the lines');
});

test('a program without accessibility gets keys and pastes too', async () => {
  await startWith('silent', {});
  await must('launch', { app: 'gtk3-widget-factory', env: { NO_AT_BRIDGE: '1' } });
  for (const [text, method] of [
    ['keys', 'keys'],
    ['ğ漢', 'paste'],
  ]) {
    await must('key', { key: 'ctrl+a' });
    expect((await must('type_text', { text })).facts['method']).toBe(method);
    await must('key', { key: 'ctrl+a' });
    await must('key', { key: 'ctrl+c' });
    await until(async () => (await must('clipboard_get')).facts['text'] === text, `${text} in the field`);
  }
});

test('where no way is open the characters are named, and nothing is sent', async () => {
  const folder = await startWith('closed', {});
  const dialog = { app: 'kdialog', args: ['--inputbox', 'a line'], role: 'text' };
  await open(dialog);
  const owner = await connectProgram(`${folder}/run/wayland-0`);
  onTestFinished(owner.close);
  await owner.copy([{ type: 'image/png', bytes: someBytes(40_000_000) }]);
  const { isError, text } = await call('type_text', { text: 'a漢b😀' });
  expect([isError, text]).toEqual([
    true,
    expect.stringMatching(/\(English \(US\)\) has no key for "漢" "😀".*not pasted.*nothing was sent/i),
  ]);
  expect(await focusedText(dialog)).toBe('');
});
