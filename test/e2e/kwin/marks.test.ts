/** Ids drawn on pictures: they stand at their elements, of which the reply lists those that can be seen. */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Rect } from '../../../src/protocol/geometry.ts';
import { MARK_COLOURS } from '../../../src/workers/capture/model/draw-marks.ts';
import { type Reply, startServer, type TestServer } from '../../support/server.ts';
import { find, findOne, startSession, until, windowsOf } from '../../support/session.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

interface Mark {
  id: number;
  role: string;
  name: string;
}

const marksOf = (reply: Reply): Mark[] => reply.facts['marks'] as Mark[];

/** A saved picture, which is lossless, and the colours of its pixels. */
async function marked(args: Record<string, unknown>) {
  const reply = await server.must('screenshot', { ...args, marks: true, inline: false });
  const decoded = sharp(readFileSync(String(reply.facts['path'])))
    .removeAlpha()
    .raw();
  const { data, info } = await decoded.toBuffer({ resolveWithObject: true });
  const area = reply.facts['area'] as Rect;
  return {
    reply,
    /** The colour so many pixels right of and below a point of the desktop. */
    colourAt: (x: number, y: number, [right, below] = [0, 0]): number[] => {
      const px = Math.round(((x - area.x) * info.width) / area.width) + right;
      const py = Math.round(((y - area.y) * info.height) / area.height) + below;
      return [...data.subarray((py * info.width + px) * 3).subarray(0, 3)];
    },
  };
}

test.each([
  ['in full size', 1, 0],
  ['shrunk', 1, 500],
  ['at scale 1.25', 1.25, 0],
])(
  'each button has a frame and its id in a box in the corner, %s',
  async (name, scale, max_size) => {
    const session = name.replaceAll(/\W/g, '-');
    await startSession(server, { name: session, width: 1000, height: 700, scale });
    await server.must('launch', { session, app: 'kcalc' });
    await server.must('wait_idle', { session, app: 'kcalc' });
    const { reply, colourAt } = await marked({ session, app: 'kcalc', max_size });
    const marks = marksOf(reply);
    const buttons = await find(server, { session, app: 'kcalc', role: 'button', bounds: true, max: 100 });
    expect(buttons.length).toBeGreaterThan(20);
    for (const { id, role, name: label, rect } of buttons) {
      const index = marks.findIndex((mark) => mark.id === id);
      expect(marks[index]).toEqual({ id, role, name: label });
      const { x, y, width, height } = rect ?? { x: 0, y: 0, width: 0, height: 0 };
      const colour = MARK_COLOURS[index % MARK_COLOURS.length];
      expect([label, 'frame', colourAt(x, y + height / 2)]).toEqual([label, 'frame', colour]);
      // Right of the digits, within the box.
      expect([label, 'box', colourAt(x + width, y, [-2, 2])]).toEqual([label, 'box', colour]);
    }
    expect(reply.text).toMatch(/^saved .*\nmarked in kcalc:\n(\[\d+\] .*\n?)+$/);
    await server.must('session_stop', { session });
  },
  60_000,
);

test('what a menu covers is not marked, and a window that waits for its dialog is not', async () => {
  await startSession(server, { name: 'kate' });
  await server.must('launch', { app: 'kate', args: ['-n', '/project/README.md'] });
  await server.must('wait_idle', { app: 'kate' });
  const names = async (): Promise<string[]> => {
    const reply = await server.must('screenshot', { marks: true });
    return marksOf(reply).map(({ role, name }) => `${role} ${name}`);
  };
  const plain = await names();
  expect(plain).toEqual(expect.arrayContaining(['menu item File', 'button New', 'button Save As…']));

  await server.must('key', { key: 'alt+f' });
  await server.must('wait_for', { app: 'kate', query: 'Quit', role: 'menu item' });
  const withMenu = await until(async () => {
    const now = await names();
    return now.includes('menu item Quit') && now;
  }, 'the entries of the menu on the picture');
  expect(withMenu).toContain('menu item Print/Export');
  expect(withMenu).not.toContain('button New');
  await server.must('key', { key: 'Escape' });
  await server.must('wait_for', { app: 'kate', query: 'Quit', role: 'menu item', gone: true });

  await server.must('key', { key: 'ctrl+shift+s' });
  await server.must('wait_for', { window: 'Save File' });
  const withDialog = await until(async () => {
    const now = await names();
    return now.includes('button Cancel') && now;
  }, 'the buttons of the dialog on the picture');
  expect(withDialog).toContain('button Save');
  expect(withDialog.filter((name) => name.startsWith('menu item'))).toEqual([]);
}, 60_000);

test('only what the picture shows is marked', async () => {
  await startSession(server, { name: 'part' });
  await server.must('launch', { app: 'kcalc' });
  await server.must('wait_idle', { app: 'kcalc' });
  const { id, rect } = await findOne(server, {
    app: 'kcalc',
    query: 'Seven',
    match: 'exact',
    role: 'button',
    bounds: true,
  });
  const part = await server.must('screenshot', { id, marks: true });
  expect(marksOf(part)).toEqual([{ id, role: 'button', name: 'Seven' }]);
  const { x = 0, y = 0 } = rect ?? {};
  const corner = await server.must('screenshot', { area: [x - 40, y - 40, 60, 60], marks: true });
  expect(marksOf(corner).map(({ name }) => name)).toContain('Seven');
  expect(marksOf(corner).length).toBeLessThan(6);
  const desert = await server.must('screenshot', { area: [0, 0, 10, 10], marks: true });
  expect(desert.text).toMatch(/\nnothing is marked in kcalc$/);
});

test('a window without accessibility is pictured without marks, and the reply says so', async () => {
  await startSession(server, { name: 'silent' });
  await server.must('launch', { app: 'gtk3-widget-factory', env: { NO_AT_BRIDGE: '1' } });
  const [window] = await until(async () => {
    const open = windowsOf(await server.must('windows')).filter(({ active }) => active);
    return open.length > 0 && open;
  }, 'its window');
  const reply = await server.must('screenshot', { marks: true });
  expect(reply.images).toHaveLength(1);
  expect(reply.facts['warnings']).toEqual([expect.stringMatching(`^no marks: .*process ${window?.pid}`)]);
});
