/** Which way a text takes, and what is left behind when a way fails. */
import { expect, test } from 'vitest';
import { DesktopError } from '../../../src/base/errors.ts';
import { piecesOf, typeText } from '../../../src/main/input/typing.ts';
import type { ToolContext } from '../../../src/main/tool/tool.ts';
import type { PasteReply, PasteRequest } from '../../../src/protocol/clipboard.ts';
import type { Element } from '../../../src/protocol/element.ts';
import { covers, type Grant } from '../../../src/protocol/grant.ts';
import type { TypingEnd, TypingQuery } from '../../../src/protocol/typing.ts';
import { windowInfo } from '../../support/window-info.ts';

interface CallContext {
  /** The focused field takes insertions. */
  takesInsertion?: boolean;
  /** The program is not on the accessibility bus. */
  isUnknown?: boolean;
  /** Characters that the keyboard layout lacks. */
  lacks?: string;
  /** Window class of what is in front. */
  app?: string;
  /** No window is in front. */
  isBare?: boolean;
  role?: string;
  /** A paste of this text is refused. */
  refused?: string;
  /** What has the focus; without it a field. */
  focused?: Element | 'nothing';
  keyError?: DesktopError;
  /** The call is cancelled while its last key is sent, or what is on the clipboard is kept. */
  cancelledIn?: 'key' | 'beginPaste';
  reply?: Partial<PasteReply>;
  /** The focused field is a plain one of several lines. */
  isEditor?: boolean;
  /** What came of the text. */
  end?: TypingEnd | 'gone';
  /** Pieces after which the focus has left the field. */
  losesFocusAfter?: number;
}

const fieldOf = (role: string, states: string[]): Element => ({
  id: 9,
  role,
  name: 'It',
  depth: 0,
  states,
  actions: [],
});

const given = (text: string) => ({ text, isSecret: false });

const refusal = new DesktopError('unsupported', 'Not pasted: too large; nothing was sent.', 'Make room.');

const unknown = new DesktopError('not_found', 'No such application.', 'Start it.');

/** Workers that write down what they are asked to send. */
function surround(around: CallContext, grantedApps: Grant['grantedApps'] = 'all') {
  const lines: string[] = [];
  const lacks = [...(around.lacks ?? '')];
  const call = new AbortController();
  const activeWindow = around.isBare ? undefined : windowInfo('w', { app: around.app ?? 'org.kde.kcalc', pid: 7 });
  const desktop = {
    activeWindow: async () => activeWindow,
    beginPaste: async ({ text, pid }: PasteRequest) => {
      if (text === around.refused) throw refusal;
      lines.push(`offer ${text} to ${pid}`);
      if (around.cancelledIn === 'beginPaste') call.abort();
    },
    endPaste: async (isSent: boolean, signal?: AbortSignal) => {
      // As the channel does: a call whose signal has fired is not sent.
      signal?.throwIfAborted();
      lines.push(isSent ? 'put back' : 'undo');
      return { isRead: true, before: 'restored', lost: [], ...around.reply };
    },
  };
  const atspi = {
    startTyping: async ({ text, isInserted, grant }: TypingQuery) => {
      if (activeWindow && !covers(grant, activeWindow, Date.now()))
        return { inserted: false, isDenied: true, activeWindow };
      if (around.isUnknown) throw unknown;
      const inserted = isInserted && around.takesInsertion === true;
      if (inserted) lines.push(`insert ${text}`);
      const { focused = fieldOf(around.role ?? 'entry', ['editable']), isEditor = false } = around;
      return { inserted, activeWindow, isEditor, isFollowed: true, ...(focused === 'nothing' ? {} : { focused }) };
    },
    keepsFocus: async () => {
      lines.push('look');
      return (
        around.losesFocusAfter === undefined ||
        lines.filter((line) => line.startsWith('keys')).length < around.losesFocusAfter
      );
    },
    endTyping: async () => {
      if (around.end === 'gone') throw unknown;
      return around.end ?? { field: fieldOf('entry', ['editable']) };
    },
    inputTaken: async () => void lines.push('taken'),
  };
  const input = {
    untypable: async (text: string) => lacks.filter((character) => text.includes(character)),
    status: async () => ({ layouts: ['German'] }),
    type: async ({
      text,
      sentBefore = 0,
      orMissing = '',
    }: {
      text: string;
      sentBefore?: number;
      orMissing?: string;
    }) => {
      const missing = lacks.filter((character) => orMissing.includes(character));
      if (missing.length > 0) return { sent: 0, missing };
      lines.push(`keys ${text}`);
      return { sent: sentBefore + [...text].length };
    },
    key: async ({ chord }: { chord: string }) => {
      if (around.keyError) throw around.keyError;
      lines.push(`press ${chord}`);
      if (around.cancelledIn === 'key') call.abort();
      return { sent: 1 };
    },
  };
  const context = {
    session: {
      desktop,
      atspi,
      input,
      charactersSentMs: Number.NEGATIVE_INFINITY,
      inputSent: () => undefined,
    },
    input: {
      ticket: 1,
      grant: { session: 's1', grantedApps, untilMs: Number.POSITIVE_INFINITY },
      inputReported: () => undefined,
    },
    signal: call.signal,
    warn: (text: string) => void lines.push(`warn ${text}`),
  };
  return { lines, context: context as unknown as ToolContext };
}

