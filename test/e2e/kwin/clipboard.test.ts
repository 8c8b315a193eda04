/** The clipboard of a private session: reading, writing, and what a paste leaves of it. */
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Element } from '../../../src/protocol/element.ts';
import { type ClipboardProgram, connectProgram, someBytes, textFormat } from '../../support/clipboard.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { find, findOne, startSession, until } from '../../support/session.ts';

const SECRET = textFormat('x-kde-passwordManagerHint', 'secret');
let server: TestServer;
/** Another program of the session. */
let other: ClipboardProgram;

const text = async (args: object = {}): Promise<string> => (await server.must('clipboard_get', { ...args })).text;

beforeAll(async () => {
  server = await startServer();
  other = await connectProgram(`${await startSession(server, { home: 'isolated' })}/run/wayland-0`);
});
afterAll(async () => {
  other.close();
  await server.close();
});

test('an empty clipboard is a normal reply', async () => {
  const reply = await server.must('clipboard_get');
  expect([reply.text, reply.facts]).toEqual(['the clipboard is empty', { kind: 'empty', types: [] }]);
});

test('text of every kind comes back as it was set, and other programs get it', async () => {
  const given = 'ğüşİı 漢字 😀\n\ttabs "quotes"';
  await server.must('clipboard_set', { text: given });
  expect((await server.must('clipboard_get')).facts).toMatchObject({ kind: 'text', text: given, length: 25 });
  expect((await other.content())['text/plain;charset=utf-8']).toBe(Buffer.from(given).toString('base64'));
  await server.must('clipboard_set', { text: '' });
  expect(await text()).toBe('the clipboard is empty');
});

test('a long text is cut, which is said', async () => {
  await other.copy([textFormat('text/plain', 'x'.repeat(30_000))]);
  expect(await text()).toContain('… cut at character 20000 of 30000');
  expect((await server.must('clipboard_get', { limit: 5 })).facts).toMatchObject({ text: 'xxxxx', length: 30_000 });
});

test('of images, files and other data the types and sizes are named', async () => {
  await other.copy([
    { type: 'image/png', bytes: someBytes(123_456) },
    textFormat('text/uri-list', 'file:///etc/hosts\r\n'),
  ]);
  const { text: said, facts } = await server.must('clipboard_get');
  expect(said).toBe('no text on the clipboard, but image/png (123456 bytes), text/uri-list (19 bytes)');
  expect(facts['types']).toEqual([
    { type: 'image/png', size_bytes: 123_456 },
    { type: 'text/uri-list', size_bytes: 19 },
  ]);
});

test('what its owner marked as a password is not shown', async () => {
  await other.copy([textFormat('text/plain', 'hunter2'), SECRET]);
  const reply = await server.must('clipboard_get');
  expect(reply.text).toContain('holds a password');
  expect(JSON.stringify(reply)).not.toContain('hunter2');
});

test('a program that never hands over its data holds nobody up', async () => {
  await other.copy([textFormat('text/plain', 'x'), textFormat('text/html', 'y')], ['text/plain', 'text/html']);
  const reading = server.must('clipboard_get');
  const { ms } = await server.must('windows');
  expect(ms).toBeLessThan(1000);
  const { text: said, ms: waitedMs } = await reading;
  expect(said).toContain('text/plain (not handed over in time, or too large)');
  expect(waitedMs).toBeLessThan(7000);
});

let dialogs = 0;
/** Opens a KDialog that asks for a line; gives its title. */
async function openField(): Promise<string> {
  const title = `dialog ${++dialogs}`;
  await server.must('launch', { app: 'kdialog', args: ['--title', title, '--inputbox', 'a line'] });
  const isFocused = async (): Promise<boolean> =>
    (await fields(title)).some(({ states }) => states.includes('focused'));
  await until(isFocused, `the field of ${title}`);
  return title;
}
const fields = (title: string): Promise<Element[]> => find(server, { app: 'kdialog', window: title, role: 'text' });
const fieldText = async (title: string): Promise<string> =>
  (await findOne(server, { app: 'kdialog', window: title, role: 'text' })).text ?? '';
const paste = (pasted: string): ReturnType<TestServer['call']> =>
  server.call('type_text', { text: pasted, method: 'paste' });

test('a paste puts every format back byte for byte: text, rich text, image, files, own types', async () => {
  const dialog = await openField();
  await other.copy([
    textFormat('text/plain', 'before'),
    textFormat('text/plain;charset=utf-8', 'before ğ'),
    textFormat('text/html', '<b>before</b>'),
    { type: 'image/png', bytes: someBytes(3_000_000) },
    textFormat('text/uri-list', 'file:///etc/hosts\r\n'),
    { type: 'application/x-own;class="strange one"', bytes: someBytes(65_537) },
    textFormat('application/x-empty', ''),
  ]);
  const before = await other.content();
  expect((await paste('pasted ğüşİı 漢字 😀')).text).toBe('typed 17 characters (paste)');
  expect(await fieldText(dialog)).toBe('pasted ğüşİı 漢字 😀');
  expect(await other.content()).toEqual(before);
  expect((await server.must('clipboard_get')).facts).toMatchObject({ text: 'before ğ' });
});

