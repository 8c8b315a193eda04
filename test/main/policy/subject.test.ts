import { expect, test } from 'vitest';
import { subjectsOf } from '../../../src/main/policy/subject.ts';

test.each([
  ['input reaches the window in front', { key: 'a' }, true, [{ kind: 'active-window' }]],
  ['reading names nothing', { interactive: true }, false, []],
  ['an id', { id: 5 }, false, [{ kind: 'element', id: 5 }]],
  ['a pointer at an element', { id: 5 }, true, [{ kind: 'element', id: 5 }, { kind: 'active-window' }]],
  ['the id counts, not the name beside it', { id: 5, app: 'kate' }, false, [{ kind: 'element', id: 5 }]],
  ['a name', { app: 'kate', query: 'Save' }, false, [{ kind: 'app', name: 'kate' }]],
  ['a point', { x: 0, y: 7 }, false, [{ kind: 'point', point: { x: 0, y: 7 } }]],
  ['a window that is raised first', { key: 'a', window: 'notes' }, true, [{ kind: 'window', part: 'notes' }]],
  [
    'both ends of a drag',
    { from_id: 3, to_x: 1, to_y: 2 },
    true,
    [{ kind: 'element', id: 3 }, { kind: 'point', point: { x: 1, y: 2 } }, { kind: 'active-window' }],
  ],
])('%s', (_title, params, isInput, subjects) => {
  expect(subjectsOf(params, isInput)).toEqual(subjects);
});
