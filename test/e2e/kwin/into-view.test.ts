/** What is scrolled out of view in a page is scrolled into view by the gesture itself. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../support/server.ts';
import { startSession } from '../../support/session.ts';

describe.each([
  { app: 'firefox', program: 'firefox-esr' },
  { app: 'chromium', program: 'chromium' },
])('$app', ({ app, program }) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
    await startSession(server);
    const page = 'file:///project/test/fixtures/pages/long.html';
    await server.must('launch', { app: program, args: [page], wait_ms: 40_000 });
    await server.must('wait_for', { app, query: 'Button 3', timeout_ms: 20_000 });
    await server.must('wait_idle', { app });
  }, 60_000);
  afterAll(() => server.close());

  /** The id of a button that is not in view, as a miss names it. */
  const idOf = async (query: string): Promise<number> => {
    const { text } = await server.must('find', { app, query, role: 'button', match: 'exact' });
    return Number(new RegExp(`\\[(\\d+)\\] button "${query}"`).exec(text)?.[1]);
  };

  test.each([
    ['click', 'Button 80', 'pressed 80'],
    ['click', 'In the box', 'in the box'],
    ['touch', 'Button 60', 'pressed 60'],
  ])('%s of %s', async (tool, name, said) => {
    const { text } = await server.must(tool, { id: await idOf(name) });
    expect(text).toContain('(scrolled into view)');
    expect((await server.must('wait_for', { app, query: said, role: 'status bar' })).facts['met']).toBe(true);
  });

  test('what is in view stays where it is', async () => {
    const { text } = await server.must('click', { app, query: 'Button 60', match: 'exact' });
    expect(text).not.toContain('scrolled');
  });
});
