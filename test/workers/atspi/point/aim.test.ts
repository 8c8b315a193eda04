/** What is waited for before a pointer goes to an element, and what is said when it would not meet it; of a written application. */
import { expect, test } from 'vitest';
import { monotonicMs } from '../../../../src/base/clock.ts';
import { createFakeAccessibility } from '../../../support/fake-accessibility.ts';
import { windowInfo } from '../../../support/window-info.ts';

const FORM = `
  application "app"
   frame "Form" {active}
    button "Save" (Press)
`;
const QUERY = { target: { query: 'Save' }, allowedPids: 'all' } as const;
const LONG_AGO = -100_000;

/** The form in a window that has been there for long, of a program that has announced nothing for long. */
function settled(form = FORM) {
  const fake = createFakeAccessibility(form);
  fake.windows = [windowInfo('Form', { pid: fake.app.pid })];
  fake.placedAtMs.set('Form', LONG_AGO);
  fake.quietMs = 5000;
  return fake;
}

test('one look is enough where nothing has happened for long', async () => {
  const fake = settled();
  expect(await fake.actor.aim(QUERY)).toMatchObject({ element: { name: 'Save' }, aim: { point: { x: 10, y: 12 } } });
  expect(fake.desktopLooks).toBe(1);
});

test.each([
  ['its program has just announced something', { quietMs: 10 }],
  ['its program does not announce', { quietMs: undefined }],
  ['its window has just come', { placedAtMs: new Map<string, number>() }],
] as const)('the place of an element is measured twice where %s, and once when it is known', async (_why, parts) => {
  const fake = Object.assign(settled(), parts);
  const startMs = monotonicMs();
  await fake.actor.aim(QUERY);
  expect(fake.desktopLooks).toBe(2);
  expect(monotonicMs() - startMs).toBeGreaterThanOrEqual(40);
  await fake.actor.aim(QUERY);
  expect(fake.desktopLooks).toBe(3);
});

test('a place that a reading told is known', async () => {
  const fake = Object.assign(settled(), { quietMs: undefined });
  await fake.actor.find({ query: 'Save', states: [], bounds: true, max: 1, allowedPids: 'all' });
  await expect
    .poll(async () => {
      fake.desktopLooks = 0;
      await fake.actor.aim(QUERY);
      return fake.desktopLooks;
    })
    .toBe(1);
});

test('a target that moves is waited for, and met where it comes to rest', async () => {
  const fake = Object.assign(settled(), { quietMs: 10 });
  let looks = 0;
  fake.placeOf = () => ({ x: 5 + 10 * Math.min(3, looks++), y: 7 });
  expect(await fake.actor.aim(QUERY)).toMatchObject({ aim: { point: { x: 40, y: 12 } } });
});

test('what moves while it is looked at is waited for, though its program has announced nothing', async () => {
  const fake = settled();
  let measures = 0;
  // It starts to move within the first look, and rests from the third one on.
  fake.placeOf = () => ({ x: 5 + 10 * Math.min(3, measures++), y: 7 });
  expect(await fake.actor.aim(QUERY)).toMatchObject({ aim: { point: { x: 40, y: 12 } } });
  expect(fake.desktopLooks).toBeGreaterThanOrEqual(3);
});

test('a target that never rests is given up after a second', async () => {
  const fake = Object.assign(settled(), { quietMs: 10 });
  let looks = 0;
  fake.placeOf = () => ({ x: looks++ % 50, y: 7 });
  const startMs = monotonicMs();
  expect(await fake.actor.aim(QUERY)).toMatchObject({ aim: { refusal: { kind: 'moving' } } });
  expect(monotonicMs() - startMs).toBeLessThan(2000);
});

test('a window on top is named in the refusal, and one that goes in time is no matter', async () => {
  const fake = settled();
  const [own] = fake.windows;
  if (!own) throw new Error('there is no window');
  const over = windowInfo('Over', { pid: 9, stacking: 1 });
  fake.windows = [own, over];
  expect(await fake.actor.aim(QUERY)).toMatchObject({
    aim: { refusal: { kind: 'covered', window: { id: 'Over' } } },
  });
  setTimeout(() => {
    fake.windows = [own];
  }, 100);
  expect(await fake.actor.aim(QUERY)).toMatchObject({ aim: { point: { x: 10, y: 12 } } });
});

test('a window that has been on top for long is told soon, of a program at rest', async () => {
  const fake = settled();
  fake.windows.push(windowInfo('Over', { pid: 9, stacking: 1 }));
  fake.placedAtMs.set('Over', LONG_AGO);
  const startMs = monotonicMs();
  expect(await fake.actor.aim(QUERY)).toMatchObject({ aim: { refusal: { kind: 'covered' } } });
  expect(monotonicMs() - startMs).toBeLessThan(300);
});

test('a busy program, and one that has just got a window, are given time', async () => {
  for (const parts of [{ quietMs: 10 }, { placedAtMs: new Map() }]) {
    const fake = Object.assign(settled(), parts);
    fake.windows.push(windowInfo('Over', { pid: 9, stacking: 1 }));
    setTimeout(() => fake.windows.pop(), 250);
    expect(await fake.actor.aim(QUERY)).toMatchObject({ aim: { point: { x: 10, y: 12 } } });
  }
});

test('an element without a place comes back soon, with the minimized windows of its application', async () => {
  const fake = settled();
  fake.windows = [
    windowInfo('Form', { pid: fake.app.pid, minimized: true, title: 'Away' }),
    windowInfo('Other', { pid: 9, minimized: true }),
  ];
  const startMs = monotonicMs();
  const { aim, element } = await fake.actor.aim(QUERY);
  expect(aim).toMatchObject({ refusal: { kind: 'placeless', minimized: [{ id: 'Form' }] } });
  expect(element.rectUnavailable).toEqual(expect.any(String));
  expect(monotonicMs() - startMs).toBeLessThan(900);
});

test('a cancel ends the wait', async () => {
  const fake = Object.assign(settled(), { quietMs: 10 });
  const call = new AbortController();
  const reply = fake.actor.aim(QUERY, call.signal);
  setTimeout(() => call.abort(), 10);
  await expect(reply).rejects.toMatchObject({ code: 'aborted' });
});

const ENTRY = `
  application "app"
   frame "Form" {active}
    button "Save" {focusable} (Press)
`;

/** The form with its button far below what the window shows. */
function scrolledAway() {
  const fake = settled(ENTRY);
  fake.placeOf = () => ({ x: 5, y: 5000 });
  return fake;
}

test('what is out of view is scrolled to, and the reply says so', async () => {
  const fake = scrolledAway();
  fake.onFocus = () => {
    fake.placeOf = () => ({ x: 5, y: 7 });
    return true;
  };
  expect(await fake.actor.aim(QUERY)).toMatchObject({ aim: { point: { x: 10, y: 12 }, isScrolled: true } });
});

test('what its program does not scroll to is told with where a wheel would have to turn, and how far', async () => {
  const fake = scrolledAway();
  const startMs = monotonicMs();
  expect(await fake.actor.aim(QUERY)).toMatchObject({
    aim: { refusal: { kind: 'outOfView', wheel: { point: { x: 50, y: 50 }, by: { x: 0, y: 4955 } } } },
  });
  expect(monotonicMs() - startMs).toBeLessThan(500);
});
