import { expect, test } from 'vitest';
import { parseXwdHeader } from '../../../../src/workers/capture/model/xwd.ts';
import { xwdHeader } from '../xwd-file.ts';

test('finds the pixels behind the header and the colour map', () => {
  expect(parseXwdHeader(xwdHeader(1280, 800))).toEqual({
    widthPx: 1280,
    heightPx: 800,
    bytesPerRow: 5128,
    pixelsOffset: 3232,
  });
});

test.each([
  ['another version', 1],
  ['another pixmap format', 2],
  ['big-endian pixels', 7],
  ['16 bit pixels', 11],
  ['another place of red', 14],
])('fails with unsupported for %s', (_what, word) => {
  const header = xwdHeader(8, 8, { [word]: 1 });
  expect(() => parseXwdHeader(header)).toThrow(expect.objectContaining({ code: 'unsupported' }));
});
