/** The policy on a desktop that is the user's own: tiers, consent, password fields, secrets; with a client that asks and one that cannot. */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveDesktop, startLiveDesktop } from '../../support/live-desktop.ts';
import { type Elicit, startServer, type TestServer } from '../../support/server.ts';
import { find, findOne, readIfThere, until, windowsOf } from '../../support/session.ts';

let desktop: LiveDesktop;
/** Its client shows forms, and `user` answers them. */
let server: TestServer;
/** Its client shows none. */
let headless: TestServer;
let user: Elicit;
/** The forms that were shown. */
const shown: string[] = [];

const saved = (): string => readIfThere(`${desktop.folder}/user.txt`)?.trim() ?? '';

/** Brings the window of a class in front, from outside, and waits until the server sees it there. */
async function toFront(app: string): Promise<void> {
  desktop.script(`
    for (const w of workspace.windowList()) if (w.resourceClass === '${app}' && w.normalWindow) workspace.activeWindow = w;`);
  const isFront = async (): Promise<boolean> =>
    windowsOf(await server.must('windows')).some((window) => window.active && window.app === app);
  await until(isFront, `${app} in front`);
}

const choose =
  (answer: string): Elicit =>
  ({ message }) => {
    shown.push(message);
    return { action: 'accept', content: { answer } };
  };

const isThere = async (app: string): Promise<boolean> => (await server.must('apps')).text.includes(`${app} (`);

beforeAll(async () => {
  desktop = await startLiveDesktop('policy');
  desktop.allow('kate\nkcalc\nkdialog\n');
  server = await startServer({ env: desktop.env, elicit: (form) => user(form) });
  headless = await startServer({ env: desktop.env });
  // From here on the client holds every reply to the schema of its tool.
  await server.client.listTools();
  await headless.client.listTools();
  desktop.start('kate', ['-n', `${desktop.folder}/user.txt`]);
  await until(() => isThere('kate'), 'Kate');
  await until(() => isThere('kcalc'), 'KCalc');
}, 60_000);
afterAll(async () => {
  await Promise.all([server.close(), headless.close()]);
  await desktop.close();
});

test('an application of tier view is read, and refused to everything else with the line to change', async () => {
  desktop.allow('kate:view\nkcalc:view\n');
  await toFront('org.kde.kcalc');
  const seven = await findOne(server, { app: 'kcalc', query: 'Seven', match: 'exact', role: 'button' });
  for (const [tool, args, needs, line] of [
    ['act', { id: seven.id }, 'click', 'kcalc:click'],
    ['click', { id: seven.id }, 'click', 'kcalc:click'],
    ['act', { app: 'kcalc', query: 'Seven' }, 'click', 'kcalc:click'],
    ['key', { key: '7' }, 'full', 'kcalc'],
    ['type_text', { text: '7' }, 'full', 'kcalc'],
    ['launch', { app: 'kcalc' }, 'click', 'kcalc:click'],
  ] as const) {
    const { isError, text } = await server.call(tool, args);
    expect([tool, isError, text]).toEqual([
      tool,
      true,
      `The tier of "kcalc" is view, and ${tool} needs ${needs}; nothing was done.\n` +
        `The user can change its line in ${desktop.allowPath} to "${line}".`,
    ]);
  }
  expect((await server.must('tree', { app: 'kcalc' })).text).not.toContain('text="7');
});

test('an application of tier click is pressed, and refused to keys', async () => {
  desktop.allow('kcalc:click\n');
  const [seven] = await find(server, { app: 'kcalc', query: 'Seven', match: 'exact', role: 'button' });
  await server.must('click', { id: seven?.id });
  await server.must('act', { id: seven?.id });
  const { isError, text } = await server.call('key', { key: 'Escape' });
  expect([isError, text]).toEqual([true, expect.stringContaining('tier of "kcalc" is click, and key needs full')]);
});

test('a pointer is refused where the window in front may not be clicked, even at an element that may', async () => {
  desktop.allow('kate\nkcalc:view\n');
  await toFront('org.kde.kcalc');
  const [menu] = await find(server, { app: 'kate', role: 'menu item' });
  const { isError, text } = await server.call('click', { id: menu?.id });
  expect([isError, text]).toEqual([true, expect.stringContaining('tier of "kcalc" is view, and click needs click')]);
});

test('the question shows the call; a yes lets it through once', async () => {
  desktop.allow('kate\nconfirm: type_text:kate\n');
  await toFront('org.kde.kate');
  user = choose('yes, this once');
  await server.must('type_text', { text: 'asked.' });
  expect(shown.splice(0)).toEqual([
    'The agent wants to use type_text (text="asked.") in kate on your desktop. ' +
      'Your allowlist says to ask first: line 2, "type_text:kate".',
  ]);
  await server.must('key', { key: 'ctrl+s' });
  expect(shown).toEqual([]);
  await until(() => saved() === 'asked.', 'the text on disk');
});

