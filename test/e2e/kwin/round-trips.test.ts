/** How often the threads of the server wait for each other in a call: every question from one to another counts. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../support/server.ts';
import { find, findOne, startSession, until } from '../../support/session.ts';

/** An application is at rest after this, so that its elements need one look. */
const REST_MS = 600;

let server: TestServer;
let file: string;
const ids = { five: 0, six: 0, seven: 0, display: 0 };
beforeAll(async () => {
  const env = { NODE_OPTIONS: '--import=/project/test/support/count-messages.mjs' };
  server = await startServer({ env });
  file = `/tmp/messages-${server.pid}`;
  await startSession(server);
  await server.must('launch', { app: 'kcalc' });
  const isThere = (): Promise<boolean> =>
    find(server, { app: 'kcalc', query: 'Five' }).then(
      (found) => found.length > 0,
      () => false,
    );
  await until(isThere, 'KCalc');
  const idOf = async (query: string): Promise<number> =>
    (await findOne(server, { app: 'kcalc', query, match: 'exact', role: 'button' })).id;
  for (const name of ['five', 'six', 'seven'] as const) ids[name] = await idOf(name);
  await server.must('key', { key: '1' });
});
afterAll(async () => {
  await server.close();
  rmSync(file, { force: true });
});

/** What the threads ask and tell each other during a call. */
async function messagesOf(tool: string, args: object): Promise<{ calls: string[]; events: string[] }> {
  await delay(REST_MS);
  writeFileSync(file, '');
  await server.must(tool, { ...args });
  const lines = readFileSync(file, 'utf8').split('\n');
  const of = (kind: string): string[] =>
    lines.filter((line) => line.startsWith(`${kind} `)).map((line) => line.slice(kind.length + 1));
  return { calls: of('call'), events: of('event') };
}

test.each([
  ['tree', () => ({}), ['tree', 'state']],
  ['tree', () => ({ app: 'kcalc' }), ['tree']],
  ['find', () => ({ app: 'kcalc', query: 'Five' }), ['find']],
  ['find', () => ({ app: 'kcalc', query: 'Five', bounds: true }), ['find', 'state']],
  ['get_text', () => ({ id: ids.five }), ['text']],
  ['act', () => ({ id: ids.five }), ['begin', 'act']],
  ['click', () => ({ id: ids.six }), ['begin', 'aim', 'state', 'click']],
  ['click', () => ({ id: ids.six }), ['begin', 'aim', 'state', 'click']],
  ['mouse', () => ({ x: 600, y: 400, clicks: 0 }), ['begin', 'elementAt', 'state', 'click']],
  ['scroll', () => ({ id: ids.seven }), ['begin', 'aim', 'state', 'scroll']],
  ['drag', () => ({ from_id: ids.five, to_id: ids.six }), ['begin', 'aim', 'state', 'aim', 'state', 'drag']],
  ['focus', () => ({ id: ids.five }), ['begin', 'focus', 'state']],
  ['key', () => ({ key: '1' }), ['begin', 'key']],
  ['key', () => ({ key: '1', repeat: 2 }), ['begin', 'key', 'reserveForActive']],
  ['type_text', () => ({ text: '123' }), ['begin', 'startTyping', 'state', 'type', 'reserveForActive']],
] as const)(
  '%s %# asks as often as it must',
  async (tool, args, expected) => {
    const { calls, events } = await messagesOf(tool, args());
    expect(calls).toEqual(expected);
    const isInput = calls[0] === 'begin';
    expect(events.filter((name) => name !== 'freeKeyboard')).toEqual(isInput ? ['inputSent', 'done'] : []);
    expect(events.includes('freeKeyboard')).toBe(calls.includes('reserveForActive'));
  },
  20_000,
);
