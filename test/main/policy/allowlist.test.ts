import { expect, test } from 'vitest';
import { type Allowlist, DEFAULT_ALLOWLIST, isAllowed, parseAllowlist } from '../../../src/main/policy/allowlist.ts';

const TOOLS = ['key', 'close_window', 'type_text'];
const parse = (text: string): Allowlist => parseAllowlist(text, TOOLS);
const appsOf = (text: string): Record<string, string> => Object.fromEntries(parse(text).apps);
const reports = (text: string): string[] => parse(text).problems.map(({ line, text }) => `${line} ${text}`);

test('reads one name a line, in any case, with comments, BOM and CRLF', () => {
  const list = parse('\ufeff# mine\r\nKate # the editor\r\n\r\n  visual studio code  \r\n');
  expect([Object.fromEntries(list.apps), list.problems]).toEqual([{ kate: 'full', 'visual studio code': 'full' }, []]);
});

test('a tier limits its application; a plain name is full', () => {
  expect(appsOf('firefox\nkonsole:view\nDolphin : CLICK\nkate:full')).toEqual({
    firefox: 'full',
    konsole: 'view',
    dolphin: 'click',
    kate: 'full',
  });
});

test.each([
  ['kate\nkate:click', 'click'],
  ['kate:view\nkate', 'view'],
  ['kate:click\nKATE:view', 'view'],
])('of an application that is listed twice the lower tier counts: %j', (text, tier) => {
  expect(appsOf(text)).toEqual({ kate: tier });
});

test.each([
  ['kate:viwe', '"kate:viwe" has an unknown tier and counts as kate:view'],
  ['kate:', '"kate:" has an unknown tier and counts as kate:view'],
  ['kate\nkate:ful', '"kate:ful" has an unknown tier and counts as kate:view'],
])('an unknown tier counts as view and is reported: %j', (text, report) => {
  expect([appsOf(text), reports(text)]).toEqual([{ kate: 'view' }, [`${text.split('\n').length} ${report}`]]);
});

test.each([
  ['*'],
  ['../x'],
  ['deny: kate'],
  ['kate: full, firefox'],
  ['kate:full:view'],
  ['confirm close_window'],
  ['passwords kate'],
  ['ka\u0000te'],
  ['# note\rkate'.slice(1)],
  [`${'x'.repeat(300)}!`],
])('opens nothing for the line %j, and names it', (line) => {
  const list = parse(`firefox\n${line}\n`);
  expect([...list.apps]).toEqual([['firefox', 'full']]);
  expect(list.problems).toMatchObject([{ line: 2, text: expect.stringMatching(/is not understood/) }]);
  expect(list.problems[0]?.text.length).toBeLessThan(120);
});

test('a lone carriage return in a comment hides nothing behind it', () => {
  expect(parse('# note\rkate').apps.size).toBe(0);
});

test('confirm lines name tools, tools of an application, and applications', () => {
  const list = parse('konsole\nconfirm: close_window, key:konsole\nConfirm:konsole # all of it\nconfirm:');
  expect(list.confirm).toEqual([
    { tool: 'close_window', entry: 'close_window', line: 2 },
    { tool: 'key', app: 'konsole', entry: 'key:konsole', line: 2 },
    { app: 'konsole', entry: 'konsole', line: 3 },
  ]);
  expect(list.problems).toEqual([]);
});

test('an entry of a confirm line that is not understood asks for more, not for less, and is reported', () => {
  const list = parse('konsole\nconfirm: close_windw, keey:konsole, key:konsol');
  expect(list.confirm).toEqual([
    { entry: 'close_windw', line: 2 },
    { app: 'konsole', entry: 'keey:konsole', line: 2 },
    { tool: 'key', app: 'konsol', entry: 'key:konsol', line: 2 },
  ]);
  expect(list.problems.map(({ text }) => text)).toEqual([
    '"close_windw" is neither a tool nor an application of this list: every call that acts asks',
    '"keey" is no tool: every call that acts in "konsole" asks',
    '"konsol" is no application of this list',
  ]);
});

test('passwords lines name applications, or all', () => {
  expect(parse('keepassxc\npasswords: KeePassXC').passwords).toEqual(new Set(['keepassxc']));
  expect(parse('passwords: all').passwords).toBe('all');
  expect(reports('passwords: keepass')).toEqual(['1 "keepass" is no application of this list']);
});

test('reports come in the order of their lines', () => {
  expect(parse('confirm: a\n*\nkate:x').problems.map(({ line }) => line)).toEqual([1, 2, 3]);
});

test('allows whole names only', () => {
  const list = parse('kate');
  expect([isAllowed(list, 'KATE'), isAllowed(list, 'katepart'), isAllowed(list, '')]).toEqual([true, false, false]);
});

test('the file of the first run parses without a problem and asks about nothing', () => {
  const list = parse(DEFAULT_ALLOWLIST);
  expect([list.problems, list.confirm, list.passwords]).toEqual([[], [], new Set()]);
  expect(isAllowed(list, 'kate')).toBe(true);
});

test.each(['kate\norg.kde.kate:view', 'kate:view\norg.kde.kate', 'org.kde.kate:click\nkate\norg.x.kate:view'])(
  'of two names of one application in %j the lower tier counts for both',
  (text) => {
    const { apps } = parseAllowlist(`${text}\nkcalc\norg.kde.okular`);
    expect([apps.get('kate'), apps.get('kcalc'), apps.get('org.kde.okular')]).toEqual(['view', 'full', 'full']);
    expect(apps.get('org.kde.kate')).toBe(text.includes('click') ? 'click' : 'view');
  },
);
