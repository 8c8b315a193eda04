import { expect, onTestFinished, test } from 'vitest';
import type { ClipboardBackend, DataOffer, SendRequest } from '../../../../src/workers/desktop/backend.ts';
import { createClipboard } from '../../../../src/workers/desktop/clipboard/clipboard.ts';
import { memoryOffer } from '../../../../src/workers/desktop/clipboard/fetch-formats.ts';
import type { Format } from '../../../../src/workers/desktop/model/clipboard.ts';
import { close } from '../../../../src/workers/platform/linux/descriptors.ts';
import { openPipe, pipeName } from '../../../../src/workers/platform/linux/pipe.ts';
import { ownProcesses } from '../../../../src/workers/platform/linux/processes.ts';

const MB = 1024 * 1024;
const format = (type: string, text: string): Format => ({ type, bytes: Buffer.from(text) });
const RICH = [format('text/html', '<b>rich</b>'), format('text/plain', 'rich'), format('application/x-own', '\0\x01')];

/** A clipboard without a compositor: another program can put something on it, and read it. */
function createDesk() {
  let offer: DataOffer | undefined;
  let formats: readonly Format[] = [];
  let listener: ((request: SendRequest) => void) | undefined;
  let ended = (): void => undefined;
  const { readFd, writeFd } = openPipe();
  onTestFinished(() => [readFd, writeFd].forEach(close));
  const pipe = pipeName(readFd);
  const put = (
    given: readonly Format[],
    made = given.length > 0 ? memoryOffer(given) : undefined,
  ): DataOffer | undefined => {
    formats = given;
    listener = undefined;
    offer = made;
    return offer;
  };
  const backend: ClipboardBackend = {
    selection: async () => offer,
    setSelection: async (given, onSend) => {
      put(given);
      listener = onSend;
      return offer;
    },
    onEnd: (onEnd) => {
      ended = onEnd;
    },
    close: () => undefined,
  };
  return {
    /** Another program copies. */
    put,
    content: () => Object.fromEntries(formats.map(({ type, bytes }) => [type, Buffer.from(bytes).toString()])),
    /** This process, in the part of the program that is pasted into, fetches a type. */
    fetch: (type: string) => listener?.({ mimeType: type, pipe, send: async () => true }),
    end: () => ended(),
    clipboard: createClipboard({ connect: async () => backend, processes: ownProcesses() }),
  };
}

const silent: DataOffer = { mimeTypes: ['text/plain'], receive: async () => undefined };
const paste = { text: 'ğ漢', pid: process.pid };

test('nothing, a text, a password and other data are told apart', async () => {
  const { clipboard, put } = createDesk();
  expect(await clipboard.read(10)).toEqual({ kind: 'empty' });
  put(RICH);
  expect(await clipboard.read(2)).toEqual({ kind: 'text', text: 'ri', length: 4, types: RICH.map(({ type }) => type) });
  put([...RICH, format('x-kde-passwordManagerHint', 'secret')]);
  expect(await clipboard.read(10)).toEqual({ kind: 'secret' });
  put([format('image/png', '12345')]);
  expect(await clipboard.read(10)).toEqual({ kind: 'data', formats: [{ type: 'image/png', sizeBytes: 5 }] });
  put([], silent);
  expect(await clipboard.read(10)).toEqual({ kind: 'data', formats: [{ type: 'text/plain', sizeBytes: undefined }] });
});

test('what is written is read; an empty text empties it', async () => {
  const { clipboard } = createDesk();
  await clipboard.write('own');
  expect(await clipboard.read(10)).toMatchObject({ kind: 'text', text: 'own' });
  await clipboard.write('');
  expect(await clipboard.read(10)).toEqual({ kind: 'empty' });
});

test('a paste offers its text marked as secret, and puts every format back once it was read', async () => {
  const { clipboard, put, content, fetch } = createDesk();
  put(RICH);
  const before = content();
  await clipboard.beginPaste(paste);
  expect(content()).toMatchObject({ 'text/plain': 'ğ漢', 'x-kde-passwordManagerHint': 'secret' });
  fetch('text/plain');
  expect(await clipboard.endPaste(true)).toEqual({ isRead: true, before: 'restored', lost: [] });
  expect(content()).toEqual(before);
});

test('an empty clipboard is empty again after a paste', async () => {
  const { clipboard, content, fetch } = createDesk();
  await clipboard.beginPaste(paste);
  fetch('text/plain');
  expect(await clipboard.endPaste(true)).toMatchObject({ before: 'restored' });
  expect(content()).toEqual({});
});

test('during a paste the clipboard is read as it was before', async () => {
  const { clipboard, put } = createDesk();
  put(RICH);
  await clipboard.beginPaste(paste);
  expect(await clipboard.read(10)).toMatchObject({ text: 'rich' });
});

test('a paste whose keys were not sent is undone at once', async () => {
  const { clipboard, put, content } = createDesk();
  put(RICH);
  await clipboard.beginPaste(paste);
  expect(await clipboard.endPaste(false)).toEqual({ isRead: false, before: 'restored', lost: [] });
  expect(content()).toMatchObject({ 'text/html': '<b>rich</b>' });
});

