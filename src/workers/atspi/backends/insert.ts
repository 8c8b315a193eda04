/**
 * Text put into a Qt field through EditableText. Qt counts UTF-16 units, in offsets and in the length of the inserted
 * text, and so does JavaScript; other toolkits count code points and are not served here.
 */
import type { Bus } from '../../platform/bus.ts';
import { encodeBody } from '../../platform/bus-message.ts';
import type { ObjectRef } from '../model/node.ts';
import { CALL, numbersBody, parse } from './calls.ts';

/** Replaces the selection, inserts at the caret, reads back. Fails with BusCallError. */
export async function insertAtCaret(
  bus: Bus,
  ref: ObjectRef,
  { text, signal }: { text: string; signal: AbortSignal | undefined },
): Promise<'inserted' | 'refused' | 'different'> {
  const ask = { address: ref, signal };
  const selections = await bus.call({ ...ask, template: CALL.selectionCount }, parse.int);
  let at = await bus.call({ ...ask, template: CALL.caret }, parse.variantNumber);
  if (selections > 0) {
    const { start, end } = await bus.call({ ...ask, template: CALL.selection }, parse.range);
    at = Math.min(start, end);
    if (start !== end) {
      const body = numbersBody(at, Math.max(start, end));
      const isDeleted = await bus.call({ ...ask, template: CALL.deleteText, body }, parse.bool);
      if (!isDeleted) return 'refused';
    }
  }
  const body = encodeBody('isi', [at, text, text.length]);
  const isInserted = await bus.call({ ...ask, template: CALL.insertText, body }, parse.bool);
  const range = numbersBody(at, at + text.length);
  const found = await bus.call({ ...ask, template: CALL.text, body: range }, parse.text);
  if (found !== text) return isInserted ? 'different' : 'refused';
  const caret = await bus.call({ ...ask, template: CALL.caret }, parse.variantNumber);
  if (caret !== at + text.length)
    await bus.call({ ...ask, template: CALL.setCaret, body: numbersBody(at + text.length) }, parse.bool);
  return 'inserted';
}
