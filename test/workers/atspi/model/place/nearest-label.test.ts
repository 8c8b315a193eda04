import { expect, test } from 'vitest';
import type { Rect } from '../../../../../src/protocol/geometry.ts';
import type { Node } from '../../../../../src/workers/atspi/model/node.ts';
import { nearestLabels } from '../../../../../src/workers/atspi/model/place/nearest-label.ts';
import { named, treeOf } from '../../../../support/accessible-tree.ts';

/** The label found for the field, of elements `name: [x, y, width, height]`; names with a capital are labels. */
function labelOf(field: string, places: Record<string, [number, number, number, number]>): string | undefined {
  const names = Object.keys(places);
  const root = treeOf(['panel', ...names.map((name) => ` panel "${name}"`)].join('\n'));
  const isLabel = ({ name }: Node): boolean => /^[A-Z]/.test(name);
  const rects = new Map<Node, Rect>(
    Object.entries(places).map(([name, [x, y, width, height]]) => [named(root, name), { x, y, width, height }]),
  );
  const labels = root.children.filter(isLabel);
  const fields = root.children.filter((node) => !isLabel(node));
  return nearestLabels(fields, labels, rects).get(named(root, field))?.name;
}

test('the label to the left in the same row is meant, the nearest of two', () => {
  const row = { Hint: [0, 0, 40, 20], Name: [50, 2, 40, 16], field: [100, 0, 200, 20] } as const;
  expect(labelOf('field', { Hint: [...row.Hint], Name: [...row.Name], field: [...row.field] })).toBe('Name');
});

test.each<[what: string, label: [number, number, number, number]]>([
  ['above', [100, 0, 40, 20]],
  ['below', [20, 60, 40, 20]],
  ['to the right', [310, 30, 40, 20]],
  ['far away', [0, 30, 40, 20]],
  ['not laid out', [60, 30, 0, 0]],
])('a label %s is not', (_what, label) => {
  expect(labelOf('field', { Name: label, field: [300, 30, 10, 20], other: [300, 90, 10, 20] })).toBeUndefined();
});

test('a label belongs to the first field behind it', () => {
  const row: Record<string, [number, number, number, number]> = {
    Position: [0, 0, 60, 20],
    first: [70, 0, 40, 20],
    second: [120, 0, 40, 20],
  };
  expect([labelOf('first', row), labelOf('second', row)]).toEqual(['Position', undefined]);
});
