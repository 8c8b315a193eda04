/** What the atspi worker answers: reading accessibility trees, and acting through accessibility. */
import type { Element, Target } from './element.ts';
import type { Point, Rect } from './geometry.ts';
import type { Grant } from './grant.ts';
import type { TypedPart, TypingEnd, TypingQuery, TypingStart } from './typing.ts';
import type { DesktopState, WindowInfo } from './window.ts';

/** Where a desktop's accessibility is read, as the desktop worker found out. Which readers can use it, the atspi worker knows. */
export type ReaderSource =
  /**
   * AT-SPI: the D-Bus address of the accessibility bus, as it was when the session began, and that of the session bus, which
   * is asked for the accessibility bus when that has moved.
   */
  { kind: 'at-spi'; busAddress: string; sessionBusAddress: string };

/** What the worker is started with, beside a port at which the desktop worker serves DesktopForAtspi. */
export interface AtspiOptions {
  source: ReaderSource;
  /** One shared word that hands out element ids, so that an id is never given twice in the server's life. */
  idCounter: SharedArrayBuffer;
}

/** The only thing that the atspi worker may ask of the desktop worker. */
export interface DesktopForAtspi {
  /** What is shown now; fenced, so that no earlier change is missed. */
  state(signal?: AbortSignal): Promise<PlacedState>;
}

/** What is shown, and since when each window has had its place and size, by id, on the clock of `monotonicMs`. */
export interface PlacedState extends DesktopState {
  placedAtMs: ReadonlyMap<string, number>;
}

/** Process ids whose elements a call may see; `all` in a private session. */
export type AllowedPids = 'all' | number[];

/** An application as it is registered for accessibility. */
export interface RunningApp {
  name: string;
  pid: number;
  /** "Qt", "gtk", "GTK", "Gecko", "Chromium", … as the application says. */
  toolkit: string;
}

export interface Application extends RunningApp {
  /** False when it lets calls time out: its windows are then not known. */
  isResponding?: false;
  /** Those that show and have a title. */
  windows: { id: number; title: string; role: string; active: boolean }[];
}

export interface AppsQuery {
  allowedPids: AllowedPids;
  /** Whether windows that accessibility has no title of get the one that the compositor shows. */
  withShownTitles: boolean;
}

export interface TreeQuery {
  /** Application name; without it, the application of `pid`; without any of these and `id`, the one in front. */
  app?: string | undefined;
  pid?: number | undefined;
  /** Only windows whose title contains this. */
  window?: string | undefined;
  /** Only the subtree of this element. */
  id?: number | undefined;
  /** Only the page of the window in front: a browser's active tab. */
  document?: boolean | undefined;
  interactive: boolean;
  bounds: boolean;
  /** Only what has changed in the tree of this revision; what is asked for is what was asked for then. */
  since?: number | undefined;
  /** Elements after this id in reading order. */
  after?: number | undefined;
  maxNodes: number;
  allowedPids: AllowedPids;
}

export interface TreeReply {
  app: Application;
  elements: Element[];
  /** How many elements there are beyond the last one listed. */
  more: number;
  /** There may be more than `more`: not all of the program was read. */
  isAtLeast: boolean;
  /** A program made with Chromium shows windows with nothing in them: its accessibility is off. */
  isEmpty: boolean;
  /** Number of this state of the tree; the same as before while nothing has changed. */
  revision: number;
  /** What has changed since the revision asked for; `elements` is empty then. */
  changes?: TreeChanges;
}

export interface TreeChanges {
  added: Element[];
  changed: Element[];
  /** As they were. */
  removed: Element[];
}

export interface FindQuery extends Target {
  states: string[];
  bounds: boolean;
  max: number;
  allowedPids: AllowedPids;
}

/** A list or table that was not looked through to its end. */
export interface UnsearchedList {
  element: Element;
  /** Entries that were not looked at, of how many. */
  entries: number;
  of: number;
}

export interface FindReply {
  elements: Element[];
  /** Matches beyond `max`. */
  more: number;
  /** When nothing matches: elements with the closest names. */
  closest: Element[];
  /** What is `closest` matches, but is scrolled out of view. */
  isOutOfView?: boolean;
  /** When nothing matches: lists and tables of which entries out of view were not looked at. */
  notSearched?: UnsearchedList[] | undefined;
  /** How many elements were looked at. */
  searched: number;
  /** A program has more than are looked at. */
  isCut: boolean;
}

export interface MarksQuery {
  /** The process whose elements are meant. */
  pid: number;
  /** Only what shows in these rectangles of the desktop. */
  areas: Rect[];
  max: number;
  allowedPids: AllowedPids;
}

