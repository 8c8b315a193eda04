/** Reads a part of a text. */
import type { Bus } from '../../../../platform/dbus/bus.ts';
import type { TextPart } from '../../../backend.ts';
import type { ObjectRef } from '../../../model/node.ts';
import { around, rangeOf } from '../../../model/text-range.ts';
import { addressOf, CALL, numbersBody, parse } from '../calls.ts';

/** Reads the characters from `start` to `end` of an object's text, as its toolkit counts them. Fails with BusCallError. */
export async function readRange(
  bus: Bus,
  ref: ObjectRef,
  { start, end, signal }: { start: number; end: number; signal?: AbortSignal | undefined },
): Promise<TextPart> {
  const ask = { address: addressOf(ref), signal };
  const length = await bus.call({ ...ask, template: CALL.characterCount }, parse.variantNumber);
  if (start >= length) return { text: '', length };
  const wanted = { start, end: Math.min(end, length) };
  const asked = around(wanted, length);
  const body = numbersBody(asked.start, asked.end);
  const text = await bus.call({ ...ask, template: CALL.text, body }, parse.text);
  return { text: rangeOf(text, asked, wanted), length };
}
