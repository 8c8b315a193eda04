/** What a compositor gives to the desktop worker. */
import type { Point } from '../../protocol/geometry.ts';
import type { Topology, WindowInfo } from '../../protocol/window.ts';

export interface WindowBackend {
  /** The compositor and its version, such as "KWin 6.3.6". */
  readonly compositor: string;
  /** What is shown now; no change that happened before the call is missed. Fails with `failed` when it has ended. */
  topology(signal?: AbortSignal): Promise<Topology>;
  /** The windows as they were last told: at once, perhaps a moment old. */
  known(): WindowInfo[];
  /** Where the pointer is, in global logical pixels. */
  cursorPosition(signal?: AbortSignal): Promise<Point>;
  /** Calls at every change of a window. The returned function ends it. */
  onChange(listener: () => void): () => void;
  /** Lets go of the compositor and leaves nothing of ours in it. */
  close(): Promise<void>;
}
