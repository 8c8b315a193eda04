import { expect, test } from 'vitest';
import {
  type Change,
  createIdleDetector,
  type IdleDetector,
} from '../../../../../src/workers/atspi/model/change/idle.ts';
import type { ObjectRef } from '../../../../../src/workers/atspi/model/node.ts';

const ref = (key: string): ObjectRef => ({ app: 'app', key });
const name = (key: string): Change => ({ ref: ref(key), kind: 'other' });
const content = (key: string, kind: 'added' | 'removed'): Change => ({ ref: ref(key), kind });

/** Notes the events of every `everyMs` up to `untilMs`. */
function repeat(
  idle: IdleDetector,
  { everyMs, untilMs }: { everyMs: number; untilMs: number },
  events: Change[],
): void {
  for (let at = everyMs; at <= untilMs; at += everyMs) for (const event of events) idle.note(event, at);
}

test('it is quiet once nothing has changed for the quiet time', () => {
  const idle = createIdleDetector(300, 0);
  expect(idle.verdict(299)).toEqual({ state: 'changing', untilMs: 300 });
  expect(idle.verdict(300)).toEqual({ state: 'quiet' });
  idle.note(name('a'), 310);
  expect(idle.verdict(400)).toEqual({ state: 'changing', untilMs: 610 });
  expect(idle.verdict(610)).toEqual({ state: 'quiet' });
});

test.each(['caret', 'unseen'] as const)('%s is no change', (kind) => {
  const idle = createIdleDetector(300, 0);
  idle.note({ ref: ref('a'), kind }, 290);
  expect(idle.verdict(300)).toEqual({ state: 'quiet' });
  expect(idle.count()).toBe(0);
});

test('a few elements that never stop are named, once they were watched long enough', () => {
  const idle = createIdleDetector(300, 0);
  repeat(idle, { everyMs: 100, untilMs: 3400 }, [name('clock'), name('bar')]);
  expect(idle.verdict(3450)).toMatchObject({ state: 'changing' });
  idle.note(name('clock'), 3500);
  expect(idle.verdict(3510)).toEqual({ state: 'restless', objects: [ref('clock'), ref('bar')] });
});

test('a clock that ticks every second is no change to wait for, with a long quiet time too', () => {
  const idle = createIdleDetector(1500, 0);
  repeat(idle, { everyMs: 1000, untilMs: 5000 }, [name('clock')]);
  expect(idle.verdict(5100)).toMatchObject({ state: 'restless' });
});

test('six elements that never stop are too many', () => {
  const idle = createIdleDetector(300, 0);
  repeat(idle, { everyMs: 100, untilMs: 9000 }, [...'abcdef'].map(name));
  expect(idle.verdict(9010)).toMatchObject({ state: 'changing' });
});

test('one change beside a clock must be over for a while', () => {
  const idle = createIdleDetector(300, 0);
  repeat(idle, { everyMs: 100, untilMs: 5000 }, [name('clock')]);
  idle.note(name('other'), 5010);
  expect(idle.verdict(5020)).toMatchObject({ state: 'changing' });
  for (let at = 5100; at <= 8600; at += 100) idle.note(name('clock'), at);
  expect(idle.verdict(8610)).toEqual({ state: 'restless', objects: [ref('clock')] });
});

test('text that is replaced is a counter, text that only grows is an answer being written', () => {
  const counter = createIdleDetector(300, 0);
  repeat(counter, { everyMs: 100, untilMs: 5000 }, [content('a', 'removed'), content('a', 'added')]);
  expect(counter.verdict(5010)).toMatchObject({ state: 'restless' });
  const answer = createIdleDetector(300, 0);
  repeat(answer, { everyMs: 100, untilMs: 5000 }, [content('a', 'added')]);
  expect(answer.verdict(5010)).toMatchObject({ state: 'changing' });
});

test('what changed lately is named by how often it changed', () => {
  const idle = createIdleDetector(300, 0);
  idle.note(name('old'), 100);
  repeat(idle, { everyMs: 200, untilMs: 4000 }, [name('slow')]);
  for (let at = 3100; at <= 4000; at += 100) idle.note(name('fast'), at);
  expect(idle.lately(4000)).toEqual([ref('fast'), ref('slow')]);
});

test('what no event told of makes it wait again', () => {
  const idle = createIdleDetector(300, 0);
  idle.touch(250);
  expect(idle.verdict(300)).toMatchObject({ state: 'changing' });
});