test.each([
  ['insertion first', { takesInsertion: true, lacks: 'ğ' }, 'insert', ['insert ğx']],
  ['keys for what the layout has', { lacks: '漢' }, 'keys', ['keys ğx']],
  ['keys in a program without accessibility', { isUnknown: true }, 'keys', ['keys ğx']],
  [
    'a paste in a program without accessibility',
    { isUnknown: true, lacks: 'ğ' },
    'paste',
    ['offer ğx to 7', 'press ctrl+v', 'put back'],
  ],
  ['a paste for what it lacks', { lacks: 'ğ' }, 'paste', ['offer ğx to 7', 'press ctrl+v', 'put back']],
] as const)('auto takes %s', async (_title, around, method, expected) => {
  const { lines, context } = surround(around);
  expect(await typeText(given('ğx'), { method: 'auto' }, context)).toEqual({ method, sent: 2 });
  expect(lines).toEqual(expected);
});

test.each([
  ['a button', { focused: fieldOf('button', []) }, ['warn what had the focus takes no text: [9] button "It"']],
  ['nothing', { focused: 'nothing' }, ['warn nothing in the window in front is known to have had the focus']],
  ['a list, which may search', { focused: fieldOf('list', []) }, []],
  ['a combo box that is edited', { focused: fieldOf('button', ['editable']) }, []],
] as const)('it is said when %s has the focus', async (_title, around, expected) => {
  const { lines, context } = surround(around);
  await typeText(given('x'), { method: 'auto' }, context);
  expect(lines).toEqual([...expected, 'keys x']);
});

test('a way that was asked for is the only one that is tried', async () => {
  const { lines, context } = surround({ takesInsertion: true });
  await typeText(given('x'), { method: 'paste' }, context);
  await typeText(given('x'), { method: 'keys' }, context);
  expect(lines).toEqual(['offer x to 7', 'press ctrl+v', 'put back', 'keys x']);
  await expect(typeText(given('x'), { method: 'insert' }, surround({}).context)).rejects.toEqual(
    expect.objectContaining({ code: 'unsupported' }),
  );
});

test('terminals get their own chord, and Return for each line break', async () => {
  for (const around of [{ app: 'org.kde.konsole' }, { app: 'org.kde.kate', role: 'terminal' }]) {
    const { lines, context } = surround(around);
    expect(await typeText(given('a\nğ\n'), { method: 'paste' }, context)).toEqual({ method: 'paste', sent: 4 });
    const piece = (text: string): string[] => [
      `offer ${text} to 7`,
      'press ctrl+shift+v',
      'put back',
      'press Return',
      'taken',
    ];
    expect(lines).toEqual([...piece('a'), ...piece('ğ')]);
  }
});

