/** The user's own clipboard: reached only while an allowed application is in front, and never from a private session. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ClipboardProgram, connectProgram, textFormat } from '../../support/clipboard.ts';
import { type LiveDesktop, startLiveDesktop } from '../../support/live-desktop.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { findOne, startSession, until, windowsOf } from '../../support/session.ts';

let user: LiveDesktop;
let server: TestServer;
/** A program of the user. */
let program: ClipboardProgram;

const mine = { 'text/plain': Buffer.from("the user's own").toString('base64') };

beforeAll(async () => {
  user = await startLiveDesktop('clipboard');
  user.allow('kate\nkcalc\n');
  server = await startServer({ env: user.env });
  program = await connectProgram(`${user.folder}/wayland-user`);
  const isInFront = async (name: string): Promise<boolean> =>
    windowsOf(await server.must('windows')).some(({ app, active }) => app === `org.kde.${name}` && active);
  await until(() => isInFront('kcalc'), "the user's KCalc");
  user.start('kate', [`${user.folder}/user.txt`]);
  await until(() => isInFront('kate'), "the user's Kate");
}, 60_000);
afterAll(async () => {
  program.close();
  await server.close();
  await user.close();
});

test('while an allowed application is in front, the clipboard is read and written', async () => {
  await program.copy([textFormat('text/plain', "the user's own")]);
  expect((await server.must('clipboard_get')).facts).toMatchObject({ kind: 'text', text: "the user's own" });
  await server.must('clipboard_set', { text: 'from the agent' });
  expect(await program.types()).toContain('text/plain;charset=utf-8');
});

test('while another one is in front, it is neither read nor written', async () => {
  await program.copy([textFormat('text/plain', "the user's own")]);
  user.allow('kcalc\n');
  for (const [name, args] of [
    ['clipboard_get', {}],
    ['clipboard_set', { text: 'from the agent' }],
    ['type_text', { text: 'x', method: 'paste' }],
  ] as const) {
    const reply = await server.call(name, args);
    expect([name, reply.isError, reply.text]).toEqual([
      name,
      true,
      expect.stringMatching(/not of an allowed|may not reach/),
    ]);
    expect(JSON.stringify(reply)).not.toContain('own');
  }
  expect(await program.content()).toEqual(mine);
});

test('a private session neither sees nor changes it, whatever is copied and pasted in there', async () => {
  user.allow('kate\nkcalc\n');
  await program.copy([textFormat('text/plain', "the user's own")]);
  const folder = await startSession(server, { name: 'private', home: 'isolated' });
  const session = 'private';
  expect((await server.must('clipboard_get', { session })).facts).toMatchObject({ kind: 'empty' });
  await server.must('clipboard_set', { session, text: 'of the session' });
  await server.must('launch', { session, app: 'kdialog', args: ['--inputbox', 'a line'] });
  await server.must('type_text', { session, text: 'pasted ', method: 'paste' });
  await server.must('key', { session, key: 'ctrl+v' });
  const field = { session, app: 'kdialog', role: 'text' };
  await until(async () => (await findOne(server, field)).text === 'pasted of the session', 'both pastes');
  await server.must('key', { session, key: 'ctrl+a' });
  await server.must('key', { session, key: 'ctrl+c' });
  const inside = await connectProgram(`${folder}/run/wayland-0`);
  await until(async () => (await server.must('clipboard_get', { session })).text.includes('pasted of'), 'the copy');
  await inside.copy([textFormat('text/plain', 'of a program in there')]);
  expect(await program.content()).toEqual(mine);
  expect((await server.must('clipboard_get', { session: 'live' })).facts).toMatchObject({ text: "the user's own" });
  inside.close();
  await server.must('session_stop', { session });
  expect(await program.content()).toEqual(mine);
}, 60_000);

test("a paste on the user's desktop puts the user's clipboard back", async () => {
  await program.copy([textFormat('text/plain', "the user's own"), textFormat('text/html', '<i>own</i>')]);
  const before = await program.content();
  await server.must('type_text', { text: 'ğ漢', method: 'paste' });
  await until(
    async () => (await findOne(server, { app: 'kate', role: 'text', states: ['focused'] })).text?.includes('ğ漢'),
    'the paste in Kate',
  );
  expect(await program.content()).toEqual(before);
});