test('a password that was on the clipboard is there again, still marked', async () => {
  await other.copy([textFormat('text/plain', 'hunter2'), SECRET]);
  const before = await other.content();
  await paste('x');
  expect(await other.content()).toEqual(before);
  expect(await text()).toContain('holds a password');
});

test('twenty pastes one after the other arrive in order, and leave the clipboard as it was', async () => {
  const dialog = await openField();
  await other.copy([textFormat('text/plain', 'before')]);
  for (let round = 0; round < 20; round++) expect((await paste(`${round},`)).isError).toBe(false);
  expect(await fieldText(dialog)).toBe(Array.from({ length: 20 }, (_, round) => `${round},`).join(''));
  expect(await other.content()).toEqual({ 'text/plain': Buffer.from('before').toString('base64') });
});

test('a clipboard manager that reads at once sees the mark of a secret, and is not taken for the program', async () => {
  const dialog = await openField();
  await other.copy([textFormat('text/plain', 'before')]);
  const seen = until(async () => {
    const types = await other.types();
    return types.length > 1 ? { types, content: await other.content() } : undefined;
  }, 'the text of the paste');
  await paste('managed ğ');
  expect((await seen).types).toContain('x-kde-passwordManagerHint');
  expect(await fieldText(dialog)).toBe('managed ğ');
  expect(await other.content()).toEqual({ 'text/plain': Buffer.from('before').toString('base64') });
});

test('a clipboard that is too large to keep refuses the paste, before anything is sent', async () => {
  const dialog = await openField();
  await other.copy([
    { type: 'image/png', bytes: someBytes(20_000_000) },
    { type: 'image/bmp', bytes: someBytes(20_000_000) },
  ]);
  const reply = await paste('never');
  expect([reply.isError, reply.text]).toEqual([true, expect.stringMatching(/more than 32 MB; nothing was sent/)]);
  expect(await fieldText(dialog)).toBe('');
  expect(await other.types()).toEqual(['image/png', 'image/bmp']);
});

test('a clipboard whose owner does not answer refuses the paste; one that answers in part is named', async () => {
  const dialog = await openField();
  await other.copy([textFormat('text/plain', 'x')], ['text/plain']);
  expect((await paste('never')).text).toContain('does not hand it over; nothing was sent');
  await other.copy([textFormat('text/plain', 'x'), textFormat('text/html', 'y')], ['text/html']);
  expect((await paste('partly')).text).toContain(
    'warning: not put back on the clipboard, since its owner did not hand it over: text/html',
  );
  expect(await fieldText(dialog)).toBe('partly');
  expect(await other.content()).toEqual({ 'text/plain': Buffer.from('x').toString('base64') });
});

test('a program that does not read the paste is named, and the clipboard is put back', async () => {
  await server.must('launch', { app: 'kcalc' });
  await server.must('launch', { app: 'kdialog', args: ['--msgbox', 'no field here'] });
  await other.copy([textFormat('text/plain', 'before')]);
  const reply = await paste('nobody reads it');
  expect([reply.isError, reply.text]).toEqual([true, expect.stringContaining('has not read the text within 2 s')]);
  const back = async (): Promise<boolean> => (await other.types()).length === 1;
  await expect.poll(back, { timeout: 15_000 }).toBe(true);
  await server.must('key', { key: 'Return' });
}, 60_000);

test('rich text that a browser copied survives a paste', async () => {
  writeFileSync('/tmp/rich.html', '<title>rich</title><p>plain <b>bold</b> <a href="http://a.b/">link</a></p><input>');
  await server.must('launch', { app: 'firefox', args: ['/tmp/rich.html'], wait_ms: 30_000 });
  await server.must('wait_for', { app: 'firefox', query: 'bold', timeout_ms: 30_000 });
  await server.must('key', { key: 'ctrl+a' });
  await server.must('key', { key: 'ctrl+c' });
  await until(async () => (await other.types()).includes('text/html'), 'the page on the clipboard');
  const before = await other.content();
  const dialog = await openField();
  await paste('beside');
  expect(await fieldText(dialog)).toBe('beside');
  expect(await other.content()).toEqual(before);
}, 90_000);

test('files that a file manager copied survive a paste', async () => {
  writeFileSync('/tmp/copied.txt', 'x');
  await server.must('launch', { app: 'dolphin', args: ['--select', '/tmp/copied.txt'] });
  const selected = { app: 'dolphin', query: 'copied.txt', states: ['selected'] };
  await until(async () => (await find(server, selected)).length > 0, 'the file');
  await server.must('key', { key: 'ctrl+c' });
  await until(async () => (await other.types()).includes('text/uri-list'), 'the file on the clipboard');
  const before = await other.content();
  const dialog = await openField();
  await paste('beside');
  expect(await fieldText(dialog)).toBe('beside');
  expect(await other.content()).toEqual(before);
}, 60_000);

test('another session has a clipboard of its own', async () => {
  await server.must('session_start', { name: 'second' });
  await server.must('clipboard_set', { session: 'second', text: 'only there' });
  await server.must('clipboard_set', { session: 's1', text: 'only here' });
  expect(await text({ session: 'second' })).toContain('only there');
  expect(await text({ session: 's1' })).toContain('only here');
  await server.must('session_stop', { session: 'second' });
  expect(await text({ session: 's1' })).toContain('only here');
});
