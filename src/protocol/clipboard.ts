/** What the desktop worker answers about the clipboard. */

/** One MIME type of what is on the clipboard. */
export interface ClipboardFormat {
  type: string;
  /** Undefined when its owner did not hand it over in time, or it is too large to look at. */
  sizeBytes: number | undefined;
}

export type ClipboardContent =
  | { kind: 'empty' }
  /** Its owner marked it as a password. */
  | { kind: 'secret' }
  /** `length` counts the characters of the whole text, of which `text` may be the beginning. */
  | { kind: 'text'; text: string; length: number; types: string[] }
  /** An image, files, or whatever else is no text. */
  | { kind: 'data'; formats: ClipboardFormat[] };

export interface PasteRequest {
  text: string;
  /** The process that is to read it. */
  pid: number;
}

/** The outcome of a paste. */
export interface PasteReply {
  /** Whether the process has read the text. */
  isRead: boolean;
  /**
   * What was on the clipboard before: `restored`, byte for byte; `replaced` when somebody put something new there
   * meanwhile; `later` when it is put back once the text is read, in 10 s at the latest.
   */
  before: 'restored' | 'replaced' | 'later';
  /** MIME types that could not be put back, because their owner did not hand them over. */
  lost: string[];
}
