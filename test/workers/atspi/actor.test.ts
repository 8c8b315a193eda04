/** What an agent is told of elements that are not there, or not the only ones; of a written application. */
import { expect, test } from 'vitest';
import type { ActQuery, FindQuery, TextQuery, WaitQuery } from '../../../src/protocol/atspi.ts';
import type { Target } from '../../../src/protocol/element.ts';
import { toolkitOf } from '../../../src/workers/atspi/backends/at-spi/toolkits.ts';
import { treeOf } from '../../support/accessible-tree.ts';
import { createFakeAccessibility } from '../../support/fake-accessibility.ts';
import { windowInfo } from '../../support/window-info.ts';

const FORM = `
  application "app"
   frame "Form" {active}
    check box "Candles"
    check box "Candles"
    entry "Full name" {editable, focusable} text=""
    entry "Remark" {editable, focusable} text="  "
    button "Save" {focusable} (Press)
`;

const all = { allowedPids: 'all' } as const;
const find = (target: Target): FindQuery => ({ ...all, ...target, states: [], bounds: false, max: 9 });
const text = (target: Target): TextQuery => ({ ...all, target, offset: 0, limit: 100 });
const wait = (target: Target, more: Partial<WaitQuery> = {}): WaitQuery => ({
  ...all,
  target,
  gone: false,
  timeoutMs: 5000,
  ...more,
});

test.each([
  ['Full name', ''],
  ['Remark', '  '],
])('the text of the empty field %s is not its name', async (query, expected) => {
  const { actor } = createFakeAccessibility(FORM);
  expect(await actor.text(text({ query }))).toMatchObject({ text: expected, length: expected.length });
});

test.each([
  ['a text in a container', 200_000, 'panel "Shell"\n   text "Notes" {editable}', ''],
  ['a text in a container', 200_001, 'panel "Shell"\n   text "Notes" {editable}', '…'],
])('of %s with %i characters it is said whether it is cut', async (_what, length, element, mark) => {
  const form = `application "app"\n frame "Form"\n  ${element} text="${'x'.repeat(length)}"`;
  const { actor } = createFakeAccessibility(form);
  const reply = await actor.text({ ...text({ query: 'Shell' }), limit: 300_000 });
  expect(reply.isCut).toBe(length > 200_000);
  expect(reply.text.endsWith(`${'x'.repeat(200_000)}${mark}`)).toBe(true);
});

test('of a terminal the end is read, and a part that is asked for', async () => {
  const { actor } = createFakeAccessibility(`application "app"\n frame "Shell"\n  terminal text="$ ls\\nREADME\\n$ "`);
  const query = { ...text({ role: 'terminal' }), limit: 9 };
  expect(await actor.text({ ...query, offset: undefined })).toMatchObject({
    text: 'README\n$ ',
    offset: 5,
    length: 14,
  });
  expect(await actor.text(query)).toMatchObject({ text: '$ ls\nREAD', offset: 0, length: 14 });
});

test.each([
  [[], '(the application has no window on the desktop)'],
  [[windowInfo('Form', { buffer: { x: 50, y: 60, width: 100, height: 100 } })], 'at 55,67'],
  [[windowInfo('Form', { minimized: true })], '(its window is minimized)'],
])('of several matches it is told where they are', async (windows, place) => {
  const fake = createFakeAccessibility(FORM);
  fake.windows = windows;
  const query: ActQuery = { ...all, target: { query: 'Candles' } };
  await expect(fake.actor.act(query)).rejects.toMatchObject({
    code: 'ambiguous',
    message: expect.stringContaining(`[1] check box "Candles" ${place}\n[2] check box "Candles" ${place}`),
  });
});

test('a window is meant by its title as the compositor shows it too', async () => {
  const twice = `
    application "app"
     frame "a.txt"
      button "Close" (Press)
     frame "b.txt"
      button "Close" (Press)
  `;
  const windows = ['a.txt — Editor', 'b.txt — Editor'].map((title) => windowInfo(title));
  for (const window of ['a.txt', 'B.txt — ed']) {
    const fake = createFakeAccessibility(twice);
    fake.windows = windows;
    expect(await fake.actor.act({ ...all, target: { query: 'Close', window } })).toMatchObject({ others: 0 });
  }
});

