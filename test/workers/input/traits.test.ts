/** What a backend says of its platform changes what is sent, and how fast. */
import { expect, test } from 'vitest';
import type { InputTraits } from '../../../src/workers/input/model/traits.ts';
import { click, grant, startActor } from './support.ts';

const EVENT_RATE = { burst: 2_400, perSecond: 1_000 };
const ACTION = { ticket: 1, grant: grant() };

async function start(traits: Partial<InputTraits>) {
  const all = startActor();
  all.backend.traits = { eventRate: EVENT_RATE, ...traits };
  await all.call.begin(1);
  return all;
}

test.each([
  [
    { negativePointsRefused: 'Foo takes none' },
    {
      code: 'unsupported',
      message: 'The point -5,20 is left of or above 0,0, where Foo takes none; nothing was sent.',
    },
  ],
  [{}, { code: 'invalid_params', message: 'The point -5,20 is on no screen; nothing was sent.' }],
])('a point left of zero that is on no screen, with %j', async (traits, failure) => {
  const { call, backend } = await start(traits);
  await expect(call.click({ ...click, point: { x: -5, y: 20 } }, ACTION)).rejects.toMatchObject(failure);
  expect(backend.lines).toEqual([]);
});

test('a point left of zero is sent where a screen is there, whatever the backend says of others', async () => {
  const { call, backend } = await start({ negativePointsRefused: 'Foo takes none' });
  backend.regions = () => [{ x: -100, y: 0, width: 100, height: 100 }];
  await call.click({ ...click, clicks: 0, point: { x: -5, y: 20 } }, ACTION);
  expect(backend.lines).toEqual(['move -4,20', 'move -5,20', 'sync']);
});

test('fingers go down together where the compositor has no gestures of its own', async () => {
  const { call, backend } = await start({});
  await call.touch({ gesture: 'tap', point: { x: 100, y: 100 }, fingers: 3, holdMs: 0 }, ACTION);
  expect(backend.lines[0]).toBe('touch-down 0@76,100 1@100,100 2@124,100');
  backend.traits = { ...backend.traits, reservedGestures: { fingers: 3, leadMs: 1 } };
  backend.lines.length = 0;
  await call.touch({ gesture: 'tap', point: { x: 100, y: 100 }, fingers: 3, holdMs: 0 }, ACTION);
  expect(backend.lines.slice(0, 2)).toEqual(['touch-down 0@76,100', 'touch-down 1@100,100 2@124,100']);
});

test('events go no faster than the backend takes them', async () => {
  const { call } = await start({ eventRate: { burst: 4, perSecond: 100 } });
  const startedMs = performance.now();
  await call.type({ text: 'aaaaaaaaaaaa' }, ACTION);
  expect(performance.now() - startedMs).toBeGreaterThan(190); // 24 events: 20 of them at 100 a second
});

test('devices are looked at again at once where they are never replaced late', async () => {
  const { call, backend } = await start({});
  await call.hold({ key: 'shift', down: true }, ACTION);
  backend.lines.length = 0;
  await call.key({ chord: 'a', repeat: 1 }, ACTION);
  expect(backend.lines).toEqual(['key 30 down', 'key 30 up', 'sync']);
});
