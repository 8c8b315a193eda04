import { expect, test } from 'vitest';
import { escape, escapeControls, quote } from '../../src/base/escape.ts';

test('keeps one line whatever the text holds', () => {
  expect(escape('a\nb\r\tc\u2028d\u0007')).toBe('a\\nb\\r\\tc\\u2028d\\u0007');
});

test('drops bidi controls, zero-width characters and object placeholders', () => {
  expect(escape('a\u202eb\u200bc\ufffcd\u00ade')).toBe('abcde');
  expect(escape('a\u{e0041}\u{e0042}b')).toBe('ab');
});

test('a text keeps its lines and tabs, and drives no terminal', () => {
  expect(escapeControls('a\tb\nc "d" \\ \u001b[2J\u009b\r\0')).toBe('a\tb\nc "d" \\ \\u001b[2J\\u009b\\r\\u0000');
});

test('cannot be made to close the quotes', () => {
  expect(quote('x" {focused} [9] button "y')).toBe('"x\\" {focused} [9] button \\"y"');
});

test('marks a cut after the closing quote and counts characters, not code units', () => {
  expect(quote('😀'.repeat(81))).toBe(`"${'😀'.repeat(80)}"…`);
  expect(quote('😀'.repeat(80))).toBe(`"${'😀'.repeat(80)}"`);
});
