/** Every tool at every tier, for each kind of thing that it can be aimed at; on a desktop without a compositor. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { DesktopError } from '../../../src/base/errors.ts';
import { authorize } from '../../../src/main/access/authorize.ts';
import { createConsents } from '../../../src/main/access/consents.ts';
import { tools } from '../../../src/main/registry.ts';
import { defineTool } from '../../../src/main/tool/tool.ts';
import { TIERS, type Tier } from '../../../src/protocol/grant.ts';
import { createFakeDesktop, ELEMENT, windowOf } from '../../support/fake-desktop.ts';

/** What a call is aimed at; the tier of Kate, which is in front, is the one that changes. KCalc is listed as full. */
const AIMS = {
  'an element of Kate': { args: { id: ELEMENT.kate }, isKate: true },
  'an element of KCalc': { args: { id: ELEMENT.kcalc }, isKate: false },
  'Kate by name': { args: { app: 'kate', query: 'Do' }, isKate: true },
  'KCalc by name': { args: { app: 'kcalc', query: 'Do' }, isKate: false },
  'a point of Kate': { args: { x: 110, y: 10 }, isKate: true },
  'a point of KCalc': { args: { x: 210, y: 10 }, isKate: false },
  'from Kate to KCalc': { args: { from_id: ELEMENT.kate, to_id: ELEMENT.kcalc }, isKate: true },
  'within KCalc': { args: { from_id: ELEMENT.kcalc, to_x: 210, to_y: 10 }, isKate: false },
  'the application Kate': { args: { app: 'kate' }, isKate: true },
  'the application KCalc': { args: { app: 'kcalc' }, isKate: false },
  'the window in front': { args: {}, isKate: true },
  'the window of Kate': { args: { query: 'the kate' }, isKate: true },
  'the window of KCalc': { args: { query: 'the kcalc' }, isKate: false },
  'nothing on the desktop': { args: {}, isKate: false },
} as const;
type Aim = keyof typeof AIMS;

interface Row {
  needs: Tier;
  aims: Aim[];
  args?: object;
  /** It acts on the window in front too, whatever it is aimed at. */
  alsoFront?: boolean;
}

const ELEMENTS: Aim[] = ['an element of Kate', 'an element of KCalc', 'Kate by name', 'KCalc by name'];
const PLACES: Aim[] = [...ELEMENTS, 'a point of Kate', 'a point of KCalc'];
const WINDOWS: Aim[] = ['the window of Kate', 'the window of KCalc'];
const APPS: Aim[] = ['the application Kate', 'the application KCalc'];

