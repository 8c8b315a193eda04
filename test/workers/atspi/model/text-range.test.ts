import { expect, test } from 'vitest';
import { around, rangeOf, withoutPads } from '../../../../src/workers/atspi/model/text-range.ts';

const TEXT = 'a👩b🇩🇪?c😀';

/** How toolkits give `start` to `end` of TEXT, and how long they say it is. */
const TOOLKITS = {
  // Qt: a lone half is a question mark.
  halves: {
    length: TEXT.length,
    give: (start: number, end: number) =>
      TEXT.slice(start, end).replaceAll(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '?'),
  },
  characters: { length: [...TEXT].length, give: (start: number, end: number) => [...TEXT].slice(start, end).join('') },
  padded: { length: TEXT.length, give: (start: number, end: number) => padded().slice(start, end).join('') },
};

function padded(): string[] {
  return [...TEXT].flatMap((character) => (character.length > 1 ? [character, '\ufeff'] : [character]));
}

test.each(Object.entries(TOOLKITS))('the parts of a text join up, in a toolkit of %s', (_name, { length, give }) => {
  for (let size = 1; size <= length; size++) {
    const parts: string[] = [];
    for (let start = 0; start < length; start += size) {
      const wanted = { start, end: Math.min(start + size, length) };
      const asked = around(wanted, length);
      parts.push(rangeOf(give(asked.start, asked.end), asked, wanted));
    }
    expect(parts.join('')).toBe(TEXT);
    for (const part of parts) expect(part).not.toMatch(/\ufeff/);
  }
});

test('what Firefox puts behind long characters is left out, other marks stay', () => {
  expect(withoutPads('😀\ufeff and 👩\ufeff\u200d👩\ufeff')).toBe('😀 and 👩\u200d👩');
  expect(withoutPads('\ufeffmarked')).toBe('\ufeffmarked');
});
