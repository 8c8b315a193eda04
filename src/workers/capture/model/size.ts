export interface Size {
  widthPx: number;
  heightPx: number;
}

/** The size of a picture whose longer side is at most `maxSizePx` (0: any); never enlarged, at least 1 x 1. */
export function fitWithin(size: Size, maxSizePx: number): Size {
  const longer = Math.max(size.widthPx, size.heightPx);
  if (maxSizePx === 0 || longer <= maxSizePx) return { widthPx: size.widthPx, heightPx: size.heightPx };
  const shrunk = (lengthPx: number): number => Math.max(1, Math.round((lengthPx * maxSizePx) / longer));
  return { widthPx: shrunk(size.widthPx), heightPx: shrunk(size.heightPx) };
}
