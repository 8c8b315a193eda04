/** What fields and entries are called: by their label, by the label in them, by the one beside them, by their placeholder. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../support/server.ts';
import { find, findOne, startSession, until } from '../../support/session.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
  await startSession(server, { width: 1600, height: 1000 });
});
afterAll(() => server.close());

/** What an application shows, once it is there. */
const SHOWN: Record<string, string> = { mousepad: 'File' };

async function launch(app: string, name: string, ...args: string[]): Promise<unknown> {
  const { facts } = await server.must('launch', { app, args });
  expect((await server.must('wait_for', { app: name, query: SHOWN[name] ?? 'Street' })).facts['met'], name).toBe(true);
  return facts['pid'];
}

/** Types a text into the field of this name, and gives what that field holds then. */
async function typed(app: string, query: string, text: string): Promise<unknown> {
  await server.must('type_text', { app, query, text });
  const [field] = await find(server, { app, states: ['focused'] });
  return (await server.must('get_text', { id: field?.id })).facts['text'];
}

test('fields of Qt are called by their label, or by the one beside them, which is said', async () => {
  const app = 'names-qt';
  await launch('python3', app, '/project/test/fixtures/names-qt.py');
  const { text } = await server.must('tree', { app });
  for (const line of [
    /combo box "Colour:" \{.*\} text="Red"/,
    /text "Buddy:"/,
    /text beside "Street:"/,
    /spin button beside "Number:"/,
    /slider beside "Volume:"/,
    /combo box beside "Size:" \{.*\} text="Small"/,
    /text \{editable\} text="alone"/,
  ])
    expect(text).toMatch(line);
  expect(await typed(app, 'Street', 'Elm')).toBe('Elm');
  const slider = await findOne(server, { app, query: 'Volume', role: 'slider' });
  expect(slider).toMatchObject({ name: 'Volume:', is_beside: true });
  await server.must('click', { id: slider.id });
  const chosen = await findOne(server, { app, query: 'Colour', role: 'combo box' });
  await server.must('click', { id: chosen.id });
  await server.must('wait_for', { app, query: 'Green', role: 'list item' });
  await server.must('click', { app, query: 'Green', role: 'list item' });
  await until(
    async () => (await findOne(server, { app, query: 'Colour', role: 'combo box' })).text === 'Green',
    'Green',
  );
});

test.each(['3', '4'])(
  'fields of GTK %s are called by their label, and by their placeholder with a text too',
  async (version) => {
    const app = `names-gtk${version}`;
    await launch('python3', app, '/project/test/fixtures/names-gtk.py', version);
    expect(await typed(app, 'Street', 'Elm')).toBe('Elm');
    expect(await typed(app, 'Notes', 'one')).toBe('one');
    for (const text of ['Ada', 'Bo']) await server.must('type_text', { app, query: 'Search names', text });
    expect(await findOne(server, { app, query: 'Search names' })).toMatchObject({ role: 'text', text: 'AdaBo' });
    expect(await find(server, { app, query: 'Number', role: 'spin button' })).toHaveLength(1);
    expect(await find(server, { app, query: 'Choice', role: 'combo box' })).toHaveLength(1);
  },
);

test('an entry of a menu of GTK 4 is chosen by name, and those of a list are called by theirs', async () => {
  const app = 'names-gtk4';
  const pid = (await server.must('tree', { app })).facts['pid'];
  const log = async (): Promise<string> => (await server.must('app_log', { pid })).text;
  await server.must('click', { app, query: 'Menu' });
  await server.must('wait_for', { app, query: 'The second', role: 'menu item' });
  await server.must('click', { app, query: 'The second', role: 'menu item' });
  await until(async () => (await log()).includes('chose second'), 'the entry chosen');
  await server.must('click', { app, query: 'Choice', role: 'toggle button' });
  await server.must('wait_for', { app, query: 'Three', role: 'list item' });
  const entries = await find(server, { app, role: 'list item' });
  expect(entries.map(({ name }) => name)).toEqual(['One', 'Two', 'Three']);
  expect((await server.must('get_text', { id: entries[1]?.id })).facts['text']).toBe('Two');
  await server.must('key', { key: 'Escape' });
});

test("fields of Mousepad's and LibreOffice's dialogs take a text by the name of their label", async () => {
  await launch('mousepad', 'mousepad');
  await server.must('key', { key: 'ctrl+r' });
  await server.must('wait_for', { app: 'mousepad', query: 'Search for', role: 'text' });
  expect(await typed('mousepad', 'Search for', 'abc')).toBe('abc');
  expect(await typed('mousepad', 'Replace with', 'abcd')).toBe('abcd');
  await server.must('launch', { app: 'libreoffice', args: ['--writer', '--norestore'], wait_ms: 20_000 });
  const app = 'soffice';
  await server.must('wait_for', { app, window: 'LibreOffice Writer', role: 'paragraph', timeout_ms: 20_000 });
  await server.must('key', { key: 'ctrl+h' });
  await server.must('wait_for', { app, query: 'Find:', role: 'text', timeout_ms: 10_000 });
  expect(await typed(app, 'Find:', 'one')).toBe('one');
  expect(await typed(app, 'Replace:', 'two')).toBe('two');
});
