import { expect, test } from 'vitest';
import { packRgb } from '../../../../src/workers/capture/model/pixels.ts';

test('packs the columns of the crop to red, green, blue and leaves the padding of the rows out', () => {
  const rows = Uint32Array.from([0x010203, 0x040506, 0x070809, 0xffffff, 0x111213, 0x141516, 0x171819, 0xffffff]);
  const rgb = packRgb(rows, 4, { x: 1, y: 5, width: 2, height: 2 });
  expect([...rgb]).toEqual([4, 5, 6, 7, 8, 9, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19]);
});

test('reads every pixel of a full row before it writes over it', () => {
  const rows = Uint32Array.from({ length: 64 }, (_, i) => i * 0x010101);
  const rgb = packRgb(rows, 16, { x: 0, y: 0, width: 16, height: 4 });
  expect([...rgb]).toEqual(Array.from({ length: 192 }, (_, i) => Math.floor(i / 3)));
});
