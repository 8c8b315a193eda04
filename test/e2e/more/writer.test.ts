/** A visit to LibreOffice Writer: its paragraphs, its menu, a dialog, and its tool bars, which it places wrongly with GTK 3. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../support/server.ts';
import { find, findOne, startSession, until } from '../../support/session.ts';

describe.each(['gtk3', 'qt6'])('with %s', (plugin) => {
  const app = 'soffice';
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
    await startSession(server);
    const args = ['--writer', '--norestore', '--nologo'];
    await server.must('launch', { app: 'libreoffice', args, wait_ms: 40_000, env: { SAL_USE_VCLPLUGIN: plugin } });
    await server.must('wait_for', { app, role: 'paragraph', timeout_ms: 20_000 });
    await server.must('wait_idle', { app, timeout_ms: 20_000 });
  }, 90_000);
  afterAll(() => server.close());

  test('two lines are two paragraphs', async () => {
    const { text } = await server.must('type_text', { app, role: 'paragraph', text: 'First paragraph.\nZoë is here.' });
    expect(text).toMatch(/^typed 29 characters \(\w+\)$/);
    const texts = async (): Promise<(string | undefined)[]> =>
      (await find(server, { app, role: 'paragraph' })).map((one) => one.text);
    await until(async () => (await texts()).length > 1, 'two paragraphs');
    // Its name for accessibility is another one.
    expect(await find(server, { app: 'libreoffice-writer', role: 'paragraph' })).toHaveLength(2);
    expect(await texts()).toEqual(['First paragraph.', 'Zoë is here.']);
  });

  test('a click on a button of a tool bar presses that one', async () => {
    await server.must('click', {
      app,
      query: 'Italic',
      match: 'exact',
      role: plugin === 'gtk3' ? 'toggle button' : 'button',
    });
    const isSet = { app, query: 'Italic', match: 'exact', states: ['checked'] };
    await until(async () => (await find(server, isSet)).length > 0, 'italic letters');
  });

  test('an entry of a menu opens a dialog, which takes a number', async () => {
    await server.must('click', {
      app,
      query: 'Format',
      match: 'exact',
      role: plugin === 'gtk3' ? 'menu' : 'menu item',
    });
    await server.must('click', { app, query: 'Paragraph...', role: 'menu item' });
    await server.must('wait_for', { app, query: 'Paragraph', role: 'dialog', timeout_ms: 10_000 });
    const field = { app, role: 'spin button', query: 'Before text', window: 'Paragraph' };
    expect((await server.must('type_text', { ...field, text: '2' })).text).toMatch(/^typed 1 character/);
    expect((await findOne(server, { app, role: 'spin button', query: 'Before text' })).text).toContain('2');
    await server.must('key', { key: 'Escape' });
    await server.must('wait_for', { app, query: 'Paragraph', role: 'dialog', gone: true });
  });
});
