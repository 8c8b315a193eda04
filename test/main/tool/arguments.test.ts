import { expect, test } from 'vitest';
import { tools } from '../../../src/main/registry.ts';
import { explainArguments, explainUnknownTool } from '../../../src/main/tool/arguments.ts';
import { REPLACED_TOOLS } from '../../../src/main/tool/replaced-tools.ts';

function explain(name: string, args: unknown) {
  const tool = tools[name];
  const parsed = tool?.parse(args);
  if (!tool || !parsed || parsed.ok) throw new Error('these arguments are right');
  return explainArguments(name, tool, { args, error: parsed.error });
}

test('names the argument that is meant instead of an unknown one', () => {
  expect(explain('find', { querry: 'Save' })).toMatchObject({
    code: 'invalid_params',
    message: 'find has no argument "querry".',
    hint: expect.stringContaining('Did you mean "query"?'),
  });
});

test('a misspelt name is told before the argument that is missing for it', () => {
  expect(explain('key', { keys: 'ctrl+a' })).toMatchObject({
    message: 'key has no argument "keys".',
    hint: expect.stringContaining('Did you mean "key"?'),
  });
});

test('a point for a tool that takes none is answered with the tools that do', () => {
  const { message, hint } = explain('click', { x: 10, y: 10 });
  expect([message, hint]).toEqual(['click has no argument "x".', expect.stringContaining('Points are for mouse')]);
});

test('says which argument has a wrong type', () => {
  expect(explain('click', { id: 'five' }).message).toContain('Argument "id" of click is wrong');
});

test('says which argument is missing', () => {
  expect(explain('key', {}).message).toContain('"key"');
});

test('refuses arguments that are no object', () => {
  expect(explain('tree', 'kate').message).toContain('must be an object');
});

test('names the tool that replaces one of kwin-mcp', () => {
  expect(explainUnknownTool('pointer_click', Object.keys(tools)).hint).toBe('Use click instead.');
  expect(explainUnknownTool('keyboard_type', Object.keys(tools)).hint).toBe('Use type_text instead.');
});

test('names the closest tool, else all of them', () => {
  expect(explainUnknownTool('screenshoot', Object.keys(tools)).hint).toBe('Use screenshot instead.');
  expect(explainUnknownTool('frobnicate', Object.keys(tools)).hint).toContain('Tools: act, ');
});

test.each([
  ['close_app', 'Use close_window instead.'],
  ['set_text', 'Use type_text instead.'],
  ['sleep', 'Use pause instead.'],
  ['read_file', 'Tools: '],
  ['menu', 'Tools: '],
  // Spelt alike, but for the opposite.
  ['get_window', 'Tools: '],
  ['toString', 'Tools: '],
])('%s is answered with a tool of that purpose, or none', (name, hint) => {
  expect(explainUnknownTool(name, Object.keys(tools)).hint.slice(0, hint.length)).toBe(hint);
});

test('every tool that is named for another one exists, and no name is one of a tool', () => {
  const known = Object.keys(tools);
  const named = Object.values(REPLACED_TOOLS).filter((name) => name !== '' && name !== 'wayland_globals');
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
  expect(Object.keys(REPLACED_TOOLS).filter((name) => known.includes(name))).toEqual([]);
});

test.each([
  ['launch', { app: 'kate', command: 'x' }, '"app"'],
  ['type_text', { value: 'x' }, '"text"'],
  ['click', { target: 'x' }, '"id" or "query"'],
  ['click', { element: 'x' }, '"id" or "query"'],
  ['click', { selector: 'x' }, '"query" or "id"'],
  ['find', { text: 'x' }, '"query"'],
  ['key', { keys: 'a' }, '"key"'],
  ['wait_for', { timeout: 5 }, '"timeout_ms"'],
  ['pause', { ms: 1, seconds: 5 }, '"ms"'],
])('%s %j is answered with the argument that is meant', (name, args, meant) => {
  expect(explain(name, args).hint).toContain(`Did you mean ${meant}?`);
});

test('a name of the caller stays on one line', () => {
  const { message } = explain('session_start', { env: { 'a\nb"': 'x' } });
  expect(message).not.toContain('\n');
});
