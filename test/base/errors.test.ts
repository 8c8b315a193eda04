import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toWireError } from '../../src/base/errors.ts';

test('a full disk is no defect', () => {
  let thrown: unknown;
  try {
    writeFileSync('/dev/full', 'x');
  } catch (error) {
    thrown = error;
  }
  expect(toWireError(thrown)).toEqual({
    code: 'failed',
    message: expect.stringMatching(/cannot be written: no space is left there \(ENOSPC\)/),
    hint: expect.stringContaining('Free space'),
  });
});

test('what is no refusal of the system is a defect', () => {
  expect(toWireError(new Error('odd')).code).toBe('internal');
  expect(toWireError(Object.assign(new Error('odd'), { code: 'toString' })).code).toBe('internal');
  expect(toWireError(undefined).code).toBe('internal');
});
