/**
 * What a tree reply holds of real programs: the controls that a person sees in their windows, in few characters. The
 * lists were written down from pictures of the same windows.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startServer, type TestServer } from '../../support/server.ts';
import { endProgram, find, startSession, until } from '../../support/session.ts';

const FOLDER = '/home/user/papers';
const FILES = Array.from({ length: 30 }, (_, index) => `report-${String(index + 1).padStart(2, '0')}.txt`);

let server: TestServer;
beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  for (const name of FILES) writeFileSync(`${FOLDER}/${name}`, name);
  writeFileSync('/home/user/notes.txt', 'Eggs\nFlour\n');
  server = await startServer();
  await startSession(server, { width: 1700, height: 1000 });
}, 30_000);
afterAll(() => server.close());

interface Program {
  name: string;
  launch: { app: string; args?: string[] };
  /** A key that shows more of it. */
  key?: string;
  maxChars: number;
  /** As they stand in the reply. */
  controls: string[];
}

const named = (text: string): string[] => text.split('|').map((name) => `"${name}"`);

const programs: Program[] = [
  {
    name: 'Kate with its Find bar',
    launch: { app: 'kate', args: ['/home/user/notes.txt'] },
    key: 'ctrl+f',
    maxChars: 4000,
    controls: [
      ...named('File|Edit|Selection|View|Go|Projects|LSP Client|Sessions|Tools|Settings|Help'),
      ...named('New|Open…|Save|Save As…|Undo|Redo|Go to Previous Location|Go to Next Location|Split View'),
      ...named('Documents|Git|Symbol Outline|Output|Diagnostics|Search|Project|Terminal'),
      ...named('1:1|INSERT|Soft Tabs: 4|UTF-8|Normal|home|user'),
      ...named('Jump to next match|Jump to previous match|Match case sensitive|Switch to power search and replace bar'),
      'page tab "notes.txt" {selected}',
      'text "notes.txt" {editable} text="Eggs\\nFlour\\n"',
      'combo box "Find:" {editable, collapsed} text="Eggs"',
      'text "Find:" {focused, editable} text="Eggs"',
    ],
  },
  {
    name: 'Dolphin in a folder of 30 files, with its filter',
    launch: { app: 'dolphin', args: [FOLDER] },
    key: 'ctrl+i',
    maxChars: 3500,
    controls: [
      ...FILES.map((name) => `"${name}"`),
      ...named('Home|Trash|Network|Modified Today|Modified Yesterday'),
      ...named('Back|Forward|Change View Mode|papers|Split|Search|Open Menu'),
      'label "30 files',
      'text "Filter…" {focused, editable}',
    ],
  },
  {
    name: 'KCalc',
    launch: { app: 'kcalc' },
    maxChars: 1000,
    controls: [
      ...named('Zero|One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Add|Subtract|Multiply|Divide|Equals'),
      ...named('Percentage|Decimal point|Clear|All clear|(|)|+/−|NORM|File|Edit|Settings|Help'),
    ],
  },
  {
    name: 'Konsole',
    launch: { app: 'konsole' },
    maxChars: 1000,
    controls: [...named('New Tab|Split View|Copy|Paste|Find…|Open Menu'), 'terminal {focused}'],
  },
  {
    name: 'gtk3-widget-factory',
    launch: { app: 'gtk3-widget-factory' },
    maxChars: 4000,
    controls: [
      ...named('Menu|Close|Page 1|Page 2|Page 3|Left|Middle|Right|togglebutton|checkbutton|radiobutton'),
      ...named('Sans Regular|(None)|link button|Inset|Outset|Groove|Ridge|Cool|Icon|Name|Nick'),
      'text "Click icon to change mode" {editable}',
      ...named('Andrea|Cimi|Otto|chaotic|Orville|Redenbacher|Benjamin|Company|page 1|page 2|page 3'),
      'text {focused, editable} text="comboboxentry"',
      'spin button {editable} text="50" value=50 (1..1000)',
      'slider value=50 (1..100)',
      'level bar value=0.6 (0..1)',
      'text {editable} text="Lorem ipsum',
    ],
  },
  {
    name: 'gtk4-widget-factory',
    launch: { app: 'gtk4-widget-factory' },
    maxChars: 4000,
    controls: [
      ...named('Page _1|Page _2|Page _3|togglebutton|checkbutton|radiobutton|Sans Regular 12|link button|Play'),
      ...named('Large Title|Heading|Caption|Nick|Name|Icon|Cool|Sunset|NYC|Beach|page 1|page 2|page 3|Close'),
      'text {focused, editable} text="comboboxentry"',
      'text "Click icon to change mode" {editable}',
      'password text "Password…" {editable}',
      'spin button {editable} text="50" value=50 (1..1000)',
      'slider value=50 (0..100)',
      'text {editable} text="Lorem ipsum',
    ],
  },
  {
    name: 'gtk4-demo',
    launch: { app: 'gtk4-demo' },
    maxChars: 3000,
    controls: [
      ...named('Application Class|Benchmark|Fishbowl|Clipboard|Combo Boxes|Info|Source|main.ui|Run|Search|Close'),
      'text "Info" text="GTK Demo\\nGTK Demo is',
    ],
  },
];

