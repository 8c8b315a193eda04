/** What may be typed where: password fields and secrets, through the pipeline; on a desktop without a compositor. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFakeDesktop, elementOf } from '../support/fake-desktop.ts';

const password = elementOf('kate', { id: 7, role: 'password text', states: ['enabled'] });
const focused = { ...password, states: ['enabled', 'focused', 'editable'] };

/** A folder of configuration with the secret `bank`. */
function configWith(value: string): string {
  const config = mkdtempSync(join(tmpdir(), 'writing-'));
  onTestFinished(() => rmSync(config, { recursive: true, force: true }));
  mkdirSync(join(config, 'desktop-mcp', 'secrets'), { recursive: true });
  writeFileSync(join(config, 'desktop-mcp', 'secrets', 'bank'), value, { mode: 0o600 });
  return config;
}

test.each([
  ['type_text', { text: 'hunter2' }],
  ['type_text', { text: 'hunter2', method: 'keys' }],
  ['type_text', { text: 'hunter2', method: 'insert' }],
  ['key', { key: 'h' }],
  ['key', { key: 'ctrl+v' }],
] as const)('%s %j is not written into a password field', async (tool, args) => {
  const desktop = createFakeDesktop('kate');
  desktop.focus = focused;
  expect(await desktop.call(tool, args)).toMatchObject({
    isError: true,
    text:
      'A password field, [7], has the focus; nothing was sent.\n' +
      'The user can type it, keep it as a secret for you, or add the line "passwords: kate" to /allow.txt.',
  });
  expect(desktop.done).toEqual([]);
});

test('keys that move about are sent to a password field, and everything where the list opens it', async () => {
  const desktop = createFakeDesktop('kate');
  desktop.focus = focused;
  expect(await desktop.call('key', { key: 'Return' })).toMatchObject({ isError: false });
  desktop.allow('kate\npasswords: kate');
  expect(await desktop.call('type_text', { text: 'hunter2' })).toMatchObject({ facts: { sent: 7 } });
  desktop.allow('kate\npasswords: all');
  expect(await desktop.call('key', { key: 'h' })).toMatchObject({ isError: false });
});

test('a Tab or Return in the text does not lead into a password field', async () => {
  const desktop = createFakeDesktop('kate');
  desktop.shown = [elementOf('kate'), password];
  const reply = await desktop.call('type_text', { text: 'me\thunter2' });
  expect(reply).toMatchObject({ isError: true, text: expect.stringContaining('may lead into the password field [7]') });
  expect(desktop.done).toEqual([]);
  desktop.shown = [focused];
  expect((await desktop.call('type_text', { text: 'me\thunter2' })).text).toContain('[7], has the focus');
  desktop.shown = [elementOf('kate')];
  expect(await desktop.call('type_text', { text: 'a\tb' })).toMatchObject({ facts: { sent: 3 } });
});

test('a secret is typed, into password fields too, and is in no reply from then on', async () => {
  const desktop = createFakeDesktop('kate', { config: configWith('hunter2\n') });
  desktop.focus = focused;
  const reply = await desktop.call('type_text', { secret: 'bank' });
  expect(reply).toMatchObject({ text: 'typed 7 characters (keys)', facts: { method: 'keys', sent: 7 } });
  expect(desktop.done.filter((line) => line.endsWith('down'))).toHaveLength(7);
  desktop.shown = [elementOf('kate', { name: 'It is hunter2' })];
  expect((await desktop.call('tree', { app: 'kate' })).text).toContain('"It is ••••"');
});

test('a session and its consents are listed also once a secret was typed', async () => {
  const desktop = createFakeDesktop('kate', { config: configWith('hunter2') });
  await desktop.call('type_text', { secret: 'bank' });
  expect(await desktop.call('session_info')).toMatchObject({ isError: false, facts: { consents: [] } });
});

test('texts that are whole stay as they are once a secret was typed', async () => {
  const desktop = createFakeDesktop('kate', { config: configWith('Sommer2024') });
  await desktop.call('type_text', { secret: 'bank' });
  const { atspi, desktop: worker } = desktop.session;
  const text = '24 are So';
  const element = elementOf('kate', { text });
  Object.assign(atspi, {
    text: async () => ({ element, others: 0, text, length: text.length, isCut: false }),
    find: async () => ({ elements: [element], more: 0, closest: [], searched: 1, isCut: false }),
  });
  Object.assign(worker, { readClipboard: async () => ({ kind: 'text', text, length: text.length, types: [] }) });
  desktop.shown = [element];
  expect((await desktop.call('get_text', { app: 'kate' })).facts['text']).toBe(text);
  expect((await desktop.call('clipboard_get')).facts['text']).toBe(text);
  const replies = [await desktop.call('find', { query: 'Do' }), await desktop.call('tree', { app: 'kate' })];
  for (const reply of replies) expect(reply.text).toContain('text="24 are So"');
});

