/**
 * The clipboard of a session: reads it, writes text to it, and lends it to a paste, after which its former content is
 * restored. Connects at its first use.
 */

import { abortable } from '../../../base/abortable.ts';
import { abortedError, DesktopError } from '../../../base/errors.ts';
import { log } from '../../../base/log.ts';
import type { ClipboardContent, PasteReply, PasteRequest } from '../../../protocol/clipboard.ts';
import type { Processes } from '../../platform/linux/processes.ts';
import type { ClipboardBackend, DataOffer } from '../backend.ts';
import { cutText, isSecretMark, SECRET_TYPE, textFormats, textTypeOf } from '../model/clipboard.ts';
import { type Fetched, fetchFormats, LIMIT_BYTES, memoryOffer } from './fetch-formats.ts';
import { type PasteReading, watchReading } from './paste-reading.ts';

/** Time that a program has to read a paste before the reply says that it did not. */
const READ_TIMEOUT_MS = 2_000;
/** Time after that in which a late reader still gets the paste, not the former content. */
const LATE_READ_MS = 8_000;

export interface ClipboardOptions {
  connect(): Promise<ClipboardBackend>;
  processes: Processes;
}

export interface Clipboard {
  /** Reads it; of a text at most `limit` characters. */
  read(limit: number): Promise<ClipboardContent>;
  /** Puts a text on it; an empty text empties it. */
  write(text: string): Promise<void>;
  /**
   * Saves everything on it and offers the text of a paste instead; the caller calls `endPaste` in any case. Fails with
   * `unsupported`, the clipboard untouched, when its content cannot be saved.
   */
  beginPaste(request: PasteRequest, signal?: AbortSignal): Promise<void>;
  /** When the chord was sent: waits until the text is read, then restores the content. When not: restores it at once. */
  endPaste(isSent: boolean, signal?: AbortSignal): Promise<PasteReply>;
  close(): void;
}

/** A paste whose former content is not restored yet. */
interface Paste {
  saved: Fetched;
  /** Our offer of its text. */
  offer: DataOffer | undefined;
  reading: PasteReading;
}

/** Makes the clipboard of a session; the caller closes it. */
export function createClipboard({ connect, processes }: ClipboardOptions): Clipboard {
  let paste: Paste | undefined;
  const connection = createConnection(connect, () => {
    paste = undefined;
  });
  /** Restores what a paste saved, unless somebody else has put something there meanwhile. */
  const restore = async (ended: Paste): Promise<PasteReply['before']> => {
    if (paste === ended) paste = undefined;
    const open = await connection.get();
    if ((await open.selection()) !== ended.offer) return 'replaced';
    await open.setSelection(ended.saved.formats);
    return 'restored';
  };
  return {
    read: async (limit) => {
      const current = await (await connection.get()).selection();
      return contentOf(paste && current === paste.offer ? memoryOffer(paste.saved.formats) : current, limit);
    },
    write: async (text) => {
      paste = undefined;
      await (await connection.get()).setSelection(text === '' ? [] : textFormats(text, { isSecret: false }));
    },
    beginPaste: async ({ text, pid }, signal) => {
      const open = await connection.get();
      const current = await open.selection();
      const earlier = paste && current === paste.offer ? paste.saved : undefined;
      const saved = earlier ?? (await abortable(save(current), signal, abortedError));
      if ((await open.selection()) !== current) throw notSaved('it was changed meanwhile');
      const reading = watchReading(processes, pid);
      const offer = await open.setSelection(textFormats(text, { isSecret: true }), reading.onSend);
      paste = { saved, offer, reading };
      await reading.start();
    },
    endPaste: async (isSent, signal) => {
      const ended = paste;
      if (!ended) throw noPaste();
      const lost = ended.saved.missing;
      const isRead = isSent && (await ended.reading.finished(READ_TIMEOUT_MS, signal));
      if (isRead || !isSent) return { isRead, before: await restore(ended), lost };
      void ended.reading
        .finished(LATE_READ_MS)
        .then(() => (paste === ended ? restore(ended) : undefined))
        .catch((error: unknown) => log('warn', `the clipboard was not restored: ${String(error)}`));
      return { isRead, before: 'later', lost };
    },
    close: () => {
      paste = undefined;
      connection.close();
    },
  };
}

/** Connects at the first use, and anew after a connection has ended, which it reports. */
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
      connecting?.then((open) => open.close()).catch(() => undefined); // whoever connected got the error
    },
  };
}

/** Everything of a clipboard. Fails with `unsupported` when that is too much, or its owner hands nothing over. */
async function save(offer: DataOffer | undefined): Promise<Fetched> {
  if (!offer) return { formats: [], missing: [], isTooLarge: false };
  const fetched = await fetchFormats(offer);
  if (fetched.isTooLarge) throw notSaved(`it is more than ${LIMIT_BYTES / 1024 / 1024} MB`);
  if (fetched.formats.length === 0 && offer.mimeTypes.length > 0)
    throw notSaved('the program that it belongs to does not hand it over');
  return fetched;
}

function notSaved(why: string): DesktopError {
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

async function contentOf(offer: DataOffer | undefined, limit: number): Promise<ClipboardContent> {
  if (!offer || offer.mimeTypes.length === 0) return { kind: 'empty' };
  const types = [...offer.mimeTypes];
  const first = async (type: string): Promise<Uint8Array | undefined> =>
    (await fetchFormats(offer, [type])).formats[0]?.bytes;
  if (types.includes(SECRET_TYPE) && isSecretMark(await first(SECRET_TYPE))) return { kind: 'secret' };
  const textType = textTypeOf(types);
  const text = textType === undefined ? undefined : await first(textType);
  if (text) return { kind: 'text', ...cutText(new TextDecoder().decode(text), limit), types };
  // A type that did not arrive a moment ago is not asked for again.
  const { formats } = await fetchFormats(
    offer,
    types.filter((type) => type !== textType),
  );
  const sizes = new Map(formats.map(({ type, bytes }) => [type, bytes.length]));
  return { kind: 'data', formats: types.map((type) => ({ type, sizeBytes: sizes.get(type) })) };
}