test.each(programs)('$name shows its controls', async ({ launch, key, maxChars, controls }) => {
  onTestFinished(() => endProgram(launch.app));
  await server.must('launch', launch);
  if (key !== undefined) {
    await server.must('wait_idle', { app: launch.app });
    await server.must('key', { key });
  }
  let text = '';
  const missing = (): string[] => controls.filter((part) => !text.includes(part));
  await until(
    async () => {
      ({ text } = await server.call('tree', { app: launch.app })); // an error until it is on the bus
      return missing().length === 0;
    },
    () => `${missing().join(', ')} in\n${text}`,
  );
  expect(text.length).toBeLessThanOrEqual(maxChars);
});

test('a program can be named as soon as it was launched', async () => {
  for (const demo of ['password_entry', 'entry_undo', 'spinbutton', 'links']) {
    const { facts } = await server.must('launch', { app: 'gtk4-demo', args: [`--run=${demo}`] });
    const tree = await server.must('tree', { app: 'gtk4-demo' });
    expect(tree.facts['pid']).toBe(facts['pid']);
    await server.must('close_window', { query: 'gtk4-demo' });
  }
});

test('a combo box of GTK 3 is called after the entry that it shows, not after its icon', async () => {
  const app = 'gtk3-demo';
  await server.must('launch', { app, args: ['--run=combobox'] });
  const names = async (): Promise<string> =>
    (await find(server, { app, role: 'combo box' })).map(({ name }) => name).join();
  await until(async () => (await names()).startsWith('Warning,Boston,'), 'the first entry');
  await server.must('click', { app, query: 'Warning', role: 'combo box' });
  // Its menu takes keys once it is open.
  await server.must('wait_idle', { app });
  for (const key of ['Down', 'Return']) await server.must('key', { key });
  await until(async () => (await names()).startsWith('New,Boston,'), 'the entry below');
  expect(await names()).not.toContain('dialog-');
});

test('a terminal is read and searched to its last row, and its text ends', async () => {
  const args = ['-e', 'sh', '-c', 'seq -f tick%g 100 109; exec cat'];
  await server.must('launch', { app: 'konsole', args });
  const terminal = { app: 'konsole', role: 'terminal', query: 'tick109' };
  expect((await server.must('wait_for', terminal)).facts['met']).toBe(true);
  const whole = await server.must('get_text', terminal);
  expect(whole.text).toContain('tick100\ntick101\n');
  expect(whole.text).not.toContain('cut at character');
  const length = Number(whole.facts['length']);
  expect(String(whole.facts['text'])).toHaveLength(length);
  const rest = await server.must('get_text', { ...terminal, offset: 8, limit: 8 });
  expect(rest.facts).toMatchObject({ text: 'tick101\n', length });
  expect((await server.must('get_text', { ...terminal, offset: length })).facts['text']).toBe('');
});

test('a terminal that has scrolled shows its last rows, and remembers the others', async () => {
  const args = ['-e', 'sh', '-c', 'seq -f row%g. 1 300; exec cat'];
  await server.must('launch', { app: 'konsole', args });
  expect((await server.must('wait_for', { app: 'konsole', query: 'row300.' })).facts['met']).toBe(true);
  const [terminal] = await find(server, { app: 'konsole', role: 'terminal', query: 'row299.' });
  expect(terminal?.text).not.toContain('row1.');
  expect(await find(server, { app: 'konsole', role: 'terminal', query: 'row1.\n', match: 'regex' })).toEqual([]);
  const end = await server.must('get_text', { id: terminal?.id, limit: 15 });
  expect(end.facts['text']).toBe('row299.\nrow300.');
  expect(end.text).toContain('get_text with offset=0 reads from the beginning');
  expect((await server.must('get_text', { id: terminal?.id, offset: 0 })).text).toContain('row1.\nrow2.\n');
});

test('a program that tells accessibility no title is known by the one that it shows', async () => {
  await server.must('launch', { app: 'kcalc' });
  await until(async () => (await server.must('apps')).text.match(/^kcalc .*: \[\d+\] frame "KCalc"/m), 'the title');
  expect((await server.must('tree', { app: 'kcalc', window: 'KCalc' })).text).toContain('"Six"');
});