test('of a secret that was typed no part is told, however a text is cut', async () => {
  const desktop = createFakeDesktop('kate', { config: configWith('hunter2zz') });
  await desktop.call('type_text', { secret: 'bank' });
  const { atspi, desktop: worker } = desktop.session;
  const cut = (text: string) => async (query: { offset?: number }) => ({
    app: { name: 'kate', pid: 10, toolkit: 'Qt', windows: [] },
    element: elementOf('kate'),
    others: 0,
    text,
    offset: query.offset ?? 0,
    length: 9,
    isCut: false,
  });
  for (const [args, text] of [
    [{ limit: 5 }, 'hunte'],
    [{ offset: 1 }, 'unter2zz'],
    [{ offset: 1, limit: 4 }, 'unte'],
  ] as const) {
    Object.assign(atspi, { text: cut(text) });
    const reply = await desktop.call('get_text', { app: 'kate', ...args });
    expect(reply.facts).toMatchObject({ text: '••••', length: 9 });
    expect(reply.text).not.toContain(text);
    const end = (args as { limit?: number }).limit;
    expect(reply.text.includes('cut at character')).toBe(end !== undefined);
  }
  Object.assign(worker, { readClipboard: async () => ({ kind: 'text', text: 'hunter', length: 9, types: [] }) });
  expect((await desktop.call('clipboard_get', { limit: 6 })).text).toMatch(/:\n••••\n… cut at character 6 of 9$/);
  const filler = 'x'.repeat(75);
  desktop.shown = [elementOf('kate', { text: `${filler}hunte`, textGoesOn: true, name: `${filler}hunter2zz` })];
  const { text } = await desktop.call('tree', { app: 'kate' });
  expect(text).toContain(`text="${filler}••••"…`);
  expect(text).toContain(`"${filler}••••"`);
});

test('of a secret that the layout cannot type no character is told', async () => {
  const desktop = createFakeDesktop('kate', { config: configWith('hünter2') });
  const { isError, text } = await desktop.call('type_text', { secret: 'bank' });
  expect([isError, desktop.done]).toEqual([true, []]);
  expect(text).toMatch(/^The secret "bank" has characters/);
  expect(text).not.toContain('ü');
});

test.each([[{}], [{ text: 'a', secret: 'bank' }]])('type_text %j is refused: it takes text or secret', async (args) => {
  const { text } = await createFakeDesktop('kate').call('type_text', args);
  expect(text).toContain('takes either text or secret');
});

test.each(['../bank', 'a/b', '.bank', ''])('%j is no name of a secret', async (secret) => {
  const reply = await createFakeDesktop('kate').call('type_text', { secret });
  expect(reply).toMatchObject({ isError: true, text: expect.stringContaining('"secret" of type_text is wrong') });
});

test('the focus of an application that is not listed is not looked at', async () => {
  const desktop = createFakeDesktop('kcalc');
  desktop.focus = { ...focused, id: 99 };
  const reply = await desktop.call('key', { key: 'h' });
  expect(reply.text).not.toContain('[99]');
  expect(reply.text).not.toContain('password');
});

test.each([
  ['\u0000x', 'U+0000'],
  ['a\u001b', 'U+001B'],
  ['\u007f', 'U+007F'],
  ['a\u0085', 'U+0085'],
])('type_text %j names the control character, and sends nothing', async (text, name) => {
  const desktop = createFakeDesktop('kate');
  const reply = await desktop.call('type_text', { text });
  expect(reply).toMatchObject({
    isError: true,
    text:
      `The text holds the control character ${name}; nothing was sent.\n` +
      'Of these only \\n, \\r and \\t are typed. Press Escape, Delete and the like with key.',
  });
  expect(desktop.done).toEqual([]);
  expect((await desktop.call('type_text', { text: 'a\r\n\t' })).isError).toBe(false);
});

test('one character is no characters', async () => {
  const desktop = createFakeDesktop('kate');
  expect((await desktop.call('type_text', { text: 'a' })).text).toBe('typed 1 character (keys)');
  expect((await desktop.call('clipboard_set', { text: 'a' })).text).toBe('1 character is on the clipboard');
});

test.each(['tap', 'pinch'])('a %s with an end is refused: only a swipe has one', async (gesture) => {
  const desktop = createFakeDesktop('kate');
  const { isError, text } = await desktop.call('touch', { gesture, x: 110, y: 10, to_x: 120, to_y: 10 });
  expect([isError, text]).toEqual([true, expect.stringContaining(`A ${gesture} has no end.`)]);
  expect(desktop.done).toEqual([]);
});
