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
  /** The field that the call names, and that was given the focus; without it what has the focus. */
  id?: number | undefined;
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
  /** It is a field that keeps the focus while the text is typed: `keepsFocus` and `endTyping` tell what came of it. */
  isFollowed?: boolean;
}

/** A text, or a part of it, that was sent. */
export interface TypedPart {
  /** How long that took. */
  durationMs: number;
}

/** What came of a text. None is followed where the focus is in no field, or where the text itself moves it on. */
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
