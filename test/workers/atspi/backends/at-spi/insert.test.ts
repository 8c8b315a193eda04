import { expect, test } from 'vitest';
import { CALL } from '../../../../../src/workers/atspi/backends/at-spi/calls.ts';
import { insertAtCaret } from '../../../../../src/workers/atspi/backends/at-spi/insert.ts';
import type { Request } from '../../../../../src/workers/platform/dbus/bus-calls.ts';
import type { Template } from '../../../../../src/workers/platform/dbus/bus-template.ts';

/** A field of Qt behind a bus: answers come a tick after the calls, and each such tick is one round trip. */
function fieldWith(text: string, { start, end }: { start: number; end: number }, isReadOnly = false) {
  const field = { text, caret: end, hasSelection: start !== end, rounds: 0 };
  let tick: Promise<void> | undefined;
  const nextTick = (): Promise<void> => {
    tick ??= new Promise((resolve) =>
      setImmediate(() => {
        field.rounds++;
        tick = undefined;
        resolve();
      }),
    );
    return tick;
  };
  const inserted = 'two';
  const answer = (template: Template): unknown => {
    switch (template) {
      case CALL.selectionCount:
        return field.hasSelection ? 1 : 0;
      case CALL.caret:
        return field.caret;
      case CALL.selection:
        return { start, end };
      case CALL.deleteText:
        field.text = field.text.slice(0, start) + field.text.slice(end);
        field.caret = start;
        return true;
      case CALL.insertText:
        if (isReadOnly) return false;
        field.text = field.text.slice(0, field.caret) + inserted + field.text.slice(field.caret);
        field.caret += inserted.length;
        return true;
      case CALL.text:
        return field.text.slice(start, start + inserted.length);
      default:
        return true;
    }
  };
  const call = async <T>({ template }: Request): Promise<T> => {
    const result = answer(template);
    await nextTick();
    return result as T;
  };
  const insert = () => insertAtCaret({ call }, { app: ':1.1', key: '/1' }, { text: inserted, signal: undefined });
  return { field, insert };
}

test('a text is inserted at the caret in two round trips', async () => {
  const { field, insert } = fieldWith('one  three', { start: 4, end: 4 });
  expect(await insert()).toBe('inserted');
  expect(field).toMatchObject({ text: 'one two three', rounds: 2 });
});

test('a selection makes way for it in a third one', async () => {
  const { field, insert } = fieldWith('one 2 three', { start: 4, end: 5 });
  expect(await insert()).toBe('inserted');
  expect(field).toMatchObject({ text: 'one two three', rounds: 3 });
});

test('a field that takes nothing refuses', async () => {
  const { field, insert } = fieldWith('one  three', { start: 4, end: 4 }, true);
  expect(await insert()).toBe('refused');
  expect(field.text).toBe('one  three');
});