test('a chord that could not be sent leaves the clipboard as it was', async () => {
  const keyError = new DesktopError('denied', 'In front is another window; nothing was sent.', 'Raise it.');
  const { lines, context } = surround({ keyError });
  await expect(typeText(given('x'), { method: 'paste' }, context)).rejects.toBe(keyError);
  expect(lines).toEqual(['offer x to 7', 'undo']);
});

test('a window that the call may not reach gets nothing', async () => {
  const { lines, context } = surround(
    { lacks: 'ğ' },
    { needs: 'full', pids: new Map(), classes: new Map([['org.kde.kate', 'full']]) },
  );
  await expect(typeText(given('ğ'), { method: 'auto' }, context)).rejects.toEqual(
    expect.objectContaining({ code: 'denied' }),
  );
  expect(lines).toEqual([]);
});

test('where no way is open the layout, the characters and the reason are named', async () => {
  const { lines, context } = surround({ lacks: 'ğ"漢', refused: 'ğ"漢' });
  const message =
    'The keyboard layout in force (German) has no key for "ğ" "\\"" "漢". Not pasted: too large; nothing was sent.';
  await expect(typeText(given('ğ"漢'), { method: 'auto' }, context)).rejects.toEqual(
    expect.objectContaining({ code: 'unsupported', message }),
  );
  expect(lines).toEqual([]);
  const many = String.fromCodePoint(...Array.from({ length: 100 }, (_, index) => 0x4e00 + index));
  const cut = surround({ lacks: many, refused: many });
  await expect(typeText(given(many), { method: 'auto' }, cut.context)).rejects.toThrow('"丧" and 60 more');
});

test('a paste that fails midway says how far it came', async () => {
  const { context } = surround({ app: 'org.kde.konsole', refused: 'ğ' });
  await expect(typeText(given('ab\nğ'), { method: 'paste' }, context)).rejects.toEqual(
    expect.objectContaining({ code: 'failed', message: expect.stringMatching(/^After 3 characters: Not pasted/) }),
  );
});

test('what was not read, not put back or replaced meanwhile is said', async () => {
  const unread = surround({ reply: { isRead: false, before: 'later' } });
  await expect(typeText(given('x'), { method: 'paste' }, unread.context)).rejects.toThrow(
    'has not read the text within 2 s',
  );
  const { lines, context } = surround({ reply: { before: 'replaced', lost: ['image/png'] } });
  await typeText(given('x'), { method: 'paste' }, context);
  expect(lines.filter((line) => line.startsWith('warn'))).toEqual([
    expect.stringContaining('image/png'),
    expect.stringContaining('copied meanwhile'),
  ]);
});

test.each([
  ['key', ['offer ğ to 7', 'press ctrl+v', 'put back']],
  ['beginPaste', ['offer ğ to 7', 'undo']],
] as const)(
  'a paste that is cancelled in %s puts the clipboard back, once the text is read if it was sent',
  async (cancelledIn, expected) => {
    const { lines, context } = surround({ cancelledIn });
    await expect(typeText(given('ğ'), { method: 'paste' }, context)).rejects.toMatchObject({ code: 'aborted' });
    expect(lines).toEqual(expected);
  },
);

test.each(['aborted', 'interrupted', 'failed', 'timeout', 'worker_lost'] as const)(
  'a chord that ended with %s may have arrived: the clipboard is put back once the text is read',
  async (code) => {
    const keyError = new DesktopError(code, 'It ended.', 'Look.');
    const { lines, context } = surround({ keyError });
    await expect(typeText(given('x'), { method: 'paste' }, context)).rejects.toBe(keyError);
    expect(lines).toEqual(['offer x to 7', 'put back']);
  },
);

test('without a window in front nothing is pasted, and it is said what to do', async () => {
  const { lines, context } = surround({ isBare: true });
  await expect(typeText(given('x'), { method: 'paste' }, context)).rejects.toMatchObject({
    code: 'unsupported',
    message: 'Not pasted: no window is in front; nothing was sent.',
    hint: expect.stringContaining('activate_window'),
  });
  expect(lines).toEqual(['warn no window was in front to take the text']);
});

