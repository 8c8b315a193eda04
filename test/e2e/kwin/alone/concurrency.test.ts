/** Reads go on beside input and waits; a cancel takes effect at once and leaves nothing pressed. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../../support/server.ts';
import { findOne, pidsOf, startSession, until, windowsOf } from '../../../support/session.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await startSession(server);
  await server.must('launch', { app: 'kate', args: ['/tmp/concurrency.txt'] });
});
afterAll(() => server.close());

const reads = {
  tree: () => server.must('tree', { app: 'kate' }),
  find: () => server.must('find', { app: 'kate', query: 'File' }),
  ping: () => server.client.ping(),
};
async function timed(action: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await action();
  return performance.now() - started;
}
async function medianMs(action: () => Promise<unknown>, rounds = 9): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await timed(action));
  return times.toSorted((a, b) => a - b)[rounds >> 1] ?? 0;
}
const editor = async () => {
  const { id } = await findOne(server, { app: 'kate', role: 'text', states: ['focused'] });
  return (await server.must('get_text', { id })).facts;
};
const documentLength = async (): Promise<number> => Number((await editor())['length']);

test('reads and pings answer within 100 ms more than alone while a wait and a repeated key run', async () => {
  const alone = await Promise.all(Object.values(reads).map((read) => medianMs(read)));
  const cancel = new AbortController();
  const waiting = server.call(
    'wait_for',
    { app: 'kate', query: 'never there', timeout_ms: 30_000 },
    { signal: cancel.signal },
  );
  // A chord takes 4 ms at least: this runs for 2 s.
  const typing = server.call('key', { key: 'ctrl+Right', repeat: 500 }, { signal: cancel.signal });
  const settled = Promise.allSettled([waiting, typing]);
  const isRunning = watched(Promise.race([waiting, typing]));
  for (const [index, read] of Object.values(reads).entries()) {
    expect(await medianMs(read)).toBeLessThan((alone[index] ?? 0) + 100);
  }
  expect(isRunning()).toBe(true);
  cancel.abort();
  await settled;
}, 60_000);

test.each([
  ['typed text', 'type_text', { text: `${'X'.repeat(19)}\n`.repeat(500), method: 'keys' }],
  ['a repeated chord', 'key', { key: 'ctrl+v', repeat: 500 }],
] as const)(
  '%s stops within 100 ms of its cancel, nothing stays pressed, the next call works',
  async (_what, name, args) => {
    await server.must('key', { key: 'ctrl+a' });
    await server.must('type_text', { text: 'y' });
    await server.must('key', { key: 'shift+Left' });
    await server.must('key', { key: 'ctrl+x' });
    const cancel = new AbortController();
    const typing = server.call(name, args, { signal: cancel.signal }).catch((error: unknown) => error);
    await until(async () => (await documentLength()) > 0, 'the first character');
    cancel.abort();
    expect(await timed(() => server.must('key', { key: 'End' }))).toBeLessThan(100);
    await typing;
    const stopped = await until(async () => {
      const before = await documentLength();
      await delay(100);
      return (await documentLength()) === before && before;
    }, 'no more characters');
    expect(stopped).toBeLessThan(name === 'key' ? 500 : 10_000);
    await server.must('key', { key: 'z' });
    await until(async () => String((await editor())['text']).endsWith('z'), 'a small z: no modifier is down');
  },
  30_000,
);

test('a cancelled wait ends within 100 ms, and so does one behind a running key', async () => {
  const cancel = new AbortController();
  const waiting = server.call(
    'wait_for',
    { app: 'kate', query: 'never there', timeout_ms: 30_000 },
    { signal: cancel.signal },
  );
  const typing = server.call('key', { key: 'ctrl+Home', repeat: 300 });
  const isRunning = watched(typing);
  const queued = server.call('key', { key: 'z' }, { signal: cancel.signal });
  await delay(50);
  const before = await documentLength();
  cancel.abort();
  await Promise.allSettled([waiting, queued]);
  expect(isRunning()).toBe(true);
  expect(await timed(() => server.client.ping())).toBeLessThan(100);
  expect((await typing).isError).toBe(false);
  await server.must('key', { key: 'End' });
  expect(await documentLength()).toBe(before);
}, 30_000);

test('keystrokes of two calls never interleave', async () => {
  await server.must('key', { key: 'ctrl+a' });
  await server.must('key', { key: 'Delete' });
  await Promise.all(
    ['aaaaaaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbbbbbb', 'cccccccccccccccccccc'].map((text) =>
      server.must('type_text', { text, method: 'keys' }),
    ),
  );
  const text = await until(async () => {
    const { text: now } = await editor();
    return String(now).length === 60 && String(now);
  }, 'all 60 characters');
  expect(text).toMatch(/^(a{20}|b{20}|c{20}){3}$/);
});

test('20 calls at once are all served', async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => server.call('key', { key: 'Home' })));
  expect(replies.filter(({ isError }) => isError)).toEqual([]);
});

test.each([
  ['a text', 'type_text', { text: `${'y'.repeat(9)}\n`.repeat(500), method: 'keys' }],
  ['a repeated key', 'key', { key: 'shift+Return', repeat: 500 }],
] as const)(
  '%s for a program that dies meanwhile does not go on in the next window',
  async (_what, name, args) => {
    const [next, front] = ['/tmp/next.txt', '/tmp/front.txt'];
    await server.must('launch', { app: 'kwrite', args: [next] });
    const before = pidsOf('kwrite');
    await server.must('launch', { app: 'kwrite', args: [front] });
    const dying = pidsOf('kwrite').find((pid) => !before.includes(pid));
    if (dying === undefined) throw new Error('no second KWrite');
    const typing = server.call(name, args);
    const isChanged = async (): Promise<boolean> =>
      windowsOf(await server.must('windows')).some(({ title }) => title.startsWith('front.txt *'));
    await until(isChanged, 'the mark of a changed file');
    process.kill(dying, 'SIGKILL');
    const reply = await typing;
    expect([reply.isError, reply.text]).toEqual([true, expect.stringContaining('no longer in front')]);
    expect(reply.text).toMatch(/\n\d+ (characters|key presses) were sent before/);
    await server.must('type_text', { text: 'Z', window: 'next.txt', method: 'keys' });
    const { id } = await findOne(server, { app: 'kwrite', role: 'text', states: ['focused'] });
    await until(async () => (await server.must('get_text', { id })).facts['text'] !== '', 'the letter');
    expect((await server.must('get_text', { id })).facts['text']).toBe('Z');
    for (const pid of pidsOf('kwrite')) process.kill(pid, 'SIGKILL');
  },
  30_000,
);

/** Says of a call whether it still runs. */
function watched(call: Promise<unknown>): () => boolean {
  let isOver = false;
  const end = (): void => {
    isOver = true;
  };
  void call.then(end, end);
  return () => !isOver;
}
