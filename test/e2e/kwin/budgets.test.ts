/** What reading costs: calls that a program gets, and pages of replies, of trees that are too large to read. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Program, withProgram } from '../../support/program.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { startSession, until } from '../../support/session.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await startSession(server);
});
afterAll(() => server.close());

/** Calls that a program got for one call of a tool. */
async function costOf(program: Program, tool: string, args: Record<string, unknown>): Promise<number> {
  await program.reset();
  await server.must(tool, args);
  return (await program.counts()).total;
}

/** Ids and the rest of a reply, page by page to its end. */
async function pagesOf(args: Record<string, unknown>, most: number): Promise<string[]> {
  const pages: string[] = [];
  let after: number | undefined;
  while (pages.length < most) {
    const { text } = await server.must('tree', { ...args, ...(after === undefined ? {} : { after }) });
    pages.push(text);
    const next = /continue with tree\(.*after=(\d+)\)$/.exec(text)?.[1];
    if (next === undefined) break;
    after = Number(next);
  }
  return pages;
}

/** Any event: a program that sends them is kept in the mirror. */
const ACTIVE = { key: 'window', member: 'StateChanged', detail: 'active', value: 1 };

const idsOf = (text: string): string[] => text.match(/(?<=^| )\[\d+\]/gm) ?? [];

test.each([
  ['rows of cells', { cells: 3 }],
  ['cells without rows', { cells: 4, isFlat: true }],
  ['a list', { cells: 0 }],
])('of 10,000 entries as of 1,000 only those in view are read: %s', async (_what, shape) => {
  const costs: number[] = [];
  for (const rows of [1000, 10_000])
    await withProgram(server, { scenario: 'table', rows, first: rows / 2, shown: 20, ...shape }, async (program) => {
      costs.push(await costOf(program, 'tree', { app: program.app }));
      const { text } = await server.must('tree', { app: program.app });
      const name = shape.cells === 0 ? 'Item ' : 'Cell ';
      const last = shape.cells === 0 ? '' : `.${shape.cells - 1}`;
      expect(text).toContain(`"${name}${rows / 2}`);
      expect(text).toContain(`"${name}${rows / 2 + 19}${last}"`);
      expect(text).not.toContain(`"${name}${rows / 2 + 20}`);
      expect(text).not.toContain(`"${name}${rows / 2 - 1}${last}"`);
      expect(text).toMatch(/"Entries".* items=\d+/);
      expect(text).toContain('button "OK"');
    });
  const [small = 0, large = 0] = costs;
  expect(large).toBeLessThanOrEqual(2 * small);
  expect(large).toBeLessThan(1500);
});

test('a table of which all rows show is read as far as the reply goes', async () => {
  await withProgram(server, { scenario: 'table', rows: 10_000, shown: 10_000 }, async (program) => {
    const { app } = program;
    const cost = await costOf(program, 'tree', { app, max_nodes: 200 });
    expect(cost).toBeLessThan(10_000);
    const { text, facts } = await server.must('tree', { app, max_nodes: 200 });
    expect(text).toMatch(/… at least \d+ more nodes; continue with tree\(app="fixture-table", after=\d+\)$/);
    expect(Number(facts['more'])).toBeGreaterThan(9000);
    const next = await costOf(program, 'tree', { app, max_nodes: 200, after: Number(/after=(\d+)/.exec(text)?.[1]) });
    expect(next).toBeLessThan(10_000);
  });
});

test('pages of a table that is read page by page join up exactly', async () => {
  await withProgram(server, { scenario: 'table', rows: 700, shown: 700, cells: 2 }, async (program) => {
    const args = { app: program.app, max_chars: 200_000 };
    const pages = await pagesOf({ ...args, max_nodes: 300 }, 20);
    expect(pages.length).toBeGreaterThan(5);
    const whole = idsOf((await server.must('tree', { ...args, max_nodes: 20_000 })).text);
    expect(pages.flatMap(idsOf)).toEqual(whole);
    const last = pages.at(-1) ?? '';
    expect(last).toContain('"Cell 699.1"');
    expect(last).toContain('button "OK"');
    expect(last).not.toContain('more nodes');
  });
});

