/** What a browser does not show is not acted on: an element of a tab at the back, with another page at its place. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../support/server.ts';
import { find, findOne, startSession, until } from '../../support/session.ts';

const PAGES = 'file:///project/test/fixtures/pages';

describe.each([
  { app: 'firefox', program: 'firefox-esr' },
  { app: 'chromium', program: 'chromium' },
])('$app', ({ app, program }) => {
  let server: TestServer;
  let button = 0;
  let field = 0;
  beforeAll(async () => {
    server = await startServer();
    await startSession(server);
    await server.must('launch', { app: program, args: [`${PAGES}/at-the-back.html`], wait_ms: 40_000 });
    await server.must('wait_for', { app, query: 'Save draft', timeout_ms: 20_000 });
    await server.must('wait_idle', { app });
    button = (await findOne(server, { app, query: 'Save draft', role: 'button' })).id;
    field = (await findOne(server, { app, query: 'Draft', role: 'entry', match: 'exact' })).id;
    await server.must('key', { key: 'ctrl+t' });
    const added = { app, query: 'New tab', role: 'page tab', states: ['selected'] };
    await until(async () => (await find(server, added)).length > 0, 'the tab in front');
    await server.must('wait_idle', { app });
    await server.must('key', { key: 'ctrl+l' });
    await server.must('type_text', { text: `${PAGES}/in-front.html\n` });
    await server.must('wait_for', { app, query: 'Delete all', timeout_ms: 20_000 });
    await server.must('wait_idle', { app });
  }, 90_000);
  afterAll(() => server.close());

  test.each([
    ['click', () => ({ id: button })],
    ['touch', () => ({ id: button })],
    ['scroll', () => ({ id: field })],
    ['drag', () => ({ from_id: button, to_id: field })],
    ['screenshot', () => ({ id: field })],
    ['focus', () => ({ id: field })],
    ['type_text', () => ({ id: field, text: 'x' })],
  ] as const)('%s of it is refused, and the reply names its tab', async (tool, args) => {
    const reply = await server.call(tool, args());
    expect([reply.isError, reply.text]).toEqual([
      true,
      expect.stringMatching(
        /does not show: it is in what \[(\d+)\] page tab "At the back" opens;.*\nClick \[\1\] first/s,
      ),
    ]);
    expect(reply.ms).toBeLessThan(1000);
    const { text } = await findOne(server, { app, role: 'status bar', query: 'all is there' });
    expect(text).toBe('all is there');
  });

  test('act presses it, and says that it does not show', async () => {
    const reply = await server.must('act', { id: button });
    expect(reply.text).toMatch(/"Save draft".*; it does not show: it is in what \[\d+\] page tab "At the back" opens$/);
  });

  test('an entry of a closed menu is not clicked', async () => {
    await server.must('click', { app, query: 'Delete all', role: 'button', button: 'right' });
    const entry = await until(
      async () => (await find(server, { app, query: 'Inspect', role: 'menu item' }))[0],
      'the menu',
    );
    await server.must('key', { key: 'Escape' });
    await until(async () => (await find(server, { app, query: 'Inspect', role: 'menu item' })).length === 0, 'its end');
    const { isError, text } = await server.call('click', { id: entry.id });
    expect([isError, text]).toEqual([true, expect.stringMatching(/does not show|stale id/)]);
  });

  test('once its tab is in front it is what it was', async () => {
    await server.must('click', { app, query: 'At the back', role: 'page tab' });
    await server.must('wait_for', { app, query: 'Save draft was pressed' });
    await server.must('type_text', { id: field, text: 'now' });
    expect((await server.must('get_text', { id: field })).facts['text']).toBe('now');
  });
});
