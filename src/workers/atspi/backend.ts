/** What a platform's accessibility offers the actor: plain reads and plain actions, without ids, matching or policy. */
import { DesktopError } from '../../base/errors.ts';
import type { Before, InputSent, ReaderSource } from '../../protocol/atspi.ts';
import type { Point } from '../../protocol/geometry.ts';
import { openAtspi } from './backends/at-spi/accessibility-bus.ts';
import type { Change } from './model/change/idle.ts';
import type { Node, ObjectRef } from './model/node.ts';
import type { AppTraits } from './model/traits.ts';

/** An application as it is registered for accessibility; a process may have several of them. */
export interface App {
  /** Tells it apart from others; `app` of every reference to its objects. */
  key: string;
  root: ObjectRef;
  name: string;
  pid: number;
  /** As the application says: "Qt", "gtk", … */
  toolkit: string;
  traits: AppTraits;
  /** False when it let a call time out and has said nothing since. */
  isResponding: boolean;
}

/** How applications are listed. */
export interface ListOptions {
  signal?: AbortSignal | undefined;
  /** When these are all a call needs, others that have not answered yet are not waited for. */
  isEnough?: ((apps: readonly App[]) => boolean) | undefined;
}

export type OnChange = (change: Change) => void;

/**
 * A reader: the accessibility of one session. Every method fails with ReaderError: `timeout` when the application does not
 * answer in two seconds, `ended`, `refused`, `aborted`, `lost`; a signal that fires may fail it with `aborted` of DesktopError.
 */
export interface AtspiBackend {
  /** What it reads from, for people. */
  readonly name: string;
  /** Makes a reader of one made-up program that works as this one does, for warming up; it asks and sends nothing. */
  sample?(): Promise<AtspiBackend>;
  /** Resolves with the reason when accessibility is gone. */
  readonly lost: Promise<string>;
  applications(options: ListOptions): Promise<App[]>;
  /** The applications that earlier calls found and that have not gone since: at once, perhaps not all. */
  known(): App[];
  /** The application's root with its top-level windows, showing or not, and nothing below them. */
  windows(app: App, signal?: AbortSignal): Promise<Node>;
  /**
   * What shows of an application, or of one object: about `maxObjects` of it (100,000), the first ones in reading order;
   * what comes after them is in the tree as unread nodes. Do not change it: it is kept.
   */
  read(app: App, options: ReadOptions): Promise<Node>;
  /** What shows of a browser, and of its pages what is scrolled out of view too; undefined for other applications. */
  readEverything(app: App, options: EverythingOptions): Promise<Node | undefined>;
  /** A list with all its entries, in view or not; about `maxObjects` of it. */
  readList(list: ObjectRef, options: { maxObjects: number; signal?: AbortSignal | undefined }): Promise<Node>;
  /** The page of a browser's window; undefined when it embeds none. */
  document(window: ObjectRef, signal?: AbortSignal): Promise<ObjectRef | undefined>;
  /**
   * The object with all that lies in it as the last `read` gave it, when its application has announced no change since and
   * would have. Asks nothing. Do not change it: it is kept.
   */
  kept(ref: ObjectRef): Node | undefined;
  /** One object as it is now, with the chain of its parents up to the root; undefined when it is gone. */
  inspect(
    ref: ObjectRef,
    options: { withParents: boolean; signal?: AbortSignal | undefined },
  ): Promise<Node | undefined>;
  /** Fills `extents` of nodes of one application, in logical pixels, from where it counts (`origin` of its traits). */
  measure(nodes: readonly Node[], options: MeasureOptions): Promise<void>;
  /**
   * For each object of one application what lies in it at a point: a child, or the innermost object, as applications differ;
   * undefined when it knows of nothing there.
   */
  hits(refs: readonly ObjectRef[], options: AtPoint): Promise<(ObjectRef | undefined)[]>;
  /**
   * For each object of a way but the last its children after the next one on it, the last first. Nothing but their addresses
   * is known.
   */
  after(way: readonly ObjectRef[], signal?: AbortSignal): Promise<Node[][]>;
  /** Whether an object that only holds others takes no pointer itself: items of Qt Quick, which are drawn one over the other. */
  letsThrough(ref: ObjectRef, signal?: AbortSignal): Promise<boolean>;
  /** What brings objects of one application in front, as it says itself: their tabs, the buttons of their popovers. */
  openers(refs: readonly ObjectRef[], signal?: AbortSignal): Promise<ObjectRef[]>;
  /** How many children each object of one application has; undefined where it does not say. */
  childCounts(refs: readonly ObjectRef[], signal?: AbortSignal): Promise<(number | undefined)[]>;
  /** Asks the application to scroll an object into view; false where it does not do that. */
  scrollTo(ref: ObjectRef, signal?: AbortSignal): Promise<boolean>;
  /** Asks an object to take the focus; false when it refuses. */
  grabFocus(ref: ObjectRef, signal?: AbortSignal): Promise<boolean>;
  /** A part of a text; `start`, `end` and its length as the application counts characters. None is cut in two. */
  text(ref: ObjectRef, range: { start: number; end: number; signal?: AbortSignal | undefined }): Promise<TextPart>;
  /** All that a terminal remembers, without the empty rows at its end; about 5,000,000 cells of it. */
  transcript(ref: ObjectRef, signal?: AbortSignal): Promise<{ text: string; isCut: boolean }>;
  /** Runs an action; `sent` when the application took more than 400 ms to answer. */
  act(ref: ObjectRef, index: number, signal?: AbortSignal): Promise<'done' | 'sent' | 'refused'>;
  /** Puts text where the caret is, in place of the selection, and says whether it stands there afterwards. */
  insert(ref: ObjectRef, text: string, signal?: AbortSignal): Promise<'inserted' | 'refused' | 'different'>;
  /** Reports changes until the returned function is called. */
  watch(onChange: OnChange): () => void;
  /** Input was sent to programs. */
  inputSent(input: InputSent): void;
  /**
   * For how long an application, by its key, has announced nothing, and no input was sent to any; undefined as long as it is
   * not known to announce.
   */
  quietMs(app: string): number | undefined;
  /** Waits until an application has taken what was sent; `read` does so itself. */
  settle(app: Pick<App, 'key' | 'traits'>, before: Before, signal?: AbortSignal): Promise<void>;
}

