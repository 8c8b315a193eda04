/** Bursts of pictures after an action. */
import { readdirSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Rect } from '../../../../src/protocol/geometry.ts';
import { type Reply, startServer, type TestServer } from '../../../support/server.ts';
import { readIfThere, startSession, until, windowsOf } from '../../../support/session.ts';

const FILE = '/tmp/capture.txt';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  // From here on the client holds every reply to the schema of its tool.
  await server.client.listTools();
  await startSession(server, { width: 1280, height: 800 });
  writeFileSync(FILE, 'a line\n');
  await server.must('launch', { app: 'kate', args: ['-n', FILE] });
  await server.must('wait_idle', { app: 'kate' });
}, 60_000);
afterAll(() => server.close());

interface Frame {
  delay_ms: number;
  taken_ms: number;
  area: Rect;
  width: number;
  height: number;
}

const framesOf = (reply: Reply): Frame[] => reply.facts['frames'] as Frame[];

/** The pixels of each picture of a reply. */
function pixelsOf({ images }: Reply): Promise<Buffer[]> {
  return Promise.all(images.map(({ data }) => sharp(Buffer.from(data, 'base64')).removeAlpha().raw().toBuffer()));
}

/** How many bytes of two pictures of one size differ. */
function difference(a: Buffer | undefined, b: Buffer | undefined): number {
  if (!a || a.length !== b?.length) throw new Error('pictures of two sizes');
  return a.reduce((sum, value, at) => sum + (Math.abs(value - (b[at] ?? 0)) > 40 ? 1 : 0), 0);
}

async function kateFrame(): Promise<number[]> {
  const window = windowsOf(await server.must('windows')).find(({ app }) => app === 'org.kde.kate');
  const { x = 0, y = 0, width = 0, height = 0 } = window?.frame ?? {};
  return [x, y, width, height];
}

test('shows a menu opening: the first picture is as before, the last one shows the menu', async () => {
  const region = await kateFrame();
  const look = async () => (await pixelsOf(await server.must('screenshot', { area: region, max_size: 0 })))[0];
  const before = await until(async () => {
    const picture = await look();
    return difference(picture, await look()) === 0 && picture;
  }, 'Kate at rest on the picture');
  const capture = { delays_ms: [0, 1200], region, max_edge: 0 };
  const reply = await server.must('key', { key: 'alt+f', capture });
  const [first, last] = await pixelsOf(reply);
  expect(difference(first, last)).toBeGreaterThan(20_000);
  expect(difference(before, first)).toBeLessThan(5_000);
  const [early, late] = framesOf(reply);
  expect(early?.taken_ms).toBeGreaterThanOrEqual(0);
  expect(late?.taken_ms).toBeGreaterThanOrEqual(1198);
  expect(reply.text).toMatch(
    /^pressed alt\+f\npictures \d+, \d+ ms after it: \d+x\d+ shows .*; pixel \(px, py\) is point/,
  );
  await server.must('key', { key: 'Escape' });
});

test('pictures are as large as max_edge says, 1,024 pixels without it', async () => {
  const reply = await server.must('key', { key: 'Escape', capture: { delays_ms: [0] } });
  expect(framesOf(reply)).toMatchObject([{ width: 1024, height: 640, area: { width: 1280, height: 800 } }]);
  const small = await server.must('act', {
    app: 'kate',
    role: 'menu item',
    query: 'Help',
    match: 'exact',
    capture: { delays_ms: [0, 5, 10], region: [100, 100, 400, 200], max_edge: 100 },
  });
  expect(framesOf(small)).toMatchObject(
    Array.from({ length: 3 }, () => ({ width: 100, height: 50, area: { x: 100, y: 100, width: 400, height: 200 } })),
  );
  expect(small.images).toHaveLength(3);
  await server.must('key', { key: 'Escape' });
});

