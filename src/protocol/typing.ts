/** What the atspi worker does for a text that is typed into the focused element. */
import type { Element } from './element.ts';
import type { Grant } from './grant.ts';
import type { WindowInfo } from './window.ts';

export interface TypingQuery {
  /** What is typed; undefined for a secret, which is not compared with anything. */
  text: string | undefined;
  /** Inserts it at the caret when the focused element is a multi-line field of Qt. */
  isInserted: boolean;
  /** What the call may reach: the window in front must be of it. */
  grant: Grant;
  /** The input that ends where it is (`StopFlag.leave`) when the focus leaves the field before `endTyping`. */
  ticket: number;
}

export interface TypingStart {
  inserted: boolean;
  /** The window in front, when there is one. */
  activeWindow?: WindowInfo | undefined;
  /** The window in front is not one that the grant covers. */
  isDenied?: boolean;
  /** Why it was not inserted: there is no focused Qt multi-line field. */
  reason?: string;
  /** What has the focus instead, where something has. */
  focused?: Element;
  /** That is a plain field of several lines, in which a Return does nothing but break the line. */
  isEditor?: boolean;
  /** The focus is watched: `endTyping` will tell what came of the text. */
  isWatched?: boolean;
}

export interface TypingEndQuery {
  /** How long the text was sent. */
  durationMs: number;
  /** Only ends the watch of the focus. */
  isAbandoned?: boolean;
}

/** What came of a text. Nothing is watched where the focus is in no field, or where the text itself moves it on. */
export interface TypingEnd {
  /** The field has the focus no more. */
  hasLeft?: boolean;
  /** What has it instead. */
  focused?: Element;
  /** The field now; undefined when it is gone. */
  field?: Element;
  /** Characters of the text that stand in the field, where that can be told. */
  arrived?: number;
  /** What the field holds, where that is not what was typed. */
  holds?: string;
}
