/** What covers an element is refused soon, and what only seems to is no matter: shadows of popovers, lists in windows of their own, empty pages. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../support/server.ts';
import { find, findOne, startSession, until } from '../../support/session.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await startSession(server);
});
afterAll(() => server.close());

async function launch(file: string): Promise<number> {
  const { facts } = await server.must('launch', { app: 'python3', args: [`/project/test/fixtures/${file}.py`] });
  return Number(facts['pid']);
}

/** The last line of a probe, once it is this one. */
const lastLine = async (pid: number, words: string): Promise<string> =>
  until(async () => {
    const last = (await server.must('app_log', { pid, lines: 3 })).text.split('| ').at(-1);
    return last === words && last;
  }, words);

/** Clicks what is covered of a program at rest. */
async function clickCovered(app: string): Promise<{ isError: boolean; text: string; isSoon: boolean }> {
  await server.must('wait_idle', { app });
  const { isError, text, ms } = await server.call('click', { app, query: 'Under', match: 'exact', role: 'button' });
  return { isError, text, isSoon: ms < 500 };
}

const covered = (by: RegExp) => ({ isError: true, text: expect.stringMatching(by), isSoon: true });

describe('Qt', () => {
  const app = 'covers-qt';
  let pid = 0;
  beforeAll(async () => {
    pid = await launch('covers-qt');
  });

  test('entries of a list that opened over other elements are not covered by these', async () => {
    for (const number of [1, 4, 8]) {
      const { id } = await findOne(server, { app, query: 'item', role: 'combo box' });
      await server.must('click', { id });
      await server.must('click', { app, query: `item ${number}`, match: 'exact', role: 'list item' });
      expect(await lastLine(pid, `chose ${number}`)).toBe(`chose ${number}`);
    }
  });

  test('what lies over a button is named at once', async () => {
    expect(await clickCovered(app)).toEqual(covered(/is covered by \[\d+\] .*"Notice"; nothing sent/));
    await server.must('click', { app, query: 'Free' });
    expect(await lastLine(pid, 'clicked Free')).toBe('clicked Free');
  });
});

describe('GTK 4', () => {
  const app = 'covers-gtk4';
  let pid = 0;
  beforeAll(async () => {
    pid = await launch('covers-gtk4');
  });

  test('all ten entries of a menu are chosen', async () => {
    for (let number = 0; number < 10; number++) {
      await server.must('click', { app, query: 'Things', role: 'toggle button' });
      const entries = await until(async () => {
        const shown = await find(server, { app, role: 'menu item' });
        return shown.length === 10 && shown;
      }, 'the menu');
      await server.must('click', { id: entries[number]?.id });
      expect(await lastLine(pid, `chose entry ${number}`)).toBe(`chose entry ${number}`);
    }
  });

  test('entries of a drop-down are chosen', async () => {
    for (const number of [1, 2, 6, 9]) {
      const { id } = await findOne(server, { app, role: 'combo box' });
      await server.must('click', { id });
      await server.must('click', { app, query: `Option ${number}`, match: 'exact', role: 'label' });
      expect(await lastLine(pid, `chose option ${number}`)).toBe(`chose option ${number}`);
    }
  });

  test('what lies over a button is named at once', async () => {
    expect(await clickCovered(app)).toEqual(covered(/is covered by \[\d+\] .*"Notice"/));
  });
});

test('entries of the menu of gnome-text-editor are met where they are', async () => {
  const app = 'gnome-text-editor';
  await server.must('launch', { app });
  for (const [number, opened] of [
    [4, { role: 'text', query: 'Search' }],
    [7, { role: 'dialog', query: 'Preferences' }],
  ] as const) {
    await server.must('click', { app, query: 'Main Menu', role: 'toggle button' });
    const entries = await until(async () => {
      const shown = await find(server, { app, role: 'menu item' });
      return shown.length === 10 && shown;
    }, 'the menu');
    await server.must('click', { id: entries[number]?.id });
    expect((await server.must('wait_for', { app, ...opened, timeout_ms: 10_000 })).facts['met']).toBe(true);
  }
});

test('an entry of System Settings is not covered by an empty page', async () => {
  const app = 'systemsettings';
  await server.must('launch', { app, wait_ms: 20_000 });
  await server.must('wait_for', { app, query: 'Window Management', timeout_ms: 20_000 });
  await server.must('wait_idle', { app });
  const { ms } = await server.must('click', { app, query: 'Window Management', role: 'list item' });
  expect(ms).toBeLessThan(1000);
  const opened = { app, query: 'Window Behavior', timeout_ms: 10_000 };
  expect((await server.must('wait_for', opened)).facts['met']).toBe(true);
});