export interface ReadOptions {
  /** One object of it; without it all that shows of the application. */
  from?: ObjectRef | undefined;
  maxObjects?: number | undefined;
  signal?: AbortSignal | undefined;
}

export interface MeasureOptions {
  app: Pick<App, 'toolkit'>;
  signal?: AbortSignal | undefined;
}

/** A point, in logical pixels from where an application counts. */
export interface AtPoint {
  app: Pick<App, 'toolkit'>;
  point: Point;
  /** Of the screen that its window is on. */
  scale: number;
  signal?: AbortSignal | undefined;
}

/** How a page is read whole. */
export interface EverythingOptions {
  /** One object of a page; without it all that shows of the application. */
  from?: ObjectRef | undefined;
  /** Objects read at most; each costs about six calls. */
  maxObjects: number;
  signal?: AbortSignal | undefined;
}

/** A part of a text; `length` counts the characters of the whole. */
export interface TextPart {
  text: string;
  length: number;
}

/**
 * Opens the reader of a source, or is nothing when it cannot use such a source. Fails with `unsupported` when this desktop has
 * nothing for it: then the next one is tried; with `denied` when the user refused: then none is.
 */
export type OpenReader = (source: ReaderSource) => Promise<AtspiBackend> | undefined;

/** All readers in the order in which they are tried. */
export const READERS: readonly OpenReader[] = [openAtspi];

/** Opens the first of `readers` that a session's desktop supports. Fails with `unsupported` when there is none. */
export async function openReader(source: ReaderSource, readers = READERS): Promise<AtspiBackend> {
  let reason = new DesktopError(
    'unsupported',
    `No reader of this server can use accessibility of the kind "${source.kind}".`,
    'Work by pictures and points: screenshot, click with a point.',
  );
  for (const open of readers) {
    try {
      const backend = await open(source);
      if (backend) return backend;
    } catch (error) {
      if (!(error instanceof DesktopError && error.code === 'unsupported')) throw error;
      reason = error;
    }
  }
  throw reason;
}
