/** A tree's reply and its budget, on a desktop without a compositor. */
import { expect, test } from 'vitest';
import { createFakeDesktop, elementOf } from '../support/fake-desktop.ts';

/** A window with a list of 2,500 files, as Dolphin lists them. */
function folder() {
  const desktop = createFakeDesktop('kate:view');
  const file = (_: unknown, index: number) =>
    elementOf('kate', { id: index + 2, role: 'list item', name: `file-${index}.txt`, depth: 1, rect: undefined });
  desktop.shown = [
    elementOf('kate', { id: 1, role: 'list', name: 'files', rect: undefined }),
    ...Array.from({ length: 2500 }, file),
  ];
  return desktop;
}

test.each([200, 250, 1000, 20_000])('a folder of 2,500 files fills a reply of %i characters', async (maxChars) => {
  const { text, facts } = await folder().call('tree', { app: 'kate', max_chars: maxChars });
  expect(text.length).toBeLessThanOrEqual(maxChars);
  expect(text.length).toBeGreaterThan(maxChars - 50);
  const last = /\[(\d+)\] [^[]*$/.exec(text)?.[1];
  expect(text).toMatch(
    new RegExp(`… ${2501 - Number(last)} more nodes; continue with tree\\(app="kate", after=${last}\\)$`),
  );
  expect(facts).toMatchObject({ shown: Number(last), more: 2501 - Number(last) });
});

test('what fits without a last line has none', async () => {
  const desktop = folder();
  const { text } = await desktop.call('tree', { app: 'kate', max_chars: 200_000 });
  const { text: same, facts } = await desktop.call('tree', { app: 'kate', max_chars: text.length });
  expect([same.length, facts['more']]).toEqual([text.length, 0]);
});
