import { expect, test } from 'vitest';
import { parseCommand } from '../../src/main/cli.ts';

test('help wins over everything else', () => {
  expect(parseCommand(['--nonsense', '-h'])).toMatchObject({
    kind: 'print',
    text: expect.stringContaining('Usage: desktop-mcp'),
  });
});

test('an unknown flag, a positional argument or a wrong value is a usage error', () => {
  for (const args of [
    ['--nonsense'],
    ['serve'],
    ['--structured', 'maybe'],
    ['--structured'],
    ['--live-consent'],
    ['--live-consent', 'ask'],
    ['--live', 'refuse'],
    ['--live-consent', 'refuse', '--live-consent', 'elicit'],
  ]) {
    expect(parseCommand(args), args.join(' ')).toMatchObject({
      kind: 'misuse',
      text: expect.stringContaining('error:'),
    });
  }
});

test('serves with the options given', () => {
  expect(parseCommand([])).toEqual({ kind: 'serve', settings: { structured: 'auto', liveConsent: 'elicit' } });
  expect(parseCommand(['--structured', 'never', '--live-consent=refuse'])).toEqual({
    kind: 'serve',
    settings: { structured: 'never', liveConsent: 'refuse' },
  });
});
