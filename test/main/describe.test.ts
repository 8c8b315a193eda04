import { expect, test } from 'vitest';
import { describeTools, formFor, INSTRUCTIONS } from '../../src/main/describe.ts';
import { tools } from '../../src/main/registry.ts';

interface Described {
  name: string;
  description: string;
  inputSchema: { additionalProperties?: boolean; properties: Record<string, { description?: string }> };
  outputSchema?: object;
  annotations: { readOnlyHint: boolean; destructiveHint: boolean };
}
const list = (form: 'plain' | 'structured'): Described[] => describeTools(form).tools as Described[];

test('instructions and descriptions fit into what Claude Code keeps', () => {
  for (const text of [INSTRUCTIONS, ...list('plain').map(({ description }) => description)]) {
    expect(Buffer.byteLength(text)).toBeLessThan(2000);
  }
});

test('every tool refuses unknown arguments and describes each of its own', () => {
  for (const { name, inputSchema } of list('plain')) {
    expect(inputSchema.additionalProperties, name).toBe(false);
    for (const [argument, schema] of Object.entries(inputSchema.properties))
      expect(schema.description, `${name}.${argument}`).toBeTruthy();
  }
});

test('every tool but session_start takes a session', () => {
  const without = list('plain').filter(({ inputSchema }) => !inputSchema.properties['session']);
  expect(without.map(({ name }) => name)).toEqual(['session_start']);
});

test('only tools that read are marked read-only, and none of them as destructive', () => {
  const readOnly = list('plain').filter(({ annotations }) => annotations.readOnlyHint);
  expect(readOnly.map(({ name }) => name)).toEqual([
    'app_log',
    'apps',
    'clipboard_get',
    'cursor_position',
    'doctor',
    'find',
    'get_text',
    'pause',
    'screenshot',
    'session_info',
    'tree',
    'wait_for',
    'wait_idle',
    'windows',
  ]);
  expect(readOnly.some(({ annotations }) => annotations.destructiveHint)).toBe(false);
});

test('output schemas are left out for clients that would show the structure instead of the text', () => {
  expect(list('plain').some(({ outputSchema }) => outputSchema)).toBe(false);
  expect(list('structured').every(({ outputSchema }) => outputSchema)).toBe(true);
  expect([
    formFor('claude-code', 'auto'),
    formFor('Visual Studio Code - Insiders', 'auto'),
    formFor('opencode', 'auto'),
  ]).toEqual(['plain', 'plain', 'structured']);
  expect([formFor('claude-code', 'always'), formFor('opencode', 'never')]).toEqual(['structured', 'plain']);
});

test('tools that send input are never read-only', () => {
  const reportingInput = Object.values(tools).filter(({ input }) => input);
  expect(reportingInput.length).toBeGreaterThan(0);
  expect(reportingInput.filter(({ tier }) => tier === 'view')).toEqual([]);
});
