/** What Qt and GTK do not show is not acted on: pages at the back, closed menus and popovers, what is folded away; nor is what is disabled. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../support/server.ts';
import { find, findOne, startSession, until } from '../../support/session.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await startSession(server);
});
afterAll(() => server.close());

/** Starts a probe; gives its process. */
async function launch(file: string, ...args: string[]): Promise<number> {
  const probe = `/project/test/fixtures/${file}.py`;
  const { facts } = await server.must('launch', { app: 'python3', args: [probe, ...args] });
  return Number(facts['pid']);
}

const idOf = async (app: string, query: string): Promise<number> =>
  (await findOne(server, { app, query, match: 'exact' })).id;
/** What a probe said. */
const said = async (pid: number): Promise<string> => (await server.must('app_log', { pid, lines: 50 })).text;

/** Tries every gesture at a button and a field that do not show: each is refused, within a second, with `where` they are. */
async function expectRefused(button: number, field: number, where: RegExp): Promise<void> {
  for (const [tool, args] of [
    ['click', { id: button }],
    ['touch', { id: button }],
    ['scroll', { id: field }],
    ['drag', { from_id: button, to_id: field }],
    ['screenshot', { id: field }],
    ['focus', { id: field }],
    ['type_text', { id: field, text: 'x' }],
  ] as const) {
    const { isError, text, ms } = await server.call(tool, args);
    expect([tool, isError, text]).toEqual([tool, true, expect.stringMatching(where)]);
    expect(ms).toBeLessThan(1000);
  }
}

/** What is said of attempts to press a disabled button, in every way. */
async function pressDisabled(app: string): Promise<string[]> {
  const id = await idOf(app, 'Off');
  const said: string[] = [];
  for (const [tool, args] of [
    ['click', { id }],
    ['touch', { id }],
    ['drag', { from_id: id, to_id: id }],
    ['act', { id }],
    ['focus', { id }],
  ] as const) {
    const { isError, text, ms } = await server.call(tool, args);
    said.push(isError && ms < 1000 ? text : `${tool} took ${ms} ms: ${text}`);
  }
  await server.must('scroll', { id });
  return said;
}

const DISABLED = Array.from({ length: 5 }, () => expect.stringMatching(/^(?:\[\d+\]|The button "Off") is disabled/));

const opens = (opener: string): RegExp =>
  new RegExp(`does not show: it is in what \\[(\\d+)\\] ${opener}.* opens;.*\\nClick \\[\\1\\] first`);

describe('Qt', () => {
  const app = 'hidden-qt';
  let pid = 0;
  beforeAll(async () => {
    pid = await launch('hidden-qt');
  });

  test('a page of tabs at the back, and an entry of its list, which says that it shows', async () => {
    const [button, field, entry] = [
      await idOf(app, 'Button of first'),
      await idOf(app, 'Field of first'),
      await idOf(app, 'first entry 0'),
    ];
    await server.must('click', { app, query: 'Second', role: 'page tab' });
    await expectRefused(button, field, opens('page tab "First"'));
    await expectRefused(entry, field, opens('page tab "First"'));
    expect(await said(pid)).not.toMatch(/clicked|text/);
  });

  test('a disabled button', async () => {
    expect(await pressDisabled(app)).toEqual(DISABLED);
  });

  test('a page of a stack, a page of a tool box, a hidden group, a minimized document', async () => {
    const names = ['Button of one', 'Field of one', 'Button of box a', 'Button of group', 'Button of doc a'];
    const [one, field, box, group, document] = await Promise.all(names.map((name) => idOf(app, name)));
    await server.must('click', { app, query: 'Hide' });
    await until(async () => (await find(server, { app, query: 'Button of two' })).length, 'the other pages');
    await expectRefused(
      one ?? 0,
      field ?? 0,
      /does not show: it is in a part of its window, which is closed, at the back or scrolled away/,
    );
    await expectRefused(box ?? 0, field ?? 0, /does not show: it is in/);
    await expectRefused(group ?? 0, field ?? 0, /does not show: it is in/);
    const reply = await server.call('click', { id: document });
    expect(reply.text).toMatch(/does not show: it is in \[\d+\] frame "doc a"/);
    expect(await said(pid)).toMatch(/ 1 lines[^\n]*\n\| clicked Hide$/);
  });

  test('an entry of a closed menu; act chooses it and says that it does not show', async () => {
    await server.must('click', { app, query: 'Things', role: 'menu item' });
    const entry = await until(async () => (await find(server, { app, query: 'Apple' }))[0]?.id, 'the menu');
    await server.must('key', { key: 'Escape' });
    await until(async () => (await find(server, { app, query: 'Apple' })).length === 0, 'the menu is closed');
    expect((await server.call('click', { id: entry })).text).toMatch(opens('menu item "Things"'));
    expect((await server.must('act', { id: entry })).text).toMatch(/; it does not show: .*"Things"/);
    await until(async () => (await said(pid)).includes('chose Apple'), 'the choice');
  });
});

describe.each(['3', '4'])('GTK %s', (version) => {
  const app = `hidden-gtk${version}`;
  let pid = 0;
  beforeAll(async () => {
    pid = await launch('hidden-gtk', version);
  });

  test('a page of a notebook at the back, which is what it was once it is in front', async () => {
    const [button, field] = [await idOf(app, 'Button of first'), await idOf(app, 'Field of first')];
    await server.must('click', { app, query: 'Tab second', role: 'page tab' });
    await expectRefused(button, field, opens('page tab "Tab first"'));
    expect(await said(pid)).not.toMatch(/clicked|text/);
    await server.must('click', { app, query: 'Tab first', role: 'page tab' });
    await server.must('click', { id: button });
    await until(async () => (await said(pid)).includes('clicked Button of first'), 'the click');
  });

  test('a disabled button', async () => {
    expect(await pressDisabled(app)).toEqual(DISABLED);
  });

  test('a page of a stack, and what is folded away', async () => {
    const names = ['Button of one', 'Field of one', 'Button of revealer', 'Button of expander'];
    const [one, field, revealer, expander] = await Promise.all(names.map((name) => idOf(app, name)));
    await server.must('click', { app, query: 'Hide' });
    await until(async () => (await find(server, { app, query: 'Button of two' })).length, 'the other page');
    // GTK 3 does not tell which switch a page belongs to; GTK 4 takes an expander's child away.
    const page = version === '4' ? opens('page tab "Stack one"') : /does not show: it is in a part of its window/;
    await expectRefused(one ?? 0, field ?? 0, page);
    await expectRefused(revealer ?? 0, field ?? 0, /does not show: it is in/);
    expect((await server.call('click', { id: expander })).text).toMatch(
      version === '4' ? /stale id \d+/ : opens('toggle button "More"'),
    );
    expect(await said(pid)).not.toMatch(/text|of one|of revealer|of expander/);
  });

  test('a button in a closed popover', async () => {
    await server.must('click', { app, query: 'Opener', role: 'toggle button' });
    const button = await until(async () => {
      return (await find(server, { app, query: 'Button of popover', role: 'button', match: 'exact' }))[0];
    }, 'the popover');
    await server.must('key', { key: 'Escape' });
    await until(async () => (await find(server, { app, query: 'Button of popover' })).length === 0, 'it is closed');
    const reply = await server.call('click', { id: button.id });
    expect([reply.isError, reply.text]).toEqual([true, expect.stringMatching(/does not show|stale id/)]);
    expect(await said(pid)).not.toMatch(/of popover/);
  });
});
