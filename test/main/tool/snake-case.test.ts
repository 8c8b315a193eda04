import { expect, test } from 'vitest';
import { describeTools } from '../../../src/main/describe.ts';
import { snakeCase, snakeCaseSchema } from '../../../src/main/tool/snake-case.ts';

test('keys of facts are turned at any depth, values are not', () => {
  const facts = { isCut: true, elements: [{ textGoesOn: false, name: 'aName' }], waited_ms: 1, none: null };
  const turned = { is_cut: true, elements: [{ text_goes_on: false, name: 'aName' }], waited_ms: 1, none: null };
  expect(snakeCase(facts)).toEqual(turned);
});

test('a schema keeps its keywords', () => {
  const schema = { anyOf: [{ type: 'object', properties: { isCut: { minLength: 1 } }, required: ['isCut'] }] };
  expect(snakeCaseSchema(schema)).toEqual({
    anyOf: [{ type: 'object', properties: { is_cut: { minLength: 1 } }, required: ['is_cut'] }],
  });
});

/** All property names that a JSON schema has at any depth. */
function propertiesOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'properties' in schema ? Object.keys(schema.properties ?? {}) : [];
  return [...own, ...Object.values(schema).flatMap(propertiesOf)];
}

test('every property of every tool is snake_case', () => {
  const names = propertiesOf(describeTools('structured'));
  expect(names.length).toBeGreaterThan(200);
  expect(names.filter((name) => !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name))).toEqual([]);
});
