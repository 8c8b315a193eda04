import { expect, test } from 'vitest';
import { closestNames, findApplications } from '../../../../src/workers/desktop/model/application.ts';

const ALL = [
  { id: 'org.kde.kate', name: 'Kate' },
  { id: 'org.gnome.TextEditor', name: 'Text Editor' },
  { id: 'org.other.texteditor', name: 'Edit' },
  { id: 'firefox-esr', name: 'Firefox ESR' },
];
const ids = (query: string): string[] => findApplications(query, ALL).map(({ id }) => id);

test.each([
  ['org.kde.kate', ['org.kde.kate']],
  ['org.kde.kate.desktop', ['org.kde.kate']],
  ['ORG.KDE.KATE', ['org.kde.kate']],
  ['kate', ['org.kde.kate']],
  ['firefox esr', ['firefox-esr']],
  ['texteditor', ['org.gnome.TextEditor', 'org.other.texteditor']],
  ['kat', []],
  ['', []],
])('"%s" means %j', (query, expected) => {
  expect(ids(query)).toEqual(expected);
});

test('close names come first, far ones not at all', () => {
  const names = ['org.kde.kate', 'org.kde.kcalc', 'firefox-esr', 'x'];
  expect(closestNames('kaet', names, 5)[0]).toBe('org.kde.kate');
  expect(closestNames('firefox', names, 5)).toEqual(['firefox-esr']);
  expect(closestNames('zzzzzzzz', names, 5)).toEqual([]);
  expect(closestNames('kate', ['kate1', 'kate2', 'kate3'], 2)).toHaveLength(2);
});
