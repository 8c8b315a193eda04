/** How a text is typed: which way is taken, what a line break is, and what is refused. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { connectProgram, someBytes } from '../../support/clipboard.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { bus, readIfThere, until } from '../../support/session.ts';
import { DIALOG, focusedText, LINES, open, outcome, startDesk, TERMINAL } from '../../support/typing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

test('auto takes keys where the layout has every character, and after a switch those of the other layout', async () => {
  const desk = await startDesk(server, 'switched', { XKB_DEFAULT_LAYOUT: 'ru,us' });
  await open(desk, DIALOG);
  expect(await outcome(desk, DIALOG, 'йцукен', 'auto')).toBe('pass (keys)');
  expect(await outcome(desk, DIALOG, 'qwerty', 'auto')).toBe('pass (paste)');
  bus(desk.folder, 'call', 'org.kde.keyboard', '/Layouts', 'org.kde.KeyboardLayouts', 'setLayout', 'u', '1');
  expect(await outcome(desk, DIALOG, 'qwerty', 'auto')).toBe('pass (keys)');
  expect(await outcome(desk, DIALOG, 'йцукен', 'auto')).toBe('pass (paste)');
});

test('a line break that is typed into a terminal is Return, by keys and by paste', async () => {
  const desk = await startDesk(server, 'terminal', {});
  await open(desk, TERMINAL);
  const reply = await desk.must('type_text', { text: 'keys\nğ one\n\n漢 two\n' });
  expect(reply.facts).toMatchObject({ method: 'paste', sent: 18 });
  await until(() => readIfThere(LINES) === 'keys\nğ one\n\n漢 two\n', 'the lines');
});

test('a program without accessibility gets keys and pastes too', async () => {
  const { must } = await startDesk(server, 'silent', {});
  await must('launch', { app: 'gtk3-widget-factory', env: { NO_AT_BRIDGE: '1' } });
  for (const [text, method] of [
    ['keys', 'keys'],
    ['ğ漢', 'paste'],
  ]) {
    await must('key', { key: 'ctrl+a' });
    expect((await must('type_text', { text })).facts['method']).toBe(method);
    await must('key', { key: 'ctrl+a' });
    await must('key', { key: 'ctrl+c' });
    await until(async () => (await must('clipboard_get')).facts['text'] === text, `${text} in the field`);
  }
});

test('where no way is open the characters are named, and nothing is sent', async () => {
  const desk = await startDesk(server, 'closed', {});
  await open(desk, DIALOG);
  const owner = await connectProgram(`${desk.folder}/run/wayland-0`);
  onTestFinished(owner.close);
  await owner.copy([{ type: 'image/png', bytes: someBytes(40_000_000) }]);
  const { isError, text } = await desk.call('type_text', { text: 'a漢b😀' });
  expect([isError, text]).toEqual([
    true,
    expect.stringMatching(/\(English \(US\)\) has no key for "漢" "😀".*not pasted.*nothing was sent/i),
  ]);
  expect(await focusedText(desk, DIALOG)).toBe('');
});
