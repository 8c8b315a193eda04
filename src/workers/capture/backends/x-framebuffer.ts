/**
 * The framebuffer of the Xvfb that a virtual session's compositor draws on: the file that `Xvfb -fbdir` maps into its
 * memory, in XWD form. Reading it asks nobody, so a picture costs neither X server nor compositor any time.
 */
import fs from 'node:fs';
import { DesktopError } from '../../../base/errors.ts';
import type { CaptureSource } from '../../../protocol/capture.ts';
import type { CaptureBackend } from '../backend.ts';
import type { PixelRect } from '../model/crop.ts';
import { packRgb } from '../model/pixels.ts';
import { screenOf } from '../model/screen.ts';
import { parseXwdHeader, XWD_HEADER_BYTES, type XwdLayout } from '../model/xwd.ts';

/** A row of the widest screen of a session, at the largest scale, with room for padding. */
const MAX_ROW_BYTES = 7680 * 3 * 4 + 1024;

/** Reads the part of the framebuffer that the source calls the desktop, from its left upper corner on. */
export function createXFramebuffer(source: Extract<CaptureSource, { kind: 'x-framebuffer' }>): CaptureBackend {
  const { path, widthPx, heightPx } = source;
  // Reused: 8 MB of new memory for each picture would make the process grow.
  let memory = new ArrayBuffer(0);

  const readRows = (fd: number, layout: XwdLayout, crop: PixelRect): Uint32Array<ArrayBuffer> => {
    const bytes = crop.height * layout.bytesPerRow;
    if (memory.byteLength < bytes) memory = new ArrayBuffer(bytes);
    readExactly(fd, new Uint8Array(memory, 0, bytes), layout.pixelsOffset + crop.y * layout.bytesPerRow);
    return new Uint32Array(memory, 0, bytes / 4);
  };

  const read = (crop: PixelRect): Uint8Array<ArrayBuffer> => {
    const fd = openFramebuffer(path);
    try {
      const header = new Uint8Array(XWD_HEADER_BYTES);
      readExactly(fd, header, 0);
      const layout = parseXwdHeader(header);
      if (layout.widthPx < widthPx || layout.heightPx < heightPx) {
        throw unreadable(`it has ${layout.widthPx} x ${layout.heightPx} pixels of ${widthPx} x ${heightPx}`);
      }
      const { bytesPerRow } = layout;
      if (bytesPerRow % 4 !== 0 || bytesPerRow < layout.widthPx * 4 || bytesPerRow > MAX_ROW_BYTES)
        throw unreadable(`its rows have ${bytesPerRow} bytes`);
      return packRgb(readRows(fd, layout, crop), layout.bytesPerRow / 4, crop);
    } finally {
      fs.closeSync(fd);
    }
  };

  return {
    name: 'x-framebuffer',
    desktop: async (screens) => ({ widthPx, heightPx, ...screenOf(screens, source) }),
    read: async (crop) => read(crop),
  };
}

/**
 * Programs of the session can replace the file: a pipe would block this thread for ever, and with it the server's end, and a
 * link would lead elsewhere.
 */
function openFramebuffer(path: string): number {
  const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = fs.constants;
  try {
    const fd = fs.openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    if (fs.fstatSync(fd).isFile()) return fd;
    fs.closeSync(fd);
  } catch (error) {
    throw unreadable((error as NodeJS.ErrnoException).code ?? String(error));
  }
  throw unreadable('a program has replaced it by something that is no file');
}

function readExactly(fd: number, target: Uint8Array, position: number): void {
  for (let done = 0; done < target.length; ) {
    const count = fs.readSync(fd, target, done, target.length - done, position + done);
    if (count === 0) throw unreadable('it is shorter than its header says');
    done += count;
  }
}

function unreadable(reason: string): DesktopError {
  return new DesktopError(
    'failed',
    `The framebuffer of this session cannot be read: ${reason}.`,
    'Its X server may have ended: see session_info; session_start makes a new session.',
  );
}
