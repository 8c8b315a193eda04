/**
 * The clipboard of a session: reading it, writing text to it, and lending it to a paste, after which everything that was
 * on it is put back. It connects at its first use.
 */

import { abortable } from '../../../base/abortable.ts';
import { abortedError, DesktopError } from '../../../base/errors.ts';
import { log } from '../../../base/log.ts';
import type { ClipboardContent, PasteReply, PasteRequest } from '../../../protocol/clipboard.ts';
import type { Processes } from '../../platform/linux/processes.ts';
import type { ClipboardBackend, Offer } from '../backend.ts';
import { cutText, isSecretMark, SECRET_TYPE, textFormats, textTypeOf } from '../model/clipboard.ts';
import { type Fetched, fetchFormats, fromMemory, LIMIT_BYTES } from './fetch-formats.ts';
import { type PasteReading, watchReading } from './paste-reading.ts';

/** How long a program may take to read a paste before the caller is told that it has not. */
const READ_MS = 2_000;
/** How long after that what was on the clipboard is kept from being pasted by a program that reads late. */
const LATE_MS = 8_000;

export interface ClipboardOptions {
  connect(): Promise<ClipboardBackend>;
  processes: Processes;
}

export interface Clipboard {
  /** What is on it; of a text at most `limit` characters. */
  read(limit: number): Promise<ClipboardContent>;
  /** Puts a text on it; an empty one empties it. */
  write(text: string): Promise<void>;
  /**
   * Keeps everything that is on it and offers the text of a paste instead. Fails with `unsupported` when what is on it
   * cannot be kept; then it is untouched. `endPaste` is to follow.
   */
  beginPaste(request: PasteRequest, signal?: AbortSignal): Promise<void>;
  /** Once the chord was sent: waits until the text is read, and puts everything back. Not sent: puts it back at once. */
  endPaste(isSent: boolean, signal?: AbortSignal): Promise<PasteReply>;
  close(): void;
}

/** A paste that has not put back everything yet. */
interface Paste {
  kept: Fetched;
  /** What we put on the clipboard for it. */
  offer: Offer | undefined;
  reading: PasteReading;
}

/** Makes the clipboard of a session; the caller closes it. */
export function createClipboard({ connect, processes }: ClipboardOptions): Clipboard {
  let paste: Paste | undefined;
  const connection = createConnection(connect, () => {
    paste = undefined;
  });
  /** Puts back what a paste kept; unless somebody else has put something there meanwhile. */
  const putBack = async (ended: Paste): Promise<PasteReply['before']> => {
    if (paste === ended) paste = undefined;
    const open = await connection.get();
    if ((await open.current()) !== ended.offer) return 'replaced';
    await open.offer(ended.kept.formats);
    return 'restored';
  };
  return {
    read: async (limit) => {
      const current = await (await connection.get()).current();
      return contentOf(paste && current === paste.offer ? fromMemory(paste.kept.formats) : current, limit);
    },
    write: async (text) => {
      paste = undefined;
      await (await connection.get()).offer(text === '' ? [] : textFormats(text, { isSecret: false }));
    },
    beginPaste: async ({ text, pid }, signal) => {
      const open = await connection.get();
      const current = await open.current();
      const kept = paste && current === paste.offer ? paste.kept : await abortable(keep(current), signal, abortedError);
      if ((await open.current()) !== current) throw notKept('it was changed meanwhile');
      const reading = watchReading(processes, pid);
      const offer = await open.offer(textFormats(text, { isSecret: true }), reading.onRequest);
      paste = { kept, offer, reading };
      await reading.start();
    },
    endPaste: async (isSent, signal) => {
      const ended = paste;
      if (!ended) throw noPaste();
      const lost = ended.kept.missing;
      const isRead = isSent && (await ended.reading.finished(READ_MS, signal));
      if (isRead || !isSent) return { isRead, before: await putBack(ended), lost };
      void ended.reading
        .finished(LATE_MS)
        .then(() => (paste === ended ? putBack(ended) : undefined))
        .catch((error: unknown) => log('warn', `the clipboard was not put back: ${String(error)}`));
      return { isRead, before: 'later', lost };
    },
    close: () => {
      paste = undefined;
      connection.close();
    },
  };
}

/** Connects at the first use, and anew after the end of a connection, of which it tells. */
function createConnection(connect: ClipboardOptions['connect'], onEnd: () => void) {
  let connecting: Promise<ClipboardBackend> | undefined;
  const forget = (): void => {
    connecting = undefined;
  };
  return {
    get: (): Promise<ClipboardBackend> => {
      connecting ??= connect().then(
        (made) => {
          made.onEnd(() => {
            forget();
            onEnd();
          });
          return made;
        },
        (error: unknown) => {
          forget();
          throw error;
        },
      );
      return connecting;
    },
    close: (): void => {
      connecting?.then((open) => open.close()).catch(() => undefined); // whoever connected was told
    },
  };
}

/** Everything of a clipboard, kept to be put back. Fails with `unsupported` when that is too much, or nothing comes. */
async function keep(offer: Offer | undefined): Promise<Fetched> {
  if (!offer) return { formats: [], missing: [], isTooLarge: false };
  const fetched = await fetchFormats(offer);
  if (fetched.isTooLarge) throw notKept(`it is more than ${LIMIT_BYTES / 1024 / 1024} MB`);
  if (fetched.formats.length === 0 && offer.types.length > 0)
    throw notKept('the program that it belongs to does not hand it over');
  return fetched;
}

function notKept(why: string): DesktopError {
  return new DesktopError(
    'unsupported',
    `Not pasted: what is on the clipboard could not be put back afterwards, because ${why}; nothing was sent.`,
    'Call clipboard_set first when it may go, or use method "keys", for characters of the keyboard layout.',
  );
}

function noPaste(): DesktopError {
  return new DesktopError(
    'failed',
    'The compositor ended the clipboard connection during the paste.',
    'Look at what arrived; what was on the clipboard before is lost.',
  );
}

async function contentOf(offer: Offer | undefined, limit: number): Promise<ClipboardContent> {
  if (!offer || offer.types.length === 0) return { kind: 'empty' };
  const types = [...offer.types];
  const first = async (type: string): Promise<Uint8Array | undefined> =>
    (await fetchFormats(offer, [type])).formats[0]?.bytes;
  if (types.includes(SECRET_TYPE) && isSecretMark(await first(SECRET_TYPE))) return { kind: 'secret' };
  const textType = textTypeOf(types);
  const text = textType === undefined ? undefined : await first(textType);
  if (text) return { kind: 'text', ...cutText(new TextDecoder().decode(text), limit), types };
  // What was not handed over a moment ago is not waited for once more.
  const { formats } = await fetchFormats(
    offer,
    types.filter((type) => type !== textType),
  );
  const sizes = new Map(formats.map(({ type, bytes }) => [type, bytes.length]));
  return { kind: 'data', formats: types.map((type) => ({ type, sizeBytes: sizes.get(type) })) };
}