test.each([
  ['not_confirmed', { action: 'accept', content: { answer: 'no' } }, /did not say yes/],
  ['not_confirmed', { action: 'accept', content: {} }, /did not say yes/],
  ['declined', { action: 'decline' }, /said no.*came after \d+ ms.*perhaps nobody saw/],
  ['cancelled', { action: 'cancel' }, /closed, or never shown.*perhaps nobody saw/],
] as const)('%s is a reply and no error, and nothing is sent', async (consent, answer, words) => {
  user = () => answer;
  const reply = await server.call('type_text', { text: 'never' });
  expect(reply).toMatchObject({ isError: false, facts: { result: 'refused', refusal: 'no_consent', consent } });
  expect(reply.text).toMatch(words);
  await server.must('key', { key: 'ctrl+s' });
  expect(saved()).toBe('asked.');
});

test('a yes for 20 minutes asks no more, is shown, and ends when the list changes', async () => {
  user = choose('yes, for 20 minutes');
  await server.must('type_text', { text: 'and.' });
  await server.must('type_text', { text: 'again.' });
  expect(shown.splice(0)).toHaveLength(1);
  expect((await server.must('session_info')).facts['consents']).toEqual([{ app: 'kate', minutes_left: 20 }]);
  expect((await server.must('doctor')).text).toMatch(
    /asks before type_text:kate; .*agreed for a time: kate \(20 min\)/,
  );
  desktop.allow('kate\nconfirm: type_text:kate # enough\n');
  user = choose('no');
  expect((await server.must('type_text', { text: 'never' })).facts['consent']).toBe('not_confirmed');
  expect(shown.splice(0)).toHaveLength(1);
  await server.must('key', { key: 'ctrl+s' });
  await until(() => saved() === 'asked.and.again.', 'the text on disk');
});

test('a question ends with its call, and the queue goes on meanwhile', async () => {
  let cancel: (() => void) | undefined;
  user = () => new Promise(() => cancel?.());
  const controller = new AbortController();
  cancel = () => controller.abort();
  await expect(server.call('type_text', { text: 'never' }, { signal: controller.signal })).rejects.toThrow(/abort/i);
  await server.must('key', { key: 'ctrl+s' });
  expect(saved()).toBe('asked.and.again.');
});

test('a client that shows no forms is told to ask itself, and then to say so', async () => {
  const refused = await headless.call('type_text', { text: 'by word' });
  expect(refused).toMatchObject({ isError: false, facts: { result: 'refused', consent: 'unsupported' } });
  expect(refused.text).toMatch(/cannot ask.*\n.*confirm: true/);
  await headless.must('type_text', { text: 'by word', confirm: true });
  await headless.must('key', { key: 'ctrl+s' });
  await until(() => saved() === 'asked.and.again.by word', 'the text on disk');
});

test('clients of the newest and of the oldest protocol are asked as well', async () => {
  const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...desktop.env };
  const transport = () => new StdioClientTransport({ command: 'desktop-mcp', env, stderr: 'ignore' });
  const info = { name: 'test', version: '1' };
  const capabilities = { elicitation: {} };
  const answer = { action: 'decline' as const };
  const newest = new Client(info, { capabilities, versionNegotiation: { mode: 'auto' } });
  newest.setRequestHandler('elicitation/create', () => answer);
  await newest.connect(transport());
  const oldest = new ClientV1(info, { capabilities });
  oldest.setRequestHandler(ElicitRequestSchema, () => answer);
  await oldest.connect(transport());
  const call = { name: 'type_text', arguments: { text: 'never' } };
  const refused = { structuredContent: { result: 'refused', refusal: 'no_consent', consent: 'declined' } };
  expect([await newest.callTool(call), await oldest.callTool(call)]).toMatchObject([refused, refused]);
  await Promise.all([newest.close(), oldest.close()]);
});

test('--live-consent refuse asks nobody', async () => {
  user = choose('yes, this once');
  const strict = await startServer({
    env: desktop.env,
    args: ['--live-consent', 'refuse'],
    elicit: (form) => user(form),
  });
  const { facts } = await strict.must('type_text', { text: 'never', confirm: true });
  await strict.close();
  expect([facts['consent'], shown]).toEqual(['refused', []]);
});