test('a match that is out of view is named as such, by its text where it has no name', async () => {
  const page = `
    application "app"
     frame "Form"
      document web "Page"
       paragraph text="Deep down"
  `;
  const { actor } = createFakeAccessibility(FORM, page);
  expect(await actor.find(find({ query: 'Deep down' }))).toMatchObject({ isOutOfView: true, closest: [{ id: 1 }] });
  await expect(actor.act({ ...all, target: { query: 'Deep down' } })).rejects.toMatchObject({
    message: 'No element in view matches "Deep down".',
    hint: 'Out of view: [1] paragraph "Deep down".',
  });
  const late = await actor.waitFor(wait({ query: 'Deep down' }, { timeoutMs: 0 }));
  expect(late).toMatchObject({ met: false, isOutOfView: true, closest: [{ id: 1 }] });
});

test('the windows are asked for only where titles or places are needed', async () => {
  const fake = createFakeAccessibility(FORM);
  const looksAt = async (work: () => Promise<unknown>): Promise<number> => {
    fake.desktopLooks = 0;
    await work().catch(() => undefined);
    return fake.desktopLooks;
  };
  const { actor } = fake;
  expect(await looksAt(() => actor.find(find({ query: 'Save' })))).toBe(0);
  expect(await looksAt(() => actor.find({ ...find({ query: 'Save' }), bounds: true }))).toBe(1);
  expect(await looksAt(() => actor.text(text({ query: 'Save' })))).toBe(0);
  expect(await looksAt(() => actor.text(text({ query: 'Save', window: 'Form' })))).toBe(1);
  expect(await looksAt(() => actor.act({ ...all, target: { query: 'Save' } }))).toBe(0);
  expect(await looksAt(() => actor.act({ ...all, target: { query: 'Candles' } }))).toBe(1);
  const tree = { ...all, interactive: false, bounds: false, maxNodes: 9 };
  expect(await looksAt(() => actor.tree({ ...tree, app: 'app' }))).toBe(0);
  expect(await looksAt(() => actor.tree(tree))).toBe(1);
  expect(await looksAt(() => actor.tree({ ...tree, bounds: true }))).toBe(1);
});

test('without a name the application in front is read, when there is one', async () => {
  const fake = createFakeAccessibility(FORM);
  const tree = { ...all, interactive: false, bounds: false, maxNodes: 9 };
  await expect(fake.actor.tree(tree)).rejects.toMatchObject({ message: 'No application is named.' });
  fake.windows = [windowInfo('Form', { active: true, pid: fake.app.pid })];
  expect(await fake.actor.tree(tree)).toMatchObject({ app: { name: 'app' } });
});

test('a window whose program announces nothing is noticed within a second', async () => {
  const fake = createFakeAccessibility(FORM);
  setTimeout(() => {
    fake.windows = [windowInfo('Form — Editor', { pid: fake.app.pid })];
  }, 400);
  const reply = await fake.actor.waitFor(wait({ query: 'Save', window: 'Editor' }));
  expect(reply).toMatchObject({ met: true });
  expect(reply.waitedMs).toBeLessThan(1500);
});

test('what is called something like it is no match, and an application is no element', async () => {
  const { actor } = createFakeAccessibility(FORM);
  const { closest, isOutOfView } = await actor.find(find({ query: 'Seve' }));
  expect([closest.map(({ name }) => name), isOutOfView]).toEqual([['Save'], false]);
  expect((await actor.find(find({ query: 'apq' }))).closest).toEqual([]);
});

test('an id that was never given is waited for in no way', async () => {
  const { actor } = createFakeAccessibility(FORM);
  for (const more of [{}, { gone: true }, { state: 'focused' }])
    await expect(actor.waitFor(wait({ id: 77 }, more))).rejects.toMatchObject({ code: 'stale_id' });
});

test('an element that is gone is not waited for to get or lose a state', async () => {
  const fake = createFakeAccessibility(FORM);
  const { elements } = await fake.actor.find(find({ query: 'Save' }));
  const id = elements[0]?.id ?? 0;
  fake.tree = treeOf('application "app"\n frame "Form"');
  for (const gone of [false, true])
    await expect(fake.actor.waitFor(wait({ id }, { state: 'focused', gone }))).rejects.toMatchObject({
      code: 'stale_id',
      message: `stale id ${id} (was button "Save", now gone); nothing was done.`,
    });
  expect(await fake.actor.waitFor(wait({ id }, { gone: true }))).toMatchObject({ met: true });
});