/** KDM's table of tools, with launch by its arguments. */
const ROWS: Record<string, Row[]> = {
  act: [{ needs: 'click', aims: ELEMENTS }],
  activate_window: [{ needs: 'view', aims: WINDOWS }],
  app_log: [{ needs: 'view', aims: ['nothing on the desktop'], args: { pid: 9 } }],
  apps: [{ needs: 'view', aims: ['nothing on the desktop'] }],
  click: [{ needs: 'click', aims: ELEMENTS, alsoFront: true }],
  clipboard_get: [{ needs: 'view', aims: ['the window in front'] }],
  clipboard_set: [{ needs: 'full', aims: ['the window in front'], args: { text: 'a' } }],
  close_window: [{ needs: 'click', aims: WINDOWS, args: { confirm: true } }],
  cursor_position: [{ needs: 'view', aims: ['nothing on the desktop'] }],
  doctor: [{ needs: 'view', aims: ['nothing on the desktop'] }],
  drag: [{ needs: 'click', aims: ['from Kate to KCalc', 'within KCalc'], args: { duration_ms: 0 }, alsoFront: true }],
  find: [{ needs: 'view', aims: ['Kate by name', 'KCalc by name'] }],
  focus: [{ needs: 'click', aims: ELEMENTS, alsoFront: true }],
  get_text: [{ needs: 'view', aims: ELEMENTS }],
  hold: [{ needs: 'full', aims: ['the window in front'], args: { key: 'shift' } }],
  key: [{ needs: 'full', aims: ['the window in front'], args: { key: 'a' } }],
  launch: [
    { needs: 'click', aims: APPS },
    { needs: 'full', aims: APPS, args: { args: ['/tmp/notes'] } },
    { needs: 'full', aims: APPS, args: { env: { GREETING: 'hello' } } },
  ],
  mouse: [{ needs: 'click', aims: ['a point of Kate', 'a point of KCalc'], alsoFront: true }],
  move_window: [{ needs: 'click', aims: WINDOWS, args: { x: 0 } }],
  pause: [{ needs: 'view', aims: ['nothing on the desktop'], args: { ms: 0 } }],
  scroll: [{ needs: 'click', aims: PLACES, alsoFront: true }],
  session_info: [{ needs: 'view', aims: ['nothing on the desktop'] }],
  session_stop: [{ needs: 'view', aims: ['nothing on the desktop'] }],
  touch: [{ needs: 'click', aims: PLACES, alsoFront: true }],
  tree: [{ needs: 'view', aims: ['an element of Kate', 'an element of KCalc', ...APPS] }],
  type_text: [{ needs: 'full', aims: ['the window in front'], args: { text: 'a' } }],
  wait_for: [{ needs: 'view', aims: ELEMENTS }],
  wait_idle: [{ needs: 'view', aims: APPS }],
  windows: [{ needs: 'view', aims: APPS }],
};
/** They have tests of their own: pictures of a live desktop come later, and a session has no applications to begin with. */
const ELSEWHERE = ['screenshot', 'session_start'];

test('the table has every tool', () => {
  expect([...Object.keys(ROWS), ...ELSEWHERE].toSorted()).toEqual(Object.keys(tools));
});

const cases = Object.entries(ROWS).flatMap(([tool, rows]) =>
  rows.flatMap(({ needs, aims, args, alsoFront = false }) =>
    aims.flatMap((aim) =>
      TIERS.map((tier) => {
        const isKate = AIMS[aim].isKate || alsoFront;
        const isRefused = isKate && TIERS.indexOf(tier) < TIERS.indexOf(needs);
        return {
          tool,
          needs,
          aim,
          tier,
          isKate,
          isRefused,
          acts: ['click', 'full'].includes(tools[tool]?.tier ?? ''),
          args: { ...AIMS[aim].args, ...args },
        };
      }),
    ),
  ),
);
const granted = cases.filter(({ isRefused }) => !isRefused);
const refused = cases.filter(({ isRefused }) => isRefused);

test.each(granted)('$tool $args with Kate at $tier is done: $aim', async ({ tool, args, tier, acts }) => {
  const desktop = createFakeDesktop(`kate:${tier}\nkcalc`);
  const { isError } = await desktop.call(tool, args);
  expect([isError, desktop.done.length > 0]).toEqual([false, acts]);
});

test.each(refused)('$tool $args with Kate at $tier is refused: $aim', async ({ tool, args, tier, needs }) => {
  const desktop = createFakeDesktop(`kate:${tier}\nkcalc`);
  const { isError, text } = await desktop.call(tool, args);
  const line = needs === 'full' ? 'kate' : `kate:${needs}`;
  expect(text).toBe(
    `The tier of "kate" is ${tier}, and ${tool} needs ${needs}; nothing was done.\n` +
      `The user can change its line in /allow.txt to "${line}".`,
  );
  expect([isError, desktop.done]).toEqual([true, []]);
});

const unlisted = cases.filter(({ isKate, tier }) => isKate && tier === 'view');

test.each(unlisted)('$tool $args is refused when Kate is not on the list: $aim', async ({ tool, args }) => {
  const desktop = createFakeDesktop('kcalc');
  const reply = await desktop.call(tool, args);
  const isRefused = reply.isError || reply.facts['refusal'] === 'no_window';
  expect([isRefused, desktop.done]).toEqual([true, []]);
});

