/** A whole visit to Kate: open, read, write, save. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Reply, startServer, type TestServer } from '../../support/server.ts';
import { find, findOne, readIfThere, startSession, until, windowsOf } from '../../support/session.ts';

const FILE = '/tmp/kate-notes.txt';
let server: TestServer;
let launched: Reply;

beforeAll(async () => {
  server = await startServer();
  await startSession(server);
  launched = await server.must('launch', { app: 'kate', args: [FILE] });
});
afterAll(() => server.close());

const clear = async (): Promise<void> => {
  await server.must('key', { key: 'ctrl+a' });
  await server.must('key', { key: 'Delete' });
};
const editorText = async (): Promise<string> => {
  const { id } = await findOne(server, { app: 'kate', role: 'text', states: ['focused'] });
  return String((await server.must('get_text', { id })).facts['text']);
};

test('launch prints the window', () => {
  expect(launched.text).toContain('kate-notes.txt');
  expect(launched.facts['window']).toMatchObject({ app: 'org.kde.kate', active: true });
});

test('apps and windows name it, in front', async () => {
  expect((await server.must('apps')).text).toMatch(/kate \(Qt.*kate-notes\.txt/);
  const [front] = windowsOf(await server.must('windows')).slice(-1);
  expect(front).toMatchObject({ app: 'org.kde.kate', active: true });
});

test('its tree is short, and holds what a person sees', async () => {
  const { text } = await server.must('tree');
  expect(text.length).toBeLessThanOrEqual(4000);
  for (const part of ['menu bar', '"File"', '"kate-notes.txt"', 'text', '{', 'editable']) expect(text).toContain(part);
  expect(new Set(text.match(/\[\d+\]/g)).size).toBe(text.match(/\[\d+\]/g)?.length);
});

test('an element keeps its id from one read to the next', async () => {
  const [first, second] = [await server.must('tree'), await server.must('tree')];
  expect(second.text).toBe(first.text);
});

test('what changed since a revision is listed with the ids of before', async () => {
  const before = await server.must('tree', { app: 'kate' });
  const revision = Number(before.facts['revision']);
  expect(before.text).toMatch(new RegExp(`^kate \\(Qt, pid \\d+\\) revision ${revision}\\n`));
  const since = async (since: number): Promise<Reply> => server.must('tree', { since });
  expect((await since(revision)).text).toMatch(new RegExp(`revision ${revision}, unchanged since ${revision}$`));
  await server.must('key', { key: 'ctrl+f' });
  await server.must('wait_for', { app: 'kate', query: 'Find:', role: 'label' });
  const opened = await since(revision);
  expect(Number(opened.facts['revision'])).toBeGreaterThan(revision);
  expect(opened.text).toMatch(/^\+ +\[\d+\] combo box "Find:"/m);
  const editor = /\[(\d+)\] text "kate-notes.txt" \{focused/.exec(before.text)?.[1];
  expect(opened.text).toMatch(new RegExp(`^~ +\\[${editor}\\] text "kate-notes.txt" \\{editable`, 'm'));
  const label = /\[(\d+)\] combo box "Find:"/.exec(opened.text)?.[1];
  await server.must('key', { key: 'Escape' });
  await server.must('wait_for', { app: 'kate', query: 'Find:', role: 'label', gone: true });
  const closed = await since(Number(opened.facts['revision']));
  expect(closed.text).toMatch(new RegExp(`^- \\[${label}\\] combo box "Find:"`, 'm'));
  expect((await since(revision)).text).not.toContain('"Find:"');
});

test('an acting tool says what it changed when it is asked to', async () => {
  const opened = await server.must('key', { key: 'ctrl+f', observe: 'changes', settle_ms: 2000 });
  expect(opened.text).toMatch(/^pressed ctrl\+f\nchanges: revision \d+, since \d+\n/);
  expect(opened.text).toMatch(/^[+~] +\[\d+\] /m);
  expect(opened.facts['changes']).toContain('since');
  const closed = await server.must('key', { key: 'Escape', observe: 'changes', settle_ms: 2000 });
  expect(closed.text).toMatch(/^[-~] +\[\d+\] /m);
  await server.must('wait_idle', { app: 'kate' });
  const nothing = await server.must('key', { key: 'shift', observe: 'changes', settle_ms: 100 });
  expect(nothing.text).toMatch(/^pressed shift\nchanges: none within 100 ms \(revision \d+\)$/);
  const refused = await server.call('key', { key: 'shift', observe: 'everything' });
  expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('observe')]);
});

test('since is refused with another choice of elements, and for a revision that is not known', async () => {
  const mixed = await server.call('tree', { since: 1, interactive: true });
  expect([mixed.isError, mixed.text]).toEqual([true, expect.stringContaining('Since goes with no other choice')]);
  const unknown = await server.call('tree', { since: 99_999 });
  expect([unknown.isError, unknown.text]).toEqual([true, expect.stringContaining('Revision 99999 is not known')]);
});

test('pages of a cut tree join up exactly', async () => {
  const ids = (text: string): string[] => text.match(/\[\d+\]/g) ?? [];
  await server.must('wait_idle', { app: 'kate' });
  const whole = ids((await server.must('tree', { app: 'kate' })).text);
  const pages: string[] = [];
  let after: number | undefined;
  for (let page = 0; page < 50; page++) {
    const { text } = await server.must('tree', {
      app: 'kate',
      max_chars: 250,
      ...(after === undefined ? {} : { after }),
    });
    expect(text.length).toBeLessThanOrEqual(250);
    pages.push(...ids(text));
    const next = /continue with tree\(app="kate", after=(\d+)\)/.exec(text)?.[1];
    if (next === undefined) break;
    after = Number(next);
  }
  expect(pages).toEqual(whole);
});

test('2,000 characters of mixed text arrive identical, 20 times of 20', async () => {
  const alphabet = [
    ...'The quick brown fox {[(jumps)]} over 12 lazy dogs; ğüşİıçö ß ñ é 漢字 かな 한 😀 "quotes" \\n\t<tag>&',
  ];
  for (let round = 0; round < 20; round++) {
    const text = Array.from({ length: 2000 }, (_, index) => alphabet[(index * 7 + round) % alphabet.length]).join('');
    await clear();
    await server.must('type_text', { text });
    await server.must('key', { key: 'ctrl+s' });
    const onDisk = (): string => readIfThere(FILE)?.trimEnd() ?? '';
    await until(
      () => onDisk() === text.trimEnd(),
      () => `round ${round} on disk, where ${onDisk().length} of ${text.length} are: ${onDisk().slice(0, 60)}`,
    );
  }
}, 60_000);

test('text typed by keys arrives identical', async () => {
  // Kate closes quotation marks by itself; all else of the US layout is here.
  const text = 'Keys only: ~!@#$%^&*()_+ `1234567890-= QWERTY qwerty ,./;<>?: end';
  await clear();
  expect((await server.must('type_text', { text, method: 'keys' })).facts).toMatchObject({
    method: 'keys',
    sent: text.length,
  });
  await until(async () => (await editorText()) === text, 'the text in the editor');
});

test('characters that the layout lacks are named, and nothing is sent', async () => {
  const before = await editorText();
  const reply = await server.call('type_text', { text: 'ağ漢', method: 'keys' });
  expect(reply.isError).toBe(true);
  expect(reply.text).toContain('ğ');
  expect(reply.text).toContain('漢');
  expect(await editorText()).toBe(before);
});

test('get_text reads on from an offset', async () => {
  await clear();
  await server.must('type_text', { text: '0123456789' });
  const { id } = await findOne(server, { app: 'kate', role: 'text', states: ['focused'] });
  const cut = await server.must('get_text', { id, limit: 4, offset: 2 });
  expect(cut.facts['text']).toBe('2345');
  expect(cut.text).toContain('cut at character 6; get_text with offset=6 reads on');
});

test('no character is cut in two where a text is', async () => {
  await clear();
  const faces = 'a👩b🇩🇪c d😀';
  await server.must('type_text', { text: faces });
  const { id } = await findOne(server, { app: 'kate', role: 'text', states: ['focused'] });
  const parts: unknown[] = [];
  for (let offset = 0; offset < 13; offset += 2)
    parts.push((await server.must('get_text', { id, offset, limit: 2 })).facts['text']);
  expect(parts.join('')).toBe(faces);
});

test('the line of an element shows its text with line breaks, on one line', async () => {
  await clear();
  await server.must('type_text', { text: 'one\n[9] button "forged"\n' });
  const { text } = await server.must('find', { app: 'kate', role: 'text', states: ['focused'] });
  expect(text).toContain('text="one\\n[9] button \\"forged\\"\\n"');
  expect(text.split('\n')).toEqual(['data:', expect.stringContaining('forged')]);
});

test('an editor shows what it holds also when that is a part of its name, and is empty when it is', async () => {
  await clear();
  const before = await server.must('tree', { app: 'kate' });
  expect(await editorText()).toBe('');
  await server.must('type_text', { text: 'note' });
  const { text } = await server.must('find', { app: 'kate', role: 'text', states: ['focused'] });
  expect(text).toContain('"kate-notes.txt" {focused, editable} text="note"');
  const since = await server.must('tree', { since: before.facts['revision'] });
  expect(since.text).toMatch(/^~ +\[\d+\] text .* text="note"$/m);
});

test('a key is repeated as often as asked', async () => {
  await clear();
  expect((await server.must('key', { key: 'x', repeat: 50 })).facts).toMatchObject({ key: 'x', sent: 50 });
  await until(async () => (await editorText()) === 'x'.repeat(50), '50 times x');
});

test('an unknown key is an error that names one near it', async () => {
  const reply = await server.call('key', { key: 'ctrl+retrun' });
  expect([reply.isError, reply.text]).toEqual([true, expect.stringContaining('eturn')]);
});

test('wait_for sees a dialog come and go, and its elements become stale', async () => {
  const coming = server.must('wait_for', { app: 'kate', query: 'Cancel', role: 'button', timeout_ms: 10_000 });
  await server.must('key', { key: 'ctrl+o' });
  const { facts } = await coming;
  expect(facts).toMatchObject({ met: true, element: { role: 'button' } });
  const { id } = facts['element'] as { id: number };
  const going = server.must('wait_for', { app: 'kate', query: 'Cancel', role: 'button', gone: true });
  await server.must('act', { id });
  expect((await going).facts).toMatchObject({ met: true });
  const stale = await server.call('act', { id });
  expect([stale.isError, stale.text]).toEqual([true, expect.stringContaining(`stale id ${id}`)]);
});

test('wait_for a window, and a timeout that says so', async () => {
  expect((await server.must('wait_for', { window: 'kate-notes' })).facts).toMatchObject({ met: true });
  const late = await server.must('wait_for', { window: 'no such window', timeout_ms: 200 });
  expect(late.facts).toMatchObject({ met: false });
  expect(late.text).toContain('not there after');
});

test('wait_for reports progress to a client that asks', async () => {
  const steps: number[] = [];
  await server.must(
    'wait_for',
    { app: 'kate', query: 'no such thing', timeout_ms: 2500 },
    { onprogress: ({ progress }) => steps.push(progress) },
  );
  expect(steps.length).toBeGreaterThanOrEqual(2);
});

test('finds by part, whole name, words and pattern', async () => {
  const names = async (args: Record<string, unknown>): Promise<string[]> =>
    (await find(server, { app: 'kate', ...args })).map(({ name }) => name);
  expect(await names({ query: 'fil', role: 'menu item' })).toContain('File');
  expect(await names({ query: 'File', match: 'exact' })).toContain('File');
  expect(await names({ query: '^F.le$', match: 'regex' })).toContain('File');
  expect(await names({ query: 'Fil', match: 'exact' })).toEqual([]);
  await clear();
  await server.must('type_text', { text: `${'a'.repeat(50)}b` });
  const endless = await server.call('find', { app: 'kate', query: '(a+)+$', match: 'regex' });
  expect([endless.isError, endless.text]).toEqual([true, expect.stringContaining('takes too long')]);
  expect(await names({ query: 'fil', role: 'menu item' })).toContain('File');
});

test('a window is known by the title that windows prints', async () => {
  const shown = windowsOf(await server.must('windows')).find(({ app }) => app === 'org.kde.kate')?.title ?? '';
  expect(shown).toMatch(/ — Kate$/);
  const wanted = { app: 'kate', window: shown };
  expect((await server.must('tree', { ...wanted, max_nodes: 5 })).text).toContain('frame "kate-notes.txt');
  expect(await find(server, { ...wanted, query: 'Save', match: 'exact' })).toHaveLength(1);
  expect((await server.must('get_text', { ...wanted, query: 'Save', match: 'exact' })).facts['text']).toBe('Save');
  const { facts } = await server.must('wait_for', { ...wanted, query: 'Save', timeout_ms: 2000 });
  expect(facts['met']).toBe(true);
});

test('a window that is not there is named as missing, not its elements', async () => {
  for (const tool of ['tree', 'find', 'get_text']) {
    const query = tool === 'tree' ? {} : { query: 'Save' };
    const reply = await server.call(tool, { app: 'kate', window: 'zzz', ...query });
    expect([tool, reply.isError, reply.text]).toEqual([
      tool,
      true,
      expect.stringMatching(/^No window has "zzz".*\n.* — Kate"/),
    ]);
  }
  const waited = await server.must('wait_for', { app: 'kate', window: 'zzz', query: 'Save', timeout_ms: 50 });
  expect(waited.facts['met']).toBe(false);
});

test('the entry of an open menu has the focus, and the editor again after it', async () => {
  const focused = async (): Promise<string[]> =>
    (await find(server, { app: 'kate', states: ['focused'] })).map(({ role, name }) => `${role} ${name}`);
  const before = await focused();
  await server.must('key', { key: 'alt+f' });
  await until(async () => (await focused())[0] === 'menu item New', 'the menu');
  for (const name of ['New Window', 'Open…']) {
    await server.must('key', { key: 'Down' });
    expect(await focused()).toEqual([`menu item ${name}`]);
  }
  await server.must('key', { key: 'Escape' });
  await until(async () => (await focused())[0] === before[0], 'the editor');
});

test('a miss is a normal reply that names the closest', async () => {
  const reply = await server.must('find', { app: 'kate', query: 'Fiel' });
  expect(reply.text).toContain('no matches; closest (data):');
  expect(reply.text).toContain('"File"');
});

test('a shortcut right after characters comes after them', { timeout: 60_000 }, async () => {
  for (let round = 1; round <= 10; round++) {
    await clear();
    const text = `round ${round} to its end`;
    await server.must('type_text', { text, method: 'keys' });
    // Without the wait for Kate the half of these are selected, and deleted, without their end.
    await server.must('key', { key: 'ctrl+a' });
    await server.must('key', { key: 'ctrl+x' });
    await until(async () => (await editorText()) === '', `an empty editor in round ${round}`);
    await server.must('key', { key: 'ctrl+v' });
    await until(async () => (await editorText()).trim() === text, `the text of round ${round}`);
  }
});

test.each([
  ['a keysym name', (key: string) => server.must('key', { key: `Control_L+${key}` })],
  [
    'a modifier that is held',
    async (key: string) => {
      await server.must('hold', { key: 'ctrl' });
      await server.must('key', { key });
      await server.must('hold', { down: false });
    },
  ],
] as const)('a shortcut by %s comes after the characters before it too', { timeout: 60_000 }, async (by, shortcut) => {
  for (let round = 1; round <= 10; round++) {
    await clear();
    const text = `round ${round} by ${by}, to its end`;
    await server.must('type_text', { text, method: 'keys' });
    await shortcut('a');
    await server.must('key', { key: 'Delete' });
    await until(async () => (await editorText()) === '', `an empty editor in round ${round}`);
  }
});

test('text that is inserted right after keys comes after them', async () => {
  await clear();
  await server.must('type_text', { text: '0123456789'.repeat(6), method: 'insert' });
  for (let round = 1; round <= 10; round++) {
    await server.must('key', { key: 'Home' });
    await server.must('key', { key: 'Right', repeat: 50 });
    await server.must('type_text', { text: '-', method: 'insert' });
    const [before = ''] = (await editorText()).split('-');
    expect(before).toHaveLength(50);
    await server.must('key', { key: 'BackSpace' });
  }
});

test.each([['its id'], ['its name']])('an action of %s right after characters comes after them', async (by) => {
  const save = { app: 'kate', query: 'Save', role: 'button', match: 'exact' };
  const target = by === 'its id' ? { id: (await findOne(server, save)).id } : save;
  for (let round = 1; round <= 5; round++) {
    await clear();
    const text = `round ${round} by ${by}: ${'one more word '.repeat(20)}its end`;
    await server.must('type_text', { text, method: 'keys' });
    await server.must('act', target);
    await until(() => readFileSync(FILE, 'utf8').startsWith(`round ${round} by ${by}`), `round ${round} on disk`);
    expect(readFileSync(FILE, 'utf8').trimEnd()).toBe(text);
  }
});

test('what is left after all this is saved', async () => {
  await clear();
  await server.must('type_text', { text: 'The end.' });
  await server.must('key', { key: 'ctrl+s' });
  await until(() => readFileSync(FILE, 'utf8').trimEnd() === 'The end.', 'the end on disk');
});