test('a line break is Return, also where the rest is pasted, but not in an editor', async () => {
  const pasted = (text: string): string[] => [`offer ${text} to 7`, 'press ctrl+v', 'put back'];
  const line = surround({ lacks: '漢' });
  await typeText(given('漢\r\nx\n'), { method: 'auto' }, line.context);
  expect(line.lines).toEqual([...pasted('漢'), 'press Return', 'taken', ...pasted('x'), 'press Return', 'taken']);
  const editor = surround({ lacks: '漢', isEditor: true });
  await typeText(given('漢\nx'), { method: 'auto' }, editor.context);
  expect(editor.lines).toEqual(pasted('漢\nx'));
});

const FIELD = fieldOf('entry', ['focused', 'editable']);

test('a field that holds something else is told with what it holds', async () => {
  const { context } = surround({ end: { field: FIELD, arrived: 2, holds: 'ab' } });
  expect(await typeText(given('abc'), { method: 'keys' }, context)).toMatchObject({
    sent: 3,
    field: FIELD,
    holds: 'ab',
  });
  const whole = surround({ end: { field: FIELD, arrived: 3 } });
  expect(await typeText(given('abc'), { method: 'keys' }, whole.context)).toEqual({ method: 'keys', sent: 3 });
});

test.each<[string, Element, string | undefined]>([
  ['of a field that says it is not valid', { ...FIELD, states: ['editable', 'invalid'], text: '99' }, '99'],
  ['out of its range', { ...FIELD, text: '450', value: { now: 5, min: 0, max: 50 } }, '450'],
  ['within its range', { ...FIELD, text: '45', value: { now: 45, min: 0, max: 50 } }, undefined],
])('what arrived whole is told only when it is wrong: a number %s', async (_what, field, holds) => {
  const { context } = surround({ end: { field, arrived: 2 } });
  expect((await typeText(given('99'), { method: 'keys' }, context)).holds).toBe(holds);
});

test('a long text is typed piece by piece while its field keeps the focus, and a failure says how much is where', async () => {
  const long = 'x'.repeat(500);
  const pieces = [50, 100, 200, 150].map((length) => `keys ${'x'.repeat(length)}`);
  const whole = surround({});
  expect(await typeText(given(long), { method: 'auto' }, whole.context)).toEqual({ method: 'keys', sent: 500 });
  expect(whole.lines).toEqual(pieces.flatMap((piece, index) => (index === 0 ? [piece] : ['look', piece])));
  const focused = { ...fieldOf('text', ['focused']), id: 41, name: 'Thief' };
  const end = { field: FIELD, arrived: 120, holds: 'x', hasLeft: true, focused };
  const { lines, context } = surround({ end, losesFocusAfter: 2 });
  await expect(typeText(given(long), { method: 'keys' }, context)).rejects.toMatchObject({
    code: 'failed',
    message:
      'Typing ended after 150 characters of 500: [41] text "Thief" took the focus; 120 of them are in [9] entry "It".',
  });
  expect(lines).toEqual([pieces[0], 'look', pieces[1], 'look']);
});

test('a program that is gone before all was sent is a failure', async () => {
  const { context } = surround({ end: 'gone', losesFocusAfter: 1 });
  await expect(typeText(given('x'.repeat(500)), { method: 'keys' }, context)).rejects.toMatchObject({
    code: 'failed',
    message: expect.stringContaining('no longer in front'),
    hint: expect.stringContaining('50 characters were sent before'),
  });
});

test('no character and no line end is cut in two between pieces', () => {
  expect(piecesOf(`${'a'.repeat(49)}😀\r\nb`)).toEqual([`${'a'.repeat(49)}😀`, '\r\nb']);
  expect(piecesOf(`${'a'.repeat(49)}\r\nb`)).toEqual([`${'a'.repeat(49)}\r\n`, 'b']);
});