const pointing = defineTool({
  title: '',
  description: '',
  tier: 'click',
  input: true,
  params: z.strictObject({ x: z.number(), y: z.number() }),
  result: z.strictObject({}),
  run: async () => undefined,
  render: () => '',
  facts: () => ({}),
});

test.each([
  ['view', 'denied'],
  ['click', 'listed'],
  ['full', 'listed'],
])('a point over KCalc at %s is %s', async (tier, outcome) => {
  const { session, allowFile } = createFakeDesktop(`kate\nkcalc:${tier}`);
  const { frame } = windowOf('kcalc');
  const parsed = pointing.parse({ x: frame.x + 1, y: frame.y + 1 });
  if (!parsed.ok) throw parsed.error;
  const signal = new AbortController().signal;
  const options = { allowFile, consents: createConsents('elicit'), asker: { canAsk: false, answers: {} }, signal };
  const answer = authorize({ ...parsed.call, tool: 'mouse' }, session, options).then(
    ({ kind }) => kind,
    ({ code }: DesktopError) => code,
  );
  expect(await answer).toBe(outcome);
});

test.each([
  ['key', { key: 'a' }],
  ['click', { id: ELEMENT.kate }],
  ['act', { id: ELEMENT.kate }],
  ['find', { query: 'Do' }],
] as const)('%s asks once which applications there are', async (tool, args) => {
  const { calls, call } = createFakeDesktop('kate');
  await call(tool, args);
  expect([calls.get('atspi.runningApps'), calls.get('atspi.locate') ?? 0]).toEqual([1, 0]);
});

test('a call that waited for the queue goes by the list as it is then', async () => {
  const desktop = createFakeDesktop('kate');
  await desktop.session.input.begin(100);
  const reply = desktop.call('key', { key: 'a' });
  await new Promise((resolve) => setImmediate(resolve));
  desktop.allow('kate:view');
  await desktop.session.input.end(100, 'done');
  expect(await reply).toMatchObject({ isError: true, text: expect.stringContaining('whose tier is view') });
  expect(desktop.done).toEqual([]);
});

test.each(['PATH', 'LD_PRELOAD', 'GST_PLUGIN_PATH_1_0', 'QTWEBENGINE_CHROMIUM_FLAGS', 'EDITOR', 'HOME'])(
  'launch with %s is refused on the live desktop, whatever the tier',
  async (name) => {
    const desktop = createFakeDesktop('kate');
    const { isError, text } = await desktop.call('launch', {
      app: 'kate',
      env: { GREETING: 'hello', [name]: '/tmp/x' },
    });
    expect([isError, text, desktop.done]).toEqual([true, expect.stringContaining(`cannot be given ${name}: `), []]);
  },
);

test.each([
  ['/usr/bin/kcalc', 'The list holds names, no paths: launch "kcalc".'],
  ['/usr/share/applications/kcalc.desktop', 'The list holds names, no paths: launch "kcalc".'],
  [
    '/usr/bin/dolphin',
    'For launch the user can add the line "dolphin:click" to /allow.txt and launch it by that name.',
  ],
  ['dolphin', 'For launch the user can add the line "dolphin:click" to /allow.txt.'],
])('a launch of %s that is not listed says what a list can hold', async (app, hint) => {
  const { isError, text } = await createFakeDesktop('kcalc').call('launch', { app });
  expect([isError, text]).toEqual([true, `"${app}" is not in the allowlist; nothing was done.\n${hint}`]);
});

test('launch is held to the tier that a line for the window class gives', async () => {
  const desktop = createFakeDesktop('kate\norg.kde.kate:view');
  const { text } = await desktop.call('launch', { app: 'kate' });
  expect(text).toContain('The tier of "kate" is view, and launch needs click; nothing was done.');
  expect(desktop.done).toEqual([]);
});