export interface MarksReply {
  app: { name: string; pid: number; toolkit: string };
  /** In reading order; `rect` is what shows of the element, global logical pixels. */
  marks: { element: Element; rect: Rect }[];
  /** How many there are beyond `max`. */
  more: number;
}

export interface ElementQuery {
  target: Target;
  /** Of a tab and what it opens, which have one name, the latter is meant. Without it the tab, unless it is to be read. */
  isToScroll?: boolean | undefined;
  /** It is to be pressed: nothing comes of that when it is disabled. */
  isToPress?: boolean | undefined;
  allowedPids: AllowedPids;
}

export interface LocateQuery extends ElementQuery {
  bounds: boolean;
}

/** An element that was checked to be alive and unchanged a moment ago. */
export interface ResolvedElement {
  element: Element;
  app: { name: string; pid: number; toolkit: string };
  /** Further elements that match equally well; read tools take the first. */
  others: number;
  /** Its program does not show it. Looked for where it is to be pointed at, shown, focused or acted on. */
  hidden?: Hidden | undefined;
}

/** How a wheel brings an element into view: where it turns, and by how many pixels the content must go; down and right are positive. */
export interface Wheel {
  point: Point;
  by: Point;
}

/** Where an element is that its program does not show. */
export interface Hidden {
  /** What shows and brings it in front: the tab of its page, the button of its popover. */
  opener?: Element;
  /** Where that is not known: the innermost part with a name that it is in. */
  within?: Element;
}

/** An element to point at: the point where a pointer meets it, or why there is none. */
export interface AimReply extends ResolvedElement {
  /** `isScrolled`: the program has scrolled it into view for that. */
  aim: { point: Point; isScrolled?: boolean } | { refusal: AimRefusal };
}

/** Why a pointer would not meet an element. */
export type AimRefusal =
  /** It has no place; its `rectUnavailable` says why. `minimized` are the windows of its application that are. */
  | { kind: 'placeless'; minimized: WindowInfo[] }
  /** Its program does not show it. */
  | { kind: 'hidden'; hidden: Hidden }
  /** It is scrolled out of view, and its program does not scroll to it. */
  | { kind: 'outOfView'; wheel?: Wheel | undefined }
  /** It is to be pressed, and takes no input. */
  | { kind: 'disabled' }
  | { kind: 'moving' }
  /** `element` of the same window lies on top. */
  | { kind: 'overlapped'; element: Element }
  | Obstacle;

/** What of the desktop keeps a pointer at a point from the window that it is for. */
export type Obstacle =
  /** No window is there: the application reported a wrong place. */
  | { kind: 'nowhere' }
  /** `window` lies on top. */
  | { kind: 'covered'; window: WindowInfo }
  /** It is the `window`, on another virtual desktop. */
  | { kind: 'elsewhere'; window: WindowInfo }
  /** It takes no input until the dialog `window` is answered. */
  | { kind: 'blocked'; window: WindowInfo };

export interface PointQuery {
  point: Point;
  allowedPids: AllowedPids;
}

/** What is at a point: the window on top, and its element, where the call may see that and it is known. */
export interface PointReply {
  window?: WindowInfo | undefined;
  element?: Element | undefined;
}

export interface FocusQuery extends ElementQuery {
  /** It was clicked: only wait until it has the focus. */
  isClicked: boolean;
}

export interface FocusReply extends ResolvedElement {
  /** False when the application does not move its focus when accessibility asks it to. */
  isFocused: boolean;
  /** The window in front is one of the element's application: the focus gets keys. */
  isInFront: boolean;
}

export interface TextQuery extends ElementQuery {
  /** Without it the beginning; of a terminal the end. */
  offset: number | undefined;
  limit: number;
}

export interface TextReply extends ResolvedElement {
  text: string;
  /** Where in the whole text it begins. */
  offset: number;
  /** Characters of the whole text. */
  length: number;
  /** There is more than is read of one container; `length` counts what was read. */
  isCut: boolean;
}

export interface WaitQuery extends ElementQuery {
  state?: string | undefined;
  gone: boolean;
  timeoutMs: number;
}

export interface WaitReply {
  /** False when the time ran out. */
  met: boolean;
  element?: Element;
  waitedMs: number;
  closest: Element[];
  /** What is `closest` matches, but is scrolled out of view. */
  isOutOfView?: boolean;
  /** Why nothing could be looked through: there is no such application. */
  missing?: string;
}

export interface IdleQuery {
  /** Application name; without it, the application in front. */
  app?: string | undefined;
  /** How long nothing must have changed. */
  quietMs: number;
  timeoutMs: number;
  allowedPids: AllowedPids;
}

