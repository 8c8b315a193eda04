import { expect, test } from 'vitest';
import { pasteChord } from '../../../src/main/input/paste-chord.ts';

test('terminals have a chord of their own, by their class or the role of what has focus', () => {
  expect(pasteChord({ app: 'org.kde.konsole', role: undefined })).toEqual({ chord: 'ctrl+shift+v', isTerminal: true });
  expect(pasteChord({ app: 'Alacritty', role: undefined })).toEqual({ chord: 'ctrl+shift+v', isTerminal: true });
  expect(pasteChord({ app: 'org.kde.kate', role: 'terminal' })).toEqual({ chord: 'ctrl+shift+v', isTerminal: true });
});

test('everything else pastes on ctrl+v', () => {
  expect(pasteChord({ app: 'org.kde.kate', role: 'text' })).toEqual({ chord: 'ctrl+v', isTerminal: false });
  expect(pasteChord({ app: 'firefox-esr', role: undefined })).toEqual({ chord: 'ctrl+v', isTerminal: false });
});

test('a terminal without such a chord, and a window of no known program, are refused', () => {
  const refused = expect.objectContaining({ code: 'unsupported' });
  expect(() => pasteChord({ app: 'XTerm', role: undefined })).toThrow(refused);
  expect(() => pasteChord({ app: '', role: undefined })).toThrow(refused);
});