test('a password field is neither read nor written, unless the list opens it; a secret is typed and never shown', async () => {
  desktop.allow('kate\nkdialog\n');
  const secrets = join(dirname(desktop.allowPath), 'secrets');
  mkdirSync(secrets, { recursive: true });
  writeFileSync(`${secrets}/bank`, 'correct horse\n', { mode: 0o600 });
  const output = `${desktop.folder}/password.txt`;
  const dialog = desktop.start('sh', ['-c', `kdialog --password "Say it" >${output}`]);
  const hasFocus = async (): Promise<boolean> =>
    (await find(server, { app: 'kdialog', role: 'password text', states: ['focused'] })).length === 1;
  await until(() => isThere('kdialog'), 'KDialog');
  await until(hasFocus, 'the password dialog');

  const typed = await server.call('type_text', { text: 'guess' });
  expect([typed.isError, typed.text]).toEqual([true, expect.stringMatching(/^A password field, .* has the focus/)]);
  expect(typed.text).toContain(`add the line "passwords: kdialog" to ${desktop.allowPath}`);
  expect((await server.call('key', { key: 'g' })).isError).toBe(true);

  chmodSync(`${secrets}/bank`, 0o644);
  expect((await server.call('type_text', { secret: 'bank' })).text).toContain('others may read its file');
  chmodSync(`${secrets}/bank`, 0o600);
  expect((await server.must('type_text', { secret: 'bank' })).text).toBe('typed 13 characters (keys)');
  expect((await server.must('tree', { app: 'kdialog' })).text).not.toContain('correct');

  desktop.allow('kate\nkdialog\npasswords: kdialog\n');
  await server.must('type_text', { text: ' battery' });
  await server.must('key', { key: 'Return' });
  await new Promise((resolve) => dialog.on('exit', resolve));
  expect(readIfThere(output)?.trim()).toBe('correct horse battery');
});

test('a secret that was typed where it can be read is in no reply', async () => {
  await toFront('org.kde.kate');
  await server.must('type_text', { secret: 'bank' });
  const editor = await findOne(server, { app: 'kate', states: ['focused'] });
  const texts = [
    await server.must('tree', { app: 'kate' }),
    await server.must('find', { app: 'kate', query: 'correct horse' }),
    await server.must('get_text', { id: editor.id }),
  ];
  expect(texts.map(({ text, facts }) => /correct horse/.test(text + JSON.stringify(facts)))).toEqual([
    false,
    false,
    false,
  ]);
  expect(texts[0]?.text).toContain('••••');
  for (let offset = 0; offset < Number(texts[2]?.facts['length']); offset++) {
    const { text } = await server.must('get_text', { id: editor.id, offset, limit: 6 });
    expect(text).not.toMatch(/cor|orr|rre|rec|ect|hor|ors|rse/);
  }
  await server.must('clipboard_set', { text: 'rse of cor' });
  expect((await server.must('clipboard_get')).facts['text']).toBe('rse of cor');
  expect((await server.must('clipboard_get', { limit: 9 })).facts['text']).toBe('rse of ••••');
  await server.must('session_info');
  expect(server.log()).not.toContain('correct');
});

test('a secret comes from the keyring where there is no file', async () => {
  const missing = await server.call('type_text', { secret: 'kept' });
  expect([missing.isError, missing.text]).toEqual([true, expect.stringContaining('secret-tool store')]);
  const keyring = desktop.start('python3', ['/project/test/fixtures/secret-service.py', 'kept', 'of the ring']);
  const hasKeyring = (): boolean => desktop.bus('list').includes('org.freedesktop.secrets');
  await until(hasKeyring, 'the keyring');
  expect((await server.must('type_text', { secret: 'kept' })).text).toBe('typed 11 characters (keys)');
  keyring.kill();
  await server.must('key', { key: 'ctrl+s' });
  await until(() => saved().includes('of the ring'), 'the secret on disk');
});

test('mistakes are told by the first reply and by doctor, with their lines, and open nothing', async () => {
  desktop.allow('\ufeffkate\r\nkcalc:ful\r\ndeny: kate\r\n*\r\n');
  const first = await server.must('find', { app: 'kcalc', query: 'Seven' });
  expect(first.facts['warnings']).toHaveLength(3);
  expect(first.text).toMatch(
    /warning: allowlist line 2: .*\nwarning: allowlist line 3: .*\nwarning: allowlist line 4: /,
  );
  expect((await server.must('find', { app: 'kcalc', query: 'Seven' })).text).not.toContain('warning');
  expect((await server.must('doctor')).text).toMatch(/FAIL allowlist: .*line 2: .*line 3: .*line 4: /);
  expect((await server.call('act', { app: 'kcalc', query: 'Seven' })).text).toContain('tier of "kcalc" is view');
});

test('an allowlist that may not be read allows nothing and says so', async () => {
  chmodSync(desktop.allowPath, 0);
  const { isError, text } = await server.call('tree', { app: 'kate' });
  expect([isError, text]).toEqual([
    true,
    expect.stringMatching(/cannot be read: .*permission denied.*\n.*mends the file/),
  ]);
  rmSync(desktop.allowPath);
});