test('a wait for an element of an application that does not run says so', async () => {
  const { actor } = createFakeAccessibility(FORM);
  const missing = expect.stringContaining('no application is called "kaet". Running: "app".');
  expect(await actor.waitFor(wait({ app: 'kaet', query: 'Save' }, { timeoutMs: 0 }))).toMatchObject({
    met: false,
    missing,
  });
  expect(await actor.waitFor(wait({ app: 'kaet', query: 'Save' }, { gone: true }))).toMatchObject({
    met: true,
    missing,
  });
});

test('a process that accessibility does not know is not waited for before a shortcut', async () => {
  const fake = createFakeAccessibility(FORM);
  fake.tree = undefined;
  const startedMs = performance.now();
  await fake.actor.inputTaken({ of: { pid: fake.app.pid }, before: 'shortcut' });
  expect(performance.now() - startedMs).toBeLessThan(500);
});

const NOTES = `
  application "app"
   frame "Form" {active}
    text "Notes" {editable, multiLine, focused} text=""
`;

const TYPED = { text: 'x', isInserted: true };
const GRANT = { session: 's1', grantedApps: 'all', untilMs: Number.POSITIVE_INFINITY } as const;

/** A Qt program in front that shows `form`. */
function withNotes(form: string) {
  const fake = createFakeAccessibility(form);
  fake.app.traits = toolkitOf('Qt');
  fake.windows = [windowInfo('Form', { active: true, pid: fake.app.pid })];
  return fake;
}

test('text is inserted once the program has taken the input before it', async () => {
  const { actor, actions } = withNotes(NOTES);
  expect(await actor.startTyping({ ...TYPED, grant: GRANT })).toMatchObject({ inserted: true });
  expect(actions).toEqual(['waited before action', 'inserted x']);
});

test('nothing is inserted into a window that the grant does not cover, nor without one in front', async () => {
  const fake = withNotes(NOTES);
  const grantedApps = { needs: 'full' as const, pids: new Map(), classes: new Map() };
  const grant = { ...GRANT, grantedApps };
  expect(await fake.actor.startTyping({ ...TYPED, grant })).toMatchObject({ inserted: false, isDenied: true });
  await fake.actor.inputTaken({ of: { grant }, before: 'shortcut' });
  fake.windows = [];
  expect(await fake.actor.startTyping({ ...TYPED, grant: GRANT })).toEqual({
    inserted: false,
    reason: 'no window is in front',
  });
  expect(fake.actions).toEqual([]);
});

test.each([
  [NOTES, 'the field refused the insertion', 'Notes'],
  [NOTES.replace(', multiLine', ''), 'the focused field is not a multi-line field', 'Notes'],
  [NOTES.replace('editable, ', ''), 'the focused element takes no text', 'Notes'],
  [NOTES.replace(', focused', ''), 'nothing in the window has focus', undefined],
])('text that is not inserted comes back with the reason and what has the focus (%#)', async (form, reason, name) => {
  const fake = withNotes(form);
  fake.insertion = 'refused';
  const reply = await fake.actor.startTyping({ ...TYPED, grant: GRANT });
  expect([reply.inserted, reply.reason, reply.focused?.name]).toEqual([false, reason, name]);
});

test.each<[string, Target]>([
  ['its name', { query: 'Save' }],
  ['its id', { id: 1 }],
])('an element is acted on by %s once the program has taken the input before it', async (_by, target) => {
  const { actor, actions } = createFakeAccessibility(FORM);
  await actor.find(find({ query: 'Save' }));
  actions.length = 0;
  await actor.act({ ...all, target });
  expect(actions.slice(-2)).toEqual(['waited before action', 'acted']);
});

test('a revision of another application than the one named is refused', async () => {
  const { actor } = createFakeAccessibility(FORM);
  const tree = { ...all, interactive: false, bounds: false, maxNodes: 99 };
  const { revision } = await actor.tree({ ...tree, app: 'app' });
  expect(await actor.tree({ ...tree, app: 'APP', since: revision })).toMatchObject({ revision });
  await expect(actor.tree({ ...tree, app: 'kate', since: revision })).rejects.toMatchObject({
    code: 'invalid_params',
    message: `Revision ${revision} is of "app", not of "kate".`,
  });
});
