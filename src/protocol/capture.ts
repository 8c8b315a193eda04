/** What the capture worker answers: pictures of a session's desktop. */
import type { Point, Rect } from './geometry.ts';
import type { Screen } from './window.ts';

/** Where the pixels come from; `none` says why there are none. */
export type CaptureSource =
  | { kind: 'x-framebuffer'; path: string; widthPx: number; heightPx: number }
  | { kind: 'none'; reason: string; hint: string };

export interface CaptureOptions {
  source: CaptureSource;
}

export interface CaptureRequest {
  /** The screens as they are now: they say which point a pixel shows. */
  screens: Screen[];
  /** Part of the desktop in global logical pixels; without it all of it. */
  area?: Rect | undefined;
  /** Longer side of the picture at most, in image pixels; 0: full resolution. */
  maxSizePx: number;
  /** `auto`: JPEG (quality 80, 4:4:4) when it is at most three quarters of the PNG, else PNG. */
  format: 'auto' | 'png';
  /** Where a pointer is drawn, in global logical pixels; without it there is none. */
  pointer?: Point | undefined;
  /** Elements whose ids are drawn, as far as there is room. */
  marks?: Mark[] | undefined;
  /** One of several pictures in a row: the next one is taken while this one is encoded. */
  isFrame?: boolean | undefined;
}

/** An element to be marked on a picture; `rect` is global logical pixels. */
export interface Mark {
  id: number;
  rect: Rect;
}

export interface Picture {
  bytes: Uint8Array<ArrayBuffer>;
  mimeType: 'image/png' | 'image/jpeg';
  widthPx: number;
  heightPx: number;
  /** The part of the desktop it shows, in global logical pixels. Image pixel (px, py) shows the logical point
   *  (area.x + (px + 0.5) * area.width / widthPx, area.y + (py + 0.5) * area.height / heightPx). */
  area: Rect;
  /** When its pixels were read: `monotonicMs`. */
  takenAtMs: number;
  /** Ids of the marks that are drawn. */
  marked: number[];
}

export interface CaptureActor {
  /**
   * Fails with `unsupported` when this desktop gives no pixels, `not_found` when `area` misses the desktop, `failed` when
   * the screens do not say which point a pixel shows.
   */
  capture(request: CaptureRequest, signal?: AbortSignal): Promise<Picture>;
  status(): Promise<{ backend: string }>;
}
