import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Colour = [red: number, green: number, blue: number];

/** An XWD header as Xvfb writes it, with words of it changed. */
export function xwdHeader(widthPx: number, heightPx: number, changed: Record<number, number> = {}): Buffer {
  const words = [160, 7, 2, 24, widthPx, heightPx, 0, 0, 32, 0, 32, 32, (widthPx + 2) * 4, 4];
  words.push(0xff0000, 0xff00, 0xff, 8, 256, 256, widthPx, heightPx, 0, 0, 0);
  const header = Buffer.alloc(160);
  for (const [index, word] of words.entries()) header.writeUInt32BE(changed[index] ?? word, index * 4);
  return header;
}

/** Writes a framebuffer as Xvfb keeps it, rows padded by two pixels of red, and returns its path. */
export function writeXwd(widthPx: number, heightPx: number, colourAt: (x: number, y: number) => Colour): string {
  const stride = widthPx + 2;
  const pixels = Buffer.alloc(stride * heightPx * 4);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < stride; x++) {
      const [red, green, blue] = x < widthPx ? colourAt(x, y) : [255, 0, 0];
      pixels.set([blue, green, red, 0], (y * stride + x) * 4);
    }
  }
  const path = join(mkdtempSync(join(tmpdir(), 'xwd-')), 'Xvfb_screen0');
  writeFileSync(path, Buffer.concat([xwdHeader(widthPx, heightPx), Buffer.alloc(256 * 12, 0xee), pixels]));
  return path;
}
