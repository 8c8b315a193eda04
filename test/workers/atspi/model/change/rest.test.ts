import { expect, test } from 'vitest';
import { createRest, type Rest, type RestEvent } from '../../../../../src/workers/atspi/model/change/rest.ts';

const name = (path: string): RestEvent => ({ path, member: 'PropertyChange', detail: 'accessible-name' });
const content = (path: string, detail: string): RestEvent => ({ path, member: 'TextChanged', detail });

/** Notes the events of every `everyMs` up to `untilMs`. */
function repeat(rest: Rest, { everyMs, untilMs }: { everyMs: number; untilMs: number }, events: RestEvent[]): void {
  for (let at = everyMs; at <= untilMs; at += everyMs) for (const event of events) rest.note(event, at);
}

test('it is quiet once nothing has changed for the quiet time', () => {
  const rest = createRest(300, 0);
  expect(rest.verdict(299)).toEqual({ state: 'changing', untilMs: 300 });
  expect(rest.verdict(300)).toEqual({ state: 'quiet' });
  rest.note(name('a'), 310);
  expect(rest.verdict(400)).toEqual({ state: 'changing', untilMs: 610 });
  expect(rest.verdict(610)).toEqual({ state: 'quiet' });
});

test.each([
  ['TextCaretMoved', ''],
  ['TextSelectionChanged', ''],
  ['BoundsChanged', ''],
  ['StateChanged', 'defunct'],
  ['PropertyChange', 'accessible-parent'],
])('%s %s is no change', (member, detail) => {
  const rest = createRest(300, 0);
  rest.note({ path: 'a', member, detail }, 290);
  expect(rest.verdict(300)).toEqual({ state: 'quiet' });
  expect(rest.count()).toBe(0);
});

test('a few elements that never stop are named, once they were watched long enough', () => {
  const rest = createRest(300, 0);
  repeat(rest, { everyMs: 100, untilMs: 3400 }, [name('clock'), name('bar')]);
  expect(rest.verdict(3450)).toMatchObject({ state: 'changing' });
  rest.note(name('clock'), 3500);
  expect(rest.verdict(3510)).toEqual({ state: 'restless', paths: ['clock', 'bar'] });
});

test('a clock that ticks every second is no change to wait for, with a long quiet time too', () => {
  const rest = createRest(1500, 0);
  repeat(rest, { everyMs: 1000, untilMs: 5000 }, [name('clock')]);
  expect(rest.verdict(5100)).toMatchObject({ state: 'restless' });
});

test('six elements that never stop are too many', () => {
  const rest = createRest(300, 0);
  repeat(rest, { everyMs: 100, untilMs: 9000 }, [...'abcdef'].map(name));
  expect(rest.verdict(9010)).toMatchObject({ state: 'changing' });
});

test('one change beside a clock must be over for a while', () => {
  const rest = createRest(300, 0);
  repeat(rest, { everyMs: 100, untilMs: 5000 }, [name('clock')]);
  rest.note(name('other'), 5010);
  expect(rest.verdict(5020)).toMatchObject({ state: 'changing' });
  for (let at = 5100; at <= 8600; at += 100) rest.note(name('clock'), at);
  expect(rest.verdict(8610)).toEqual({ state: 'restless', paths: ['clock'] });
});

test('text that is replaced is a counter, text that only grows is an answer being written', () => {
  const counter = createRest(300, 0);
  repeat(counter, { everyMs: 100, untilMs: 5000 }, [content('a', 'delete/system'), content('a', 'insert/system')]);
  expect(counter.verdict(5010)).toMatchObject({ state: 'restless' });
  const answer = createRest(300, 0);
  repeat(answer, { everyMs: 100, untilMs: 5000 }, [content('a', 'insert/system')]);
  expect(answer.verdict(5010)).toMatchObject({ state: 'changing' });
});

test('what changed lately is named by how often it changed', () => {
  const rest = createRest(300, 0);
  rest.note(name('old'), 100);
  repeat(rest, { everyMs: 200, untilMs: 4000 }, [name('slow')]);
  for (let at = 3100; at <= 4000; at += 100) rest.note(name('fast'), at);
  expect(rest.lately(4000)).toEqual(['fast', 'slow']);
});

test('what no event told of makes it wait again', () => {
  const rest = createRest(300, 0);
  rest.touch(250);
  expect(rest.verdict(300)).toMatchObject({ state: 'changing' });
});
