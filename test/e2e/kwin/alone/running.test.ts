/**
 * What moves by itself, at moments that nobody knows, is met by the clicks that are sent: it is at rest then, or was measured a
 * few milliseconds before. One that starts in these milliseconds is missed, so one miss is allowed. `RUNNING_ROUNDS=50` for more.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../../support/server.ts';
import { find, startSession, until, windowsOf } from '../../../support/session.ts';

const ROUNDS = Number(process.env['RUNNING_ROUNDS'] ?? 8);
const ROUND_MS = 5_000;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const page = 'file:///project/test/fixtures/running.html';
const gtk = (version: string) => ({ app: 'python3', args: ['/project/test/fixtures/running-gtk.py', version] });

test.each([
  ['GTK 3', gtk('3')],
  ['GTK 4', gtk('4')],
  ['Firefox', { app: 'firefox-esr', args: [page], wait_ms: 40_000 }],
  ['Chromium', { app: 'chromium', args: [page], wait_ms: 40_000 }],
] as const)(
  'a click meets a button of %s that runs',
  async (name, program) => {
    const session = name.replace(' ', '').toLowerCase();
    await startSession(server, { name: session });
    await server.must('launch', { session, ...program });
    const query = { session, query: 'Runner', role: 'button' };
    const runner = await until(async () => (await find(server, query).catch(() => []))[0], 'the button');
    const counts = async (): Promise<{ hits: number; misses: number }> => {
      const titles = windowsOf(await server.must('windows', { session })).map(({ title }) => title);
      const [, hits, misses] =
        titles.map((title) => /hits (\d+), misses (\d+)/.exec(title)).find((found) => found) ?? [];
      return { hits: Number(hits), misses: Number(misses) };
    };
    const replies: string[] = [];
    let sent = 0;
    let misses = 0;
    for (let round = 0; round < ROUNDS; round++) {
      await delay(400 + Math.random() * 1600);
      const { isError, text } = await server.call('click', { session, id: runner.id });
      replies.push(text);
      if (!isError) sent++;
      const shown = await until(async () => {
        const now = await counts();
        return now.hits + now.misses >= sent && now;
      }, `click ${sent}`);
      misses = shown.misses;
    }
    expect(replies.filter((text) => !/^clicked |is still moving; nothing sent/.test(text))).toEqual([]);
    expect(sent).toBeGreaterThan(ROUNDS / 2);
    expect(misses).toBeLessThanOrEqual(Math.ceil(ROUNDS / 8));
    await server.must('session_stop', { session });
  },
  60_000 + ROUNDS * ROUND_MS,
);
