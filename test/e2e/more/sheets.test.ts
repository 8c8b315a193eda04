/** Tables with more cells than anybody can read: what shows of them is read by its place, and nothing else is asked for. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../support/server.ts';
import { find, findOne, startSession, until } from '../../support/session.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
  await startSession(server);
});
afterEach(() => server.close());

/** Names of the cells that are known of a program. */
async function cellsOf(app: string): Promise<string[]> {
  return (await find(server, { app, role: 'table cell', max: 500 })).map(({ name }) => name);
}

test.each([
  [1000, 20],
  [1_000_000, 1000],
  [2 ** 20, 2 ** 14],
])('a table of Qt with %i x %i cells lists those that show, with their headers', async (rows, columns) => {
  const app = 'wide';
  const args = ['/project/test/fixtures/wide-qt.py', `${rows}`, `${columns}`];
  await server.must('launch', { app: 'python3', args, wait_ms: 20_000 });
  await until(async () => (await find(server, { app, query: 'r0c0', match: 'exact' })).length > 0, 'the table');
  const { text } = await server.must('tree', { app, max_nodes: 2000 });
  const headers = [...text.matchAll(/"((?:col|row)\d+)"/g)].map(([, name]) => name);
  const cells = await cellsOf(app);
  // 880 x 542 pixels: cells of 100 x 30, and their headers.
  expect(headers).toEqual(expect.arrayContaining(['col0', 'col7', 'row0', 'row16']));
  expect([headers.includes('col9'), headers.includes('row20')]).toEqual([false, false]);
  expect(cells).toEqual(expect.arrayContaining(['r0c0', 'r16c7']));
  expect(cells.length).toBeLessThan(200);
  const miss = await server.must('find', { app, query: 'r500c2', match: 'exact' });
  expect(miss.text).toMatch(/^no matches[^]*\nnot looked at: \d+ of \d+ entries of \[\d+\] table, out of view/);
  await server.must('click', { app, query: 'r5c2', match: 'exact' });
  expect((await findOne(server, { app, query: 'r5c2', match: 'exact' })).states).toContain('selected');
  await server.must('scroll', { app, query: 'r5c2', match: 'exact', dy: 20 });
  await until(async () => (await find(server, { app, query: 'r0c0', match: 'exact' })).length === 0, 'other rows');
  const later = await cellsOf(app);
  expect(later.length).toBeGreaterThan(100);
  expect(later.every((name) => /^r[1-9]\d/.test(name))).toBe(true);
});

describe.each(['gtk3', 'qt6'])('Calc with %s', (plugin) => {
  const app = 'soffice';
  beforeEach(async () => {
    const args = ['--calc', '--norestore', '--nologo'];
    await server.must('launch', { app: 'libreoffice', args, wait_ms: 40_000, env: { SAL_USE_VCLPLUGIN: plugin } });
    await server.must('wait_for', { app, query: 'A1', role: 'table cell', match: 'exact', timeout_ms: 30_000 });
    await server.must('wait_idle', { app, timeout_ms: 20_000 });
  }, 90_000);

  test('cells that show are listed, met and filled, also far from the first ones', { timeout: 60_000 }, async () => {
    const cells = await cellsOf(app);
    expect(cells).toEqual(expect.arrayContaining(['A1', 'C5', 'J20']));
    expect(cells.length).toBeLessThan(1500);
    const cell = (query: string) => ({ app, query, match: 'exact', role: 'table cell' });
    await server.must('click', cell('C5'));
    expect((await server.must('type_text', { text: '12\n' })).text).toBe('typed 3 characters (keys)');
    // LibreOffice may answer late on a busy machine: then not all of its cells were read.
    const textOf = async (query: string) => (await find(server, cell(query)))[0]?.text;
    const isThere = async (query: string) => (await find(server, cell(query))).length > 0;
    await until(async () => (await textOf('C5')) === '12' && (await isThere('D7')), '12 in C5');
    await server.must('type_text', { ...cell('D7'), text: 'seven\n' });
    await until(async () => (await textOf('D7')) === 'seven', 'seven in D7');
    const missed = await server.must('wait_for', { ...cell('ZZ900'), timeout_ms: 1000 });
    expect(missed.text).toContain('not there');
    expect(missed.ms).toBeLessThan(1500);
    // Down there the index of a cell is no number of 32 bits.
    await server.must('key', { key: 'ctrl+Down', repeat: 3 });
    await until(() => isThere('D1048575'), 'the last rows');
    await server.must('type_text', { ...cell('D1048575'), text: 'end\n' });
    await until(async () => (await textOf('D1048575')) === 'end', 'a text at the end');
  });
});
