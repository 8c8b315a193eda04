/** From a `confirm:` line to the user and back, through the pipeline; on a desktop without a compositor. */
import { expect, test } from 'vitest';
import { ConsentNeeded, type ConsentRequest, createConsents } from '../../src/main/access/consents.ts';
import type { CallResult } from '../../src/main/call/result.ts';
import { type Answer, CHOICE } from '../../src/main/policy/consent.ts';
import type { ToolContext } from '../../src/main/tool/tool.ts';
import { closeConsent } from '../../src/main/windows/close-consent.ts';
import { createFakeDesktop, ELEMENT, type FakeDesktop, windowOf } from '../support/fake-desktop.ts';

const press = { key: 'ctrl+s' };

/** Calls, and calls again with the answer when there is a question. */
async function answered(desktop: FakeDesktop, name: string, args: object, answer: string): Promise<CallResult> {
  const first = await desktop.call(name, args, { canAsk: true });
  if (!first.question) throw new Error(`it did not ask: ${first.text}`);
  const content = { answer };
  return desktop.call(name, args, { canAsk: true, answers: { [first.question.key]: { action: 'accept', content } } });
}

test('the question names the tool, its arguments, the application and the line, and nothing is sent before the answer', async () => {
  const desktop = createFakeDesktop('kate\nconfirm: key:kate');
  const { question, isError } = await desktop.call('key', press, { canAsk: true });
  expect(question?.message).toBe(
    'The agent wants to use key (key="ctrl+s") in kate on your desktop. Your allowlist says to ask first: line 2, "key:kate".',
  );
  expect([isError, desktop.done]).toEqual([false, []]);
});

test('a yes lets this call through, and the next one asks again', async () => {
  const desktop = createFakeDesktop('kate\nconfirm: key');
  expect(await answered(desktop, 'key', press, CHOICE.once)).toMatchObject({ isError: false, facts: { sent: 1 } });
  expect(desktop.done).toContain('key 31 down');
  expect((await desktop.call('key', press, { canAsk: true })).question).toBeDefined();
});

test('a no is a reply and no error, and nothing is sent', async () => {
  const desktop = createFakeDesktop('kate\nconfirm: kate');
  const reply = await answered(desktop, 'key', press, CHOICE.no);
  expect(reply).toMatchObject({ isError: false, facts: { result: 'refused', consent: 'not_confirmed' } });
  expect(reply.text.split('\n')).toHaveLength(2);
  expect(desktop.done).toEqual([]);
});

test('a yes for 20 minutes is good for all that is asked about in that application, until the list changes', async () => {
  const desktop = createFakeDesktop('kate\nkcalc\nconfirm: kate, kcalc');
  await answered(desktop, 'key', press, CHOICE.timed);
  expect(await desktop.call('act', { id: ELEMENT.kate })).toMatchObject({ facts: { result: 'done' } });
  expect((await desktop.call('act', { id: ELEMENT.kcalc }, { canAsk: true })).question).toBeDefined();
  expect((await desktop.call('session_info')).facts['consents']).toEqual([{ app: 'kate', minutes_left: 20 }]);
  desktop.allow('kate\nkcalc\nconfirm: kate, kcalc # again');
  expect((await desktop.call('key', press, { canAsk: true })).question).toBeDefined();
});

test('consent for the window in front is not good for another one that has come there', async () => {
  const desktop = createFakeDesktop('kate\nkcalc\nconfirm: key');
  const { question } = await desktop.call('key', press, { canAsk: true });
  desktop.activeWindow = windowOf('kcalc', { active: true });
  const answers = { [question?.key ?? '']: { action: 'accept' as const, content: { answer: CHOICE.once } } };
  const reply = await desktop.call('key', press, { canAsk: true, answers });
  expect(reply.question?.message).toContain('in kcalc');
  expect(desktop.done).toEqual([]);
});

test.each([
  ['key:kcalc', 'key', press, false],
  ['act:kate', 'key', press, false],
  ['key:kate', 'key', press, true],
  ['kate', 'act', { id: ELEMENT.kate }, true],
  ['kate', 'act', { id: ELEMENT.kcalc }, false],
  ['kate', 'act', { app: 'kate', query: 'Do' }, true],
  ['kate', 'find', { app: 'kate', query: 'Do' }, false],
  ['find:kate', 'find', { app: 'kate', query: 'Do' }, true],
  ['find', 'find', { query: 'Do' }, true],
  ['act', 'act', { id: ELEMENT.kcalc }, true],
  ['launch', 'launch', { app: 'kcalc' }, true],
  ['pause', 'pause', { ms: 0 }, false],
  ['hold', 'hold', { key: 'shift' }, true],
  ['hold', 'hold', { key: 'shift', down: false }, false],
  ['hold:kate', 'hold', { down: false }, false],
] as const)('with "confirm: %s" the user is asked before %s %j: %s', async (entry, tool, args, isAsked) => {
  const desktop = createFakeDesktop(`kate\nkcalc\nconfirm: ${entry}`);
  const { question } = await desktop.call(tool, args, { canAsk: true });
  expect(question !== undefined).toBe(isAsked);
});

