/** Reads the text of terminals. */
import type { Rect } from '../../../../../protocol/geometry.ts';
import type { Bus } from '../../../../platform/dbus/bus.ts';
import type { ObjectRef } from '../../../model/node.ts';
import { CALL, numbersBody, parse } from '../calls.ts';
import { type Pipeline, runPipeline } from '../pipeline.ts';
import { goesOn, gridOf, lastScreen, withoutEmptyRows } from './terminal-rows.ts';

/**
 * Cells read at a time. Konsole remembers 1,000 rows as a rule, and answers within a millisecond for a million cells
 * that it does not have.
 */
const CELLS = 1_000_000;
/** Most parts that are read. */
const MAX_PARTS = 5;

/** Reads all that a terminal remembers; `onPart` gets it in parts, with `isCut` when there is more than the last one. */
export function askRows(calls: Pipeline, ref: ObjectRef, onPart: (text: string, isCut: boolean) => void): void {
  const askPart = (index: number): void => {
    const body = numbersBody(index * CELLS, (index + 1) * CELLS - 1);
    calls.askWith({ template: CALL.text, ref, body }, (reply) => {
      const text = parse.text(reply);
      const isLast = index + 1 === MAX_PARTS;
      onPart(text, isLast && goesOn(text));
      if (goesOn(text) && !isLast) askPart(index + 1);
    });
  };
  askPart(0);
}

/** Reads what a terminal shows; calls `onText` once. */
export function askScreen(calls: Pipeline, ref: ObjectRef, onText: (text: string) => void): void {
  const cells: { first?: Rect; last?: Rect } = {};
  let text = '';
  let count = 0;
  const start = (inner: Pipeline): void => {
    askRows(inner, ref, (part) => void (text += part));
    inner.ask(CALL.characterCount, ref, (reply) => {
      count = parse.variantNumber(reply);
      askCell(inner, ref, 0, (rect) => void (cells.first = rect));
      askCell(inner, ref, count - 1, (rect) => void (cells.last = rect));
    });
  };
  calls.group(start, () => {
    const { first, last } = cells;
    onText(lastScreen(text, first && last && gridOf(count, first, last)));
  });
}

function askCell(calls: Pipeline, ref: ObjectRef, cell: number, onRect: (rect: Rect) => void): void {
  const request = { template: CALL.characterExtents, ref, body: numbersBody(cell, 0) };
  calls.askWith(request, (reply) => onRect(parse.extents(reply)));
}

/** Reads all that a terminal remembers, without the empty rows at its end. Fails like `runPipeline`. */
export async function readTranscript(
  bus: Bus,
  ref: ObjectRef,
  signal: AbortSignal | undefined,
): Promise<{ text: string; isCut: boolean }> {
  let text = '';
  let isCut = false;
  await runPipeline(bus, signal, (pipeline) =>
    askRows(pipeline, ref, (part, goesOn) => {
      text += part;
      isCut = goesOn;
    }),
  );
  return { text: withoutEmptyRows(text), isCut };
}
