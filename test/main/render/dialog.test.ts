import { expect, test } from 'vitest';
import { dialogText } from '../../../src/main/render/dialog.ts';
import type { Element } from '../../../src/protocol/element.ts';

const element = (id: number, role: string, name: string, parts: Partial<Element> = {}): Element => ({
  id,
  role,
  name,
  depth: 1,
  states: [],
  actions: [],
  ...parts,
});

test('a dialog is what it asks, in full, and then its buttons', () => {
  const question = `The document "a.txt" has been modified.\nDo you want to save your changes or discard them?`;
  const elements = [
    element(1, 'dialog', 'Close Document', { depth: 0, states: ['active'] }),
    element(2, 'label', question),
    element(3, 'button', 'Save'),
    element(4, 'button', 'Discard'),
    element(5, 'button', 'Cancel', { states: ['focused'] }),
  ];
  expect(dialogText(elements)).toMatchInlineSnapshot(`
    "[1] dialog "Close Document": "The document \\"a.txt\\" has been modified.\\nDo you want to save your changes or discard them?"
     button ×3: [3] "Save" [4] "Discard" [5] "Cancel" {focused}"
  `);
});

test('a dialog without words or parts is its name', () => {
  expect(dialogText([element(1, 'dialog', 'Wait', { depth: 0 })])).toBe('[1] dialog "Wait"');
  expect(dialogText([])).toBe('');
});
