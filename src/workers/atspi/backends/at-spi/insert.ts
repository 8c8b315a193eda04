/**
 * Inserts text into a Qt field through EditableText. Qt counts UTF-16 units, as JavaScript does; other toolkits count
 * code points and are not served here.
 */
import { answerOf, type Bus } from '../../../platform/dbus/bus.ts';
import { encodeBody } from '../../../platform/dbus/bus-message.ts';
import type { ObjectRef } from '../../model/node.ts';
import { addressOf, CALL, numbersBody, parse } from './calls.ts';

/**
 * Replaces the selection, inserts at the caret, reads back. Takes two round trips, one more for a selection, one more
 * when the caret stays behind. A program takes the calls of one tick in order. Fails with BusCallError.
 */
export async function insertAtCaret(
  bus: Pick<Bus, 'call'>,
  ref: ObjectRef,
  { text, signal }: { text: string; signal: AbortSignal | undefined },
): Promise<'inserted' | 'refused' | 'different'> {
  const ask = { address: addressOf(ref), signal };
  const [selections, caret, selection] = await Promise.all([
    bus.call({ ...ask, template: CALL.selectionCount }, parse.int),
    bus.call({ ...ask, template: CALL.caret }, parse.variantNumber),
    answerOf(bus.call({ ...ask, template: CALL.selection }, parse.range)),
  ]);
  const { start, end } = selections > 0 && selection ? selection : { start: caret, end: caret };
  const at = Math.min(start, end);
  if (start !== end) {
    const body = numbersBody(at, Math.max(start, end));
    const isDeleted = await bus.call({ ...ask, template: CALL.deleteText, body }, parse.bool);
    if (!isDeleted) return 'refused';
  }
  const after = at + text.length;
  const body = encodeBody('isi', [at, text, text.length]);
  const [isInserted, found, caretNow] = await Promise.all([
    bus.call({ ...ask, template: CALL.insertText, body }, parse.bool),
    bus.call({ ...ask, template: CALL.text, body: numbersBody(at, after) }, parse.text),
    bus.call({ ...ask, template: CALL.caret }, parse.variantNumber),
  ]);
  if (found !== text) return isInserted ? 'different' : 'refused';
  if (caretNow !== after) await bus.call({ ...ask, template: CALL.setCaret, body: numbersBody(after) }, parse.bool);
  return 'inserted';
}
