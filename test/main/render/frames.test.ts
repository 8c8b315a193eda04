import { expect, test } from 'vitest';
import { framesText } from '../../../src/main/render/frames.ts';
import type { Picture } from '../../../src/protocol/capture.ts';

function picture(x: number): Picture {
  const area = { x, y: 0, width: 200, height: 100 };
  const bytes = new Uint8Array();
  return { bytes, mimeType: 'image/png', widthPx: 100, heightPx: 50, area, takenAtMs: 0, marked: [] };
}

test('pictures of one place share a line, and each says when it was taken', () => {
  const frames = [1.4, 20, 301].map((takenMs, index) => ({
    delayMs: takenMs,
    takenMs,
    picture: picture(index < 2 ? 0 : 50),
  }));
  expect(framesText(frames)).toMatchInlineSnapshot(`
    "pictures 1, 20 ms after it: 100x50 shows 0,0 200x100; pixel (px, py) is point (0 + (px + 0.5) * 200 / 100, 0 + (py + 0.5) * 100 / 50)
    picture 301 ms after it: 100x50 shows 50,0 200x100; pixel (px, py) is point (50 + (px + 0.5) * 200 / 100, 0 + (py + 0.5) * 100 / 50)"
  `);
});
