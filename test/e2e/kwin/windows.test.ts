/** Windows: which there are, and what really happens to them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WindowInfo } from '../../../src/protocol/window.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { readIfThere, startSession, until, windowsOf } from '../../support/session.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
  await startSession(server);
});
afterAll(() => server.close());

/** How often a window is raised and typed into; 100 to look closely. */
const ROUNDS = Number(process.env['RAISE_ROUNDS'] ?? 30);

async function launched(app: string, ...args: string[]): Promise<WindowInfo> {
  const { facts } = await server.must('launch', { app, args });
  return facts['window'] as WindowInfo;
}

const front = async (): Promise<WindowInfo | undefined> =>
  windowsOf(await server.must('windows')).find(({ active }) => active);

test('two windows of one title: a query lists both with ids, an id brings the one meant in front', async () => {
  const a = await launched('kwrite');
  const b = await launched('kwrite');
  expect(a.title).toBe(b.title);
  const reply = await server.call('activate_window', { query: 'kwrite' });
  expect([reply.isError, reply.text]).toEqual([true, expect.stringContaining('2 windows match "kwrite"')]);
  for (const { id } of [a, b, a]) {
    expect(reply.text).toContain(`id=${id}`);
    const { facts } = await server.must('activate_window', { query: id });
    expect(facts).toMatchObject({ result: 'verified', window: { id }, front: { id } });
    expect((await front())?.id).toBe(id);
  }
});

test('what is typed right after another window is raised goes to that window, every time', async () => {
  const files = ['/tmp/raise-a.txt', '/tmp/raise-b.txt'];
  const windows = [await launched('kwrite', files[0] ?? ''), await launched('kwrite', files[1] ?? '')];
  const typed = ['', ''];
  for (let round = 0; round < ROUNDS; round++) {
    const word = `${round.toString(36).padStart(2, '0')}.`;
    const which = round % 2;
    const reply = await server.must('type_text', { window: windows[which]?.id, text: word, method: 'keys' });
    expect(reply.text).toContain('activated "raise-');
    typed[which] += word;
  }
  for (const [index, { id = '' } = {}] of windows.entries()) {
    await server.must('key', { window: id, key: 'ctrl+s' });
    const text = await until(() => readIfThere(files[index] ?? '')?.trim(), 'the file');
    expect(text).toBe(typed[index]);
  }
}, 60_000);