test('without forms confirm: true lets the call through; without either the reply says what to do', async () => {
  const desktop = createFakeDesktop('kate\nconfirm: key');
  const refused = await desktop.call('key', press);
  expect(refused).toMatchObject({ isError: false, facts: { result: 'refused', consent: 'unsupported' } });
  expect(refused.text).toContain('confirm: true');
  expect(desktop.done).toEqual([]);
  expect(await desktop.call('key', { ...press, confirm: true })).toMatchObject({ facts: { sent: 1 } });
});

test('with --live-consent refuse nobody is asked and confirm changes nothing', async () => {
  const desktop = createFakeDesktop('kate\nconfirm: key', { mode: 'refuse' });
  const reply = await desktop.call('key', { ...press, confirm: true }, { canAsk: true });
  expect([reply.question, reply.facts['consent']]).toEqual([undefined, 'refused']);
  expect(desktop.done).toEqual([]);
});

test('closing a window of the live desktop asks each time, for this once, and needs no line', async () => {
  const desktop = createFakeDesktop('kate');
  const window = windowOf('kate', { title: 'notes "a"' });
  const consents = createConsents('elicit');
  const context = (answers: Record<string, Answer>) =>
    ({
      session: desktop.session,
      consent: (action: ConsentRequest) => consents.demand(action, { asker: { canAsk: true, answers }, confirm: true }),
    }) as unknown as ToolContext;
  const asked = await closeConsent(window, context({})).catch((error: unknown) => error);
  expect(asked).toMatchObject({
    question: {
      message:
        'The agent wants to close the window "notes \\"a\\"" (org.kate) on your desktop. Unsaved work in it may be lost.',
      choices: [CHOICE.no, CHOICE.once],
    },
  });
  const { key } = (asked as ConsentNeeded).question;
  const yes = { [key]: { action: 'accept' as const, content: { answer: CHOICE.once } } };
  expect(await closeConsent(window, context(yes))).toBe('accepted');
  await expect(closeConsent(window, context(yes))).rejects.toBeInstanceOf(ConsentNeeded);
});

test('what is held stays held while the user is asked, and when the answer is no', async () => {
  const desktop = createFakeDesktop('kate');
  await desktop.call('hold', { key: 'shift' });
  const refused = await answered(desktop, 'close_window', { query: 'the kate' }, CHOICE.no);
  expect(refused.facts).toMatchObject({ result: 'refused', consent: 'not_confirmed' });
  expect(desktop.done.filter((line) => line.endsWith(' up'))).toEqual([]);
  expect((await desktop.call('key', { key: 'a' })).facts['held']).toEqual(['shift']);
});

test('closing a window of a private session asks nobody', async () => {
  const session = { wiring: { kind: 'virtual' } };
  const context = { session } as unknown as ToolContext;
  expect(await closeConsent(windowOf('kate'), context)).toBe('not_required');
});

test('a mistake in the list is told by the first reply, once, and again when the list has changed', async () => {
  const desktop = createFakeDesktop('kate\n*\nkcalc:viwe');
  expect((await desktop.call('find', { query: 'Do' })).facts['warnings']).toEqual([
    'allowlist line 2: "*" is not understood and counts for nothing',
    'allowlist line 3: "kcalc:viwe" has an unknown tier and counts as kcalc:view',
  ]);
  expect((await desktop.call('find', { query: 'Do' })).facts['warnings']).toBeUndefined();
  desktop.allow('kate\n?');
  expect((await desktop.call('find', { query: 'Do' })).text).toContain('warning: allowlist line 2');
});

test('an error tells a mistake in the list as a reply does, a question leaves it for the answer', async () => {
  const desktop = createFakeDesktop('kate, kcalc\nkcalc:view:full\nfirefox');
  const warning = [
    'warning: allowlist line 1: "kate, kcalc" is not understood and counts for nothing',
    'warning: allowlist line 2: "kcalc:view:full" is not understood and counts for nothing',
  ].join('\n');
  const { isError, text } = await desktop.call('launch', { app: 'kate' });
  expect([isError, text]).toEqual([true, expect.stringMatching(/^"kate" is not in the allowlist/)]);
  expect(text.endsWith(`\n${warning}`)).toBe(true);
  expect((await desktop.call('launch', { app: 'kate' })).text).not.toContain('warning');
  desktop.allow('kate\nconfirm: key\n?');
  const { question } = await desktop.call('key', { key: 'a' }, { canAsk: true });
  expect(question).toBeDefined();
  const refused = await desktop.call('key', { key: 'a' });
  expect(refused.text).toContain('warning: allowlist line 3: "?" is not understood');
});

test.each(['kcalc', 'kate:view\nkcalc', 'kate\nconfirm: hold:kate', 'kate\nconfirm: hold', 'kate\nconfirm: kate'])(
  'what is held may be let go under the list %j, with a plain reply and nothing asked',
  async (list) => {
    const desktop = createFakeDesktop('kate');
    await desktop.call('hold', { key: 'shift' });
    desktop.allow(list);
    const reply = await desktop.call('hold', { key: 'shift', down: false });
    expect(reply).toMatchObject({ isError: false, text: 'let go of shift', facts: { changed: ['shift'], held: [] } });
    expect(desktop.done.filter((line) => line.endsWith(' up'))).toHaveLength(1);
  },
);