test('a window that is gone by then is gone on the picture', async () => {
  await server.must('launch', { app: 'kdialog', args: ['--msgbox', 'Bye'] });
  await server.must('wait_idle', { app: 'kdialog' });
  const dialog = windowsOf(await server.must('windows')).find(({ title }) => title.includes('KDialog'));
  const { x, y, width, height } = dialog?.frame ?? { x: 0, y: 0, width: 0, height: 0 };
  const region = [x, y, width, height];
  const [open] = await pixelsOf(await server.must('screenshot', { area: region, max_size: 0 }));
  const capture = { delays_ms: [800], region, max_edge: 0 };
  const reply = await server.must('click', { app: 'kdialog', role: 'button', query: 'OK', capture });
  const [closed] = await pixelsOf(reply);
  expect(reply.facts['warnings']).toBeUndefined();
  expect(difference(open, closed)).toBeGreaterThan(1000);
  expect(windowsOf(await server.must('windows')).some(({ id }) => id === dialog?.id)).toBe(false);
});

test('a picture that cannot be taken is a warning, and the key was pressed', async () => {
  const capture = { delays_ms: [0, 20], region: [5000, 0, 100, 100] };
  const reply = await server.must('key', { key: 'x', capture });
  expect(reply.facts['warnings']).toEqual([
    'no picture 0, 20 ms after it: The area 5000,0 100 x 100 shows nothing of the desktop, which is 1280 x 800.',
  ]);
  expect([reply.images, framesOf(reply)]).toEqual([[], []]);
  await server.must('key', { key: 'ctrl+s' });
  await until(() => readIfThere(FILE)?.includes('x'), 'the letter on disk');
});

test('a burst and what changed are in one reply', async () => {
  const reply = await server.must('key', { key: 'alt+e', observe: 'changes', capture: { delays_ms: [300] } });
  expect(reply.text).toMatch(/\npicture \d+ ms after it: .*\nchanges: revision/);
  expect(reply.images).toHaveLength(1);
  await server.must('key', { key: 'Escape' });
});

test('the call holds the input during its burst, other calls go on', async () => {
  const burst = server.call('key', { key: 'Escape', capture: { delays_ms: [0, 1000] } });
  const ended: string[] = [];
  await Promise.all([
    burst.then(() => ended.push('burst')),
    server.must('key', { key: 'Escape' }).then(() => ended.push('key')),
    server.must('windows').then(() => ended.push('windows')),
  ]);
  expect(ended).toEqual(['windows', 'burst', 'key']);
});

test('a burst that is cancelled ends within 100 ms, and the next call gets the input', async () => {
  const cancel = new AbortController();
  let taken = 0;
  const options = { signal: cancel.signal, onprogress: () => void taken++ };
  const burst = server
    .call('key', { key: 'Escape', capture: { delays_ms: [0, 9000] } }, options)
    .catch(() => undefined);
  await until(() => taken > 0, 'the first picture');
  const started = performance.now();
  cancel.abort();
  await server.must('key', { key: 'Escape' });
  expect(performance.now() - started).toBeLessThan(100);
  await burst;
});

test('20 bursts leave no descriptors and no threads behind', async () => {
  const burst = () => server.must('key', { key: 'Escape', capture: { delays_ms: [0, 5, 10], max_edge: 200 } });
  const count = (what: string): number => readdirSync(`/proc/${server.pid}/${what}`).length;
  for (let warm = 0; warm < 3; warm++) await burst();
  const before = { descriptors: count('fd'), threads: count('task') };
  for (let round = 0; round < 20; round++) expect((await burst()).images).toHaveLength(3);
  // The encoder keeps a few threads of its own for a while.
  expect(count('task')).toBeLessThan(before.threads + 10);
  expect(count('fd')).toBe(before.descriptors);
});

test('the server ends at once while a burst is taken', async () => {
  const other = await startServer();
  await startSession(other, { name: 'short' });
  await other.must('launch', { app: 'kcalc' });
  let taken = 0;
  const capture = { delays_ms: [0, 10, 20, 30, 9000], max_edge: 0 };
  const burst = other.call('key', { key: '7', capture }, { onprogress: () => void taken++ }).catch(() => undefined);
  await until(() => taken > 0, 'the first picture');
  const started = performance.now();
  await other.close();
  expect(performance.now() - started).toBeLessThan(2000);
  await burst;
});
