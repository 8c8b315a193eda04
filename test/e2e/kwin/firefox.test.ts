/** Clicks and chords reach Firefox as asked, and its password field is never read. */
import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../support/server.ts';
import { find, startSession, until } from '../../support/session.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await startSession(server);
  await server.must('launch', {
    app: 'firefox-esr',
    args: ['file:///project/test/fixtures/page.html'],
    wait_ms: 40_000,
  });
  await until(
    async () => (await find(server, { app: 'firefox', query: 'Probe', role: 'button', bounds: true }))[0]?.rect,
    'the page',
  );
}, 60_000);
afterAll(() => server.close());

test('a password is in no reply', async () => {
  for (const [name, args] of [
    ['tree', { app: 'firefox', max_chars: 100_000 }],
    ['find', { app: 'firefox', query: 'Password' }],
    ['find', { app: 'firefox', query: 'hunter2' }],
    ['find', { app: 'firefox', role: 'password text' }],
  ] as const) {
    expect((await server.call(name, args)).text).not.toContain('hunter2');
  }
  const refused = await server.call('get_text', { app: 'firefox', role: 'password text', query: 'Password' });
  expect([refused.isError, refused.text.includes('hunter2')]).toEqual([true, false]);
});

test('text goes into the element that is named, which is focused first', async () => {
  const element = { app: 'firefox', query: 'Name', match: 'exact', role: 'entry' };
  await server.must('focus', { app: 'firefox', query: 'Newsletter', role: 'check box' });
  await server.must('type_text', { ...element, text: 'Ada' });
  await until(async () => (await server.must('get_text', element)).facts['text'] === 'Ada', 'the text');
  const both = await server.call('type_text', { ...element, text: 'x', secret: 'y' });
  expect([both.isError, both.text]).toEqual([true, expect.stringContaining('takes either text or secret')]);
  const none = await server.call('type_text', { app: 'firefox', query: 'No such field', text: 'x' });
  expect([none.isError, none.text]).toEqual([true, expect.stringContaining('No element matches')]);
  const box = await server.call('type_text', { app: 'firefox', query: 'Newsletter', role: 'check box', text: 'x' });
  expect([box.isError, box.text]).toEqual([true, expect.stringMatching(/check box "Newsletter".* takes no text; /)]);
  expect((await server.must('get_text', element)).facts['text']).toBe('Ada');
});

test.each([
  [{}, 'button 0, click 1, short, plain'],
  [{ button: 'right' }, 'button 2, click 1, short, plain'],
  [{ button: 'middle' }, 'button 1, click 1, short, plain'],
  [{ clicks: 2 }, 'button 0, click 2, short, plain'],
  [{ clicks: 3 }, 'button 0, click 3, short, plain'],
  [{ modifiers: ['ctrl', 'shift'] }, 'button 0, click 1, short, ctrl+shift'],
  [{ hold_ms: 600 }, 'button 0, click 1, long, plain'],
  [{}, 'button 0, click 1, short, plain'],
])('click %j arrives as that', async (how, expected) => {
  // The application would count clicks at one place together.
  await delay(1000);
  await server.must('click', { app: 'firefox', query: 'Probe', role: 'button', ...how });
  await until(async () => (await find(server, { app: 'firefox', query: expected })).length > 0, expected);
});

test('nothing is left of a menu that was closed', async () => {
  const shown = async (): Promise<string[]> =>
    (await server.must('tree', { app: 'firefox', interactive: true, max_nodes: 2000 })).text.match(
      /menu( bar| item)? "[^"]*"/g,
    ) ?? [];
  const before = await shown();
  await server.must('key', { key: 'F10' });
  await until(async () => (await shown()).includes('menu item "New Tab"'), 'the menu');
  await server.must('key', { key: 'Escape' });
  await server.must('key', { key: 'Escape' });
  await until(
    async () => (await find(server, { app: 'firefox', states: ['focused'], role: 'menu' })).length === 0,
    'the menu to close',
  );
  await until(async () => (await shown()).length === before.length, 'the entries to go');
  expect(await shown()).toEqual(before);
});

test('ctrl+t opens a tab 30 times of 30, and ctrl+w closes it', async () => {
  const count = async (): Promise<number> =>
    (await find(server, { app: 'firefox', role: 'page tab', max: 100 })).length;
  const before = await count();
  // Ten at a time: more would scroll out of the tab strip.
  for (let round = 0; round < 3; round++) {
    for (let tab = 0; tab < 10; tab++) await server.must('key', { key: 'ctrl+t' });
    await until(async () => (await count()) === before + 10, `10 more tabs in round ${round}`);
    for (let tab = 0; tab < 10; tab++) await server.must('key', { key: 'ctrl+w' });
    await until(async () => (await count()) === before, `10 fewer tabs in round ${round}`);
  }
}, 90_000);

test("a page's title means the page to read and to scroll, and its tab to click", async () => {
  writeFileSync('/tmp/titled.html', '<title>Minutes of June</title><p>Nobody came.</p>');
  await server.must('launch', { app: 'firefox-esr', args: ['file:///tmp/titled.html'], wait_ms: 0 });
  const title = { app: 'firefox', query: 'Minutes of June' };
  await server.must('wait_for', { ...title, role: 'document web' });
  const read = await server.must('get_text', title);
  expect([read.text, read.facts['text']]).toEqual([expect.stringContaining('document web "'), 'Nobody came.']);
  for (const [tool, role] of [
    ['scroll', 'document web'],
    ['click', 'page tab'],
  ] as const)
    expect((await server.must(tool, title)).facts['element'], tool).toMatchObject({ role });
  await server.must('key', { key: 'ctrl+w' });
});
