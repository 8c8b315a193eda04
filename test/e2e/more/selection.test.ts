/** Of several entries that are selected at once Qt announces one; the mirror knows them all. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../support/server.ts';
import { find, startSession, until } from '../../support/session.ts';

const app = 'selection';
let server: TestServer;
let pid: unknown;

beforeAll(async () => {
  server = await startServer();
  await startSession(server, { width: 1280, height: 1000 });
  pid = (await server.must('launch', { app: 'python3', args: ['/project/test/fixtures/selection-qt.py'] })).facts[
    'pid'
  ];
  await server.must('wait_for', { app, query: 'node 5' });
});
afterAll(() => server.close());

/** Names of the selected entries that begin with this, once the program has said that so many are. */
async function selected(kind: string, count: number): Promise<string[]> {
  const log = async (): Promise<string> => (await server.must('app_log', { pid, lines: 1 })).text;
  await until(async () => (await log()).endsWith(`${count} selected`), `${count} selected`);
  return (await find(server, { app, query: kind, states: ['selected'], max: 100 })).map(({ name }) => name);
}

/** Waits until the tree is kept: what comes then is known from events alone. */
async function untilKept(): Promise<void> {
  const shown = async () => (await server.must('tree', { app })).ms;
  await until(
    async () =>
      (await shown()) < 1000 && (await server.must('wait_idle', { app, quiet_ms: 600 })).facts['idle'] === true,
    'at rest',
  );
  await shown();
}

test.each([
  ['a list', 'entry', 'entry 2', 'entry 5', ['entry 2', 'entry 3', 'entry 4', 'entry 5'], 8],
  ['a table', 'cell', 'cell 1.1', 'cell 2.2', ['cell 1.1', 'cell 1.2', 'cell 2.1', 'cell 2.2'], 18],
  ['a tree', 'node', 'node 1', 'node 3', ['node 1', 'node 2', 'node 3'], 6],
])(
  'all entries of %s that are selected are known, and those that are no more',
  async (_what, kind, from, to, range, all) => {
    const click = (query: string, ...modifiers: string[]) =>
      server.must('click', { app, query, match: 'exact', ...(modifiers.length > 0 ? { modifiers } : {}) });
    await click(from);
    await untilKept();
    await click(to, 'shift');
    expect(await selected(kind, range.length)).toEqual(range);
    await untilKept();
    await server.must('key', { key: 'ctrl+a' });
    expect(await selected(kind, all)).toHaveLength(all);
    await untilKept();
    await click(to);
    expect(await selected(kind, 1)).toEqual([to]);
  },
);