test('what somebody copies during a paste stays', async () => {
  const { clipboard, put, content, fetch } = createDesk();
  put(RICH);
  await clipboard.beginPaste(paste);
  fetch('text/plain');
  put([format('text/plain', 'copied meanwhile')]);
  expect(await clipboard.endPaste(true)).toMatchObject({ isRead: true, before: 'replaced' });
  expect(content()).toEqual({ 'text/plain': 'copied meanwhile' });
});

test('a text that is not read in time is left for a late reader, and then put back', async () => {
  const { clipboard, put, content, fetch } = createDesk();
  put(RICH);
  await clipboard.beginPaste(paste);
  expect(await clipboard.endPaste(true)).toEqual({ isRead: false, before: 'later', lost: [] });
  expect(content()).toMatchObject({ 'text/plain': 'ğ漢' });
  fetch('text/plain');
  await expect.poll(content, { timeout: 3000 }).toMatchObject({ 'text/html': '<b>rich</b>' });
});

test('a paste after one that was not read puts back what was there before both', async () => {
  const { clipboard, put, content, fetch } = createDesk();
  put(RICH);
  await clipboard.beginPaste(paste);
  await clipboard.endPaste(true);
  await clipboard.beginPaste({ ...paste, text: 'second' });
  fetch('text/plain');
  expect(await clipboard.endPaste(true)).toMatchObject({ isRead: true, before: 'restored' });
  expect(content()).toMatchObject({ 'text/html': '<b>rich</b>' });
});

test('what somebody copied after a paste that was not read is not taken for what was there before', async () => {
  const { clipboard, put, content, fetch } = createDesk();
  put(RICH);
  await clipboard.beginPaste(paste);
  await clipboard.endPaste(true);
  put([format('text/plain', 'copied meanwhile')]);
  expect(await clipboard.read(20)).toMatchObject({ text: 'copied meanwhile' });
  await clipboard.beginPaste(paste);
  fetch('text/plain');
  expect(await clipboard.endPaste(true)).toMatchObject({ before: 'restored' });
  expect(content()).toEqual({ 'text/plain': 'copied meanwhile' });
});

test('what somebody copies while everything is being kept is not pasted over', async () => {
  const { clipboard, put, content } = createDesk();
  put(RICH, {
    mimeTypes: ['text/plain'],
    receive: async () => {
      put([format('text/plain', 'copied meanwhile')]);
      return Buffer.from('rich');
    },
  });
  await expect(clipboard.beginPaste(paste)).rejects.toThrow('it was changed meanwhile; nothing was sent');
  expect(content()).toEqual({ 'text/plain': 'copied meanwhile' });
});

test('a cancel ends the keeping of a slow clipboard', async () => {
  const { clipboard, put } = createDesk();
  put(RICH, { mimeTypes: ['text/plain'], receive: () => new Promise(() => undefined) });
  const cancel = new AbortController();
  const begun = clipboard.beginPaste(paste, cancel.signal);
  cancel.abort();
  await expect(begun).rejects.toEqual(expect.objectContaining({ code: 'aborted' }));
});

test('types that do not come in time are named; when none comes, nothing is pasted', async () => {
  const { clipboard, put, content, fetch } = createDesk();
  put(RICH, {
    mimeTypes: ['text/plain', 'image/bmp'],
    receive: async (type) => (type === 'text/plain' ? Buffer.from('rich') : undefined),
  });
  await clipboard.beginPaste(paste);
  fetch('text/plain');
  expect(await clipboard.endPaste(true)).toEqual({ isRead: true, before: 'restored', lost: ['image/bmp'] });
  expect(content()).toEqual({ 'text/plain': 'rich' });
  put(RICH, silent);
  await expect(clipboard.beginPaste(paste)).rejects.toEqual(expect.objectContaining({ code: 'unsupported' }));
  expect(content()).toMatchObject({ 'text/html': '<b>rich</b>' });
});

test('more than 32 MB, all types together, is not pasted over', async () => {
  const { clipboard, put } = createDesk();
  const large: DataOffer = {
    mimeTypes: ['image/png', 'image/bmp'],
    receive: async (_type, { accept }) => (accept(17 * MB) ? Buffer.alloc(1) : undefined),
  };
  put(RICH, large);
  await expect(clipboard.beginPaste(paste)).rejects.toThrow('more than 32 MB');
  expect(await clipboard.read(10)).toMatchObject({ formats: [{ sizeBytes: 1 }, { sizeBytes: undefined }] });
});

test('a compositor that ends the connection during a paste is said, and the next call connects anew', async () => {
  const { clipboard, put, end } = createDesk();
  put(RICH);
  await clipboard.beginPaste(paste);
  end();
  await expect(clipboard.endPaste(true)).rejects.toEqual(expect.objectContaining({ code: 'failed' }));
  put(RICH);
  expect(await clipboard.read(10)).toMatchObject({ text: 'rich' });
});
