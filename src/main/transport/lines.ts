/** Cuts input into lines. One that is too long is skipped to its end: nothing that a client sends grows without a bound. */

/** Bytes kept of both ends of a line that is too long, to find the id of its message. */
const EDGE_BYTES = 4096;

export interface LineListener {
  /** A line without its end. */
  onLine(line: Buffer): void;
  /** A line of more than the allowed bytes has ended. */
  onTooLong(edges: LineEdges): void;
}

/** The beginning and the end of a line that was skipped. */
export interface LineEdges {
  head: string;
  tail: string;
}

/** Makes a function that takes the input piece by piece and reports each line once it has ended. */
export function createLineReader(maxBytes: number, { onLine, onTooLong }: LineListener): (piece: Buffer) => void {
  let parts: Buffer[] = [];
  let length = 0;
  let skipped: { head: Buffer; tail: Buffer } | undefined;

  const take = (part: Buffer): void => {
    length += part.length;
    if (length <= maxBytes) {
      parts.push(part);
      return;
    }
    const all = Buffer.concat(skipped ? [skipped.tail, part] : [...parts, part]);
    // Copies, so that the rest is freed.
    const tail = Buffer.from(all.subarray(-EDGE_BYTES));
    skipped = { head: skipped?.head ?? Buffer.from(all.subarray(0, EDGE_BYTES)), tail };
    parts = [];
  };
  const finish = (): void => {
    const line = skipped ?? Buffer.concat(parts);
    parts = [];
    length = 0;
    skipped = undefined;
    if (Buffer.isBuffer(line)) onLine(line);
    else onTooLong({ head: line.head.toString('utf8'), tail: line.tail.toString('utf8') });
  };
  return (piece) => {
    let start = 0;
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, start)) {
      take(piece.subarray(start, end));
      finish();
      start = end + 1;
    }
    if (start < piece.length) take(piece.subarray(start));
  };
}
