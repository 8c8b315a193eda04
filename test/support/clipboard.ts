/** Another program at a clipboard: a data-control client of its own. No assertions here. */
import { connectDataControl } from '../../src/workers/desktop/backends/wayland/data-control.ts';
import type { Format } from '../../src/workers/desktop/model/clipboard.ts';

export interface ClipboardProgram {
  /** Copies; of the types in `silent` it never hands anything over. */
  copy(formats: Format[], silent?: string[]): Promise<void>;
  /** Everything on the clipboard, type by type, as base64. */
  content(): Promise<Record<string, string>>;
  types(): Promise<string[]>;
  close(): void;
}

/** Connects to the compositor at a socket. The caller closes it. */
export async function connectProgram(socket: string): Promise<ClipboardProgram> {
  const { selection, setSelection, close } = await connectDataControl(socket);
  return {
    copy: async (formats, silent = []) => {
      await setSelection(formats, ({ mimeType, send }) => {
        if (!silent.includes(mimeType)) void send();
      });
    },
    types: async () => [...((await selection())?.mimeTypes ?? [])],
    content: async () => {
      const found = await selection();
      const entries = (found?.mimeTypes ?? []).map(async (type): Promise<[string, string]> => {
        const bytes = await found?.receive(type, { timeoutMs: 5000, accept: () => true });
        return [type, bytes ? Buffer.from(bytes).toString('base64') : 'not handed over'];
      });
      return Object.fromEntries(await Promise.all(entries));
    },
    close,
  };
}

/** A format of a text. */
export function textFormat(type: string, text: string): Format {
  return { type, bytes: Buffer.from(text) };
}

/** Bytes of every value, in no order that a text would have. */
export function someBytes(sizeBytes: number): Buffer {
  return Buffer.from(Array.from({ length: sizeBytes }, (_, index) => (index * 31 + (index >> 8)) % 256));
}