export interface IdleReply {
  /** False when the time ran out. */
  idle: boolean;
  app: { name: string; pid: number; toolkit: string };
  /** Title of its window in front. */
  title: string;
  waitedMs: number;
  /** At rest: the few elements that never stop changing. Time ran out: what changed last. At most 5. */
  changing: Element[];
  /** How many changed beyond those. */
  more: number;
  /** Titles of the pages that were still loading. */
  loading: string[];
}

export interface ActQuery extends ElementQuery {
  /** An action's name, or alternatives such as "Press|click"; without it the default one. */
  action?: string | undefined;
}

export interface ActReply extends ResolvedElement {
  action: string;
  /** `sent` when the application took longer than 400 ms to answer: it opened a menu or a modal dialog. */
  outcome: 'done' | 'sent';
}

/** To the atspi worker, which does not answer. */
export interface ReaderEvents {
  /** Input was sent to the session: reads and actions that come after it wait until its program has taken it. */
  inputSent: InputSent;
}

/** Input that has been sent. */
export interface InputSent {
  durationMs: number;
  /** Characters, which programs take one by one. */
  isText: boolean;
}

/**
 * What shall come after input that was sent: what is read may be half of a text that is typed, what is done must not pass
 * it, and a shortcut passes characters of a busy program unless a text has changed (300 ms at most).
 */
export type Before = 'reading' | 'action' | 'shortcut';

export interface AtspiActor {
  /** All applications by name and process, one a process. Those that are known are not asked anything. */
  runningApps(signal?: AbortSignal): Promise<RunningApp[]>;
  /** Applications with their windows, for which each is asked. */
  apps(query: AppsQuery, signal?: AbortSignal): Promise<Application[]>;
  tree(query: TreeQuery, signal?: AbortSignal): Promise<TreeReply>;
  find(query: FindQuery, signal?: AbortSignal): Promise<FindReply>;
  /** What can be operated and is in sight. Fails with `not_found`, `timeout`. */
  marks(query: MarksQuery, signal?: AbortSignal): Promise<MarksReply>;
  /** Reads a text; of a container everything in it, in reading order. Fails with `denied` for password fields. */
  text(query: TextQuery, signal?: AbortSignal): Promise<TextReply>;
  waitFor(query: WaitQuery, signal?: AbortSignal): Promise<WaitReply>;
  /** Waits until an application is at rest. Fails with `timeout` when it does not answer. */
  waitIdle(query: IdleQuery, signal?: AbortSignal): Promise<IdleReply>;
  /** Finds one element to act on; fails with `ambiguous` when a tie is left. */
  locate(query: LocateQuery, signal?: AbortSignal): Promise<ResolvedElement>;
  /**
   * Finds one element to point at. Waits until it is at rest and a pointer would meet it, 0.8 s at most; then the refusal
   * is that of the last look. Fails as `locate` does.
   */
  aim(query: ElementQuery, signal?: AbortSignal): Promise<AimReply>;
  elementAt(query: PointQuery, signal?: AbortSignal): Promise<PointReply>;
  /**
   * Gives an element the focus through accessibility, and reads back whether it has it. Applications that are known to
   * ignore this are only read.
   */
  focus(query: FocusQuery, signal?: AbortSignal): Promise<FocusReply>;
  act(query: ActQuery, signal?: AbortSignal): Promise<ActReply>;
  /** Inserts a text where the caret of the window in front is, or else remembers the field that it will be typed into. */
  startTyping(query: TypingQuery, signal?: AbortSignal): Promise<TypingStart>;
  /** Waits until the program has taken what was typed so far; whether its field still has the focus. Fails with `timeout`. */
  keepsFocus(query: TypedPart, signal?: AbortSignal): Promise<boolean>;
  /** Waits until the program has taken the text that was typed, and says what came of it. Fails with `timeout`. */
  endTyping(query: TypedPart, signal?: AbortSignal): Promise<TypingEnd>;
  /** The focused element of a process, when it has one. */
  focused(pid: number, signal?: AbortSignal): Promise<Element | undefined>;
  /**
   * Waits until a process, or the one in front, has taken the input that was sent to it. One that accessibility does not know
   * is not waited for, nor one in front that the grant does not cover.
   */
  inputTaken(query: { of: { pid: number } | { grant: Grant }; before: Before }, signal?: AbortSignal): Promise<void>;
  /** Waits until a process is registered for accessibility, a second at most; says whether it is. */
  isPresent(pid: number, signal?: AbortSignal): Promise<boolean>;
  /** What is read from, for `doctor`, and how many applications are there. */
  status(): Promise<{ reader: string; applications: number }>;
}

export type { Element, Target };
