import { DesktopError } from '../../../base/errors.ts';

/** Bytes of the fixed part of an XWD header: 25 words (X11/XWDFile.h, file version 7). */
export const XWD_HEADER_BYTES = 100;

/** Where the pixels of an XWD file are. Each is four bytes: blue, green, red, unused. */
export interface XwdLayout {
  widthPx: number;
  heightPx: number;
  bytesPerRow: number;
  /** Position in the file of the first row. */
  pixelsOffset: number;
}

/** Words of the header by their place in `XWDFileHeader` of X11/XWDFile.h. */
const WORD = {
  headerSize: 0,
  fileVersion: 1,
  pixmapFormat: 2,
  pixmapWidth: 4,
  pixmapHeight: 5,
  byteOrder: 7,
  bitsPerPixel: 11,
  bytesPerLine: 12,
  redMask: 14,
  greenMask: 15,
  blueMask: 16,
  ncolors: 19,
};

/** Bytes of one entry of the colour map between header and pixels: `XWDColor` of X11/XWDFile.h. */
const COLOUR_BYTES = 12;

/** The only form that we read, and the one that `Xvfb -screen 0 …x24` makes: ZPixmap, 32 bits, BGRX in memory. */
const EXPECTED = {
  fileVersion: 7,
  pixmapFormat: 2,
  byteOrder: 0,
  bitsPerPixel: 32,
  redMask: 0xff0000,
  greenMask: 0xff00,
  blueMask: 0xff,
};

/** Reads the first XWD_HEADER_BYTES of an XWD file. Fails with `unsupported` when its pixels have another form. */
export function parseXwdHeader(header: Uint8Array): XwdLayout {
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const word = (name: keyof typeof WORD): number => view.getUint32(WORD[name] * 4);
  for (const [name, value] of Object.entries(EXPECTED) as [keyof typeof EXPECTED, number][]) {
    if (word(name) === value) continue;
    throw new DesktopError(
      'unsupported',
      `The framebuffer has ${name} ${word(name)} where ${value} is readable.`,
      'Start the X server with 24 bit colours: Xvfb -screen 0 WIDTHxHEIGHTx24 -fbdir FOLDER.',
    );
  }
  return {
    widthPx: word('pixmapWidth'),
    heightPx: word('pixmapHeight'),
    bytesPerRow: word('bytesPerLine'),
    pixelsOffset: word('headerSize') + word('ncolors') * COLOUR_BYTES,
  };
}