test.each([false, true])('a tree 2,000 deep is read to its bottom; panels with names: %s', async (isNamed) => {
  await withProgram(server, { scenario: 'deep', isNamed }, async ({ app }) => {
    // On a busy machine that takes more than two seconds, after which the next call reads on.
    await until(async () => {
      const found = await server.must('find', { app, query: 'Bottom', role: 'button' });
      return found.text.includes('button "Bottom"');
    }, 'the bottom');
    const pages = await pagesOf({ app, max_chars: 200_000 }, 100);
    expect(pages.at(-1)).toContain('"Bottom"');
  });
});

test('of 200,000 elements a reply reads its part only', async () => {
  await withProgram(server, { scenario: 'wide200k' }, async (program) => {
    const cost = await costOf(program, 'tree', { app: program.app });
    expect(cost).toBeLessThan(25_000);
    const { text } = await server.must('tree', { app: program.app });
    expect(text.length).toBeLessThanOrEqual(20_000);
    expect(text).toContain('"Leaf 0"');
    expect(text).toMatch(/… at least \d+ more nodes/);
    await program.emit(ACTIVE);
    const found = await server.must('find', { app: program.app, query: 'Leaf 99', match: 'exact' });
    expect(found.text).toContain('"Leaf 99"');
    await program.reset();
    const missed = await server.must('find', { app: program.app, query: 'Leaf 199999', match: 'exact' });
    expect(missed.text).toMatch(/only the first \d+ elements were searched/);
    // Each call reads on for two seconds, up to 100,000 elements.
    const again = await server.must('find', { app: program.app, query: 'Leaf 199999', match: 'exact' });
    expect(Number(again.facts['searched'])).toBeGreaterThanOrEqual(Number(missed.facts['searched']));
    expect([missed.ms < 5000, again.ms < 5000]).toEqual([true, true]);
    // The mirror holds 100,000 elements now; a tree is about the first ones as before.
    const [first, second] = [
      await server.must('tree', { app: program.app }),
      await server.must('tree', { app: program.app }),
    ];
    expect(second.facts['revision']).toBe(first.facts['revision']);
    expect(second.text).toBe(first.text);
    const since = await server.must('tree', { since: Number(first.facts['revision']) });
    expect(since.text).toMatch(/, unchanged since \d+$/);
  });
});

test('an unchanged program is read without a single message', async () => {
  await withProgram(server, { scenario: 'table', rows: 100, shown: 100 }, async (program) => {
    const { app } = program;
    await program.emit(ACTIVE);
    const { facts } = await server.must('get_text', { app, query: 'Cell 50.1', role: 'table cell' });
    for (const [tool, args] of [
      ['tree', { app }],
      ['tree', { app, interactive: true }],
      ['find', { app, query: 'Cell 50.1' }],
      ['find', { query: 'Cell 50.1' }],
      ['get_text', { app, query: 'Cell 50.1' }],
      ['get_text', { id: facts['id'] }],
    ] as const)
      expect(await costOf(program, tool, args), `${tool} ${JSON.stringify(args)}`).toBe(0);
  });
});

test('rectangles of many matches cost one question each, and one for their window', async () => {
  await withProgram(server, { scenario: 'table', rows: 100, shown: 100, cells: 0 }, async (program) => {
    const args = { app: program.app, query: 'Item', max: 100 };
    await program.emit(ACTIVE);
    await server.must('find', args);
    const plain = await costOf(program, 'find', args);
    const { facts } = await server.must('find', { ...args, bounds: true });
    expect(facts['elements']).toHaveLength(100);
    expect(await costOf(program, 'find', { ...args, bounds: true })).toBeLessThanOrEqual(plain + 101);
  });
});
