/** Pictures: what they show, how large they are, and how pixels map to the desktop. */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WindowInfo } from '../../../src/protocol/window.ts';
import { type Reply, startServer, type TestServer } from '../../support/server.ts';
import { bus, findOne, startSession, until, windowsOf } from '../../support/session.ts';

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startServer();
  folder = await startSession(server, { width: 1280, height: 800 });
  await server.must('launch', { app: 'kdialog', args: ['--msgbox', 'Hello'] });
});
afterAll(() => server.close());

async function pixels(reply: Reply) {
  const [image] = reply.images;
  if (!image) throw new Error('no picture');
  const { data, info } = await sharp(Buffer.from(image.data, 'base64'))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { ...info, data, mimeType: image.mimeType };
}

test('the whole desktop, its longer side 1,024 pixels, and the mapping of its pixels', async () => {
  const reply = await server.must('screenshot');
  const picture = await pixels(reply);
  expect([picture.width, picture.height]).toEqual([1024, 640]);
  expect(reply.facts).toMatchObject({ area: { x: 0, y: 0, width: 1280, height: 800 }, width: 1024, height: 640 });
  expect(reply.text).toContain('(px + 0.5) * 1280 / 1024');
});

test('it shows something: more than one colour, and not black', async () => {
  const colours = await until(async () => {
    const { data } = await pixels(await server.must('screenshot'));
    const seen = new Set<number>();
    for (let at = 0; at + 2 < data.length; at += 3)
      seen.add(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0));
    return seen.size > 20 && seen;
  }, 'a picture with colours');
  expect(Math.max(...colours)).toBeGreaterThan(0x404040);
});

test('a window, in full size, is exactly as large as its frame', async () => {
  const [dialog] = windowsOf(await server.must('windows'));
  const reply = await server.must('screenshot', { app: 'kdialog', max_size: 0 });
  const picture = await pixels(reply);
  expect([picture.width, picture.height]).toEqual([
    Math.ceil(dialog?.frame.width ?? 0),
    Math.ceil(dialog?.frame.height ?? 0),
  ]);
  expect(dialog?.frame.x).toBeGreaterThan(0);
  const corner = { x: Math.floor(dialog?.frame.x ?? -1), y: Math.floor(dialog?.frame.y ?? -1) };
  expect(reply.facts['area']).toMatchObject(corner);
});

test('an area is cut to what there is of it', async () => {
  const { facts } = await server.must('screenshot', { area: [1200, 700, 500, 500], max_size: 0 });
  expect(facts).toMatchObject({ area: { x: 1200, y: 700, width: 80, height: 100 }, width: 80, height: 100 });
});

test('region zooms into pixels of the last picture', async () => {
  await server.must('screenshot', { area: [0, 0, 1024, 640], max_size: 512 });
  const { facts } = await server.must('screenshot', { region: [100, 50, 200, 100], max_size: 0 });
  expect(facts).toMatchObject({ area: { x: 200, y: 100, width: 400, height: 200 }, width: 400, height: 200 });
});

test('a region beyond the last picture is named as it was given, with what there is', async () => {
  await server.must('screenshot', { area: [100, 100, 400, 200] });
  const reply = await server.call('screenshot', { region: [400, 50, 30, 20] });
  expect([reply.isError, reply.text]).toEqual([
    true,
    'The region 400,50 30x20 is beyond the last picture, which is 400x200 pixels.\n' +
      'Give [x, y, width, height] within 0,0 400x200.',
  ]);
});

test('a picture of a window that another one covers names that one; a minimized window says what to do', async () => {
  const [dialog] = windowsOf(await server.must('windows'));
  const { x = 0, y = 0 } = dialog?.frame ?? {};
  await server.must('launch', { app: 'kcalc' });
  await server.must('move_window', { query: 'kcalc', x: x - 10, y: y - 10 });
  for (const args of [{ app: 'kdialog' }, { window: dialog?.title }]) {
    const { text } = await server.must('screenshot', args);
    expect(text).toMatch(
      /warning: .* is partly or wholly covered by "KCalc" id=\S+; the picture shows what is on top\./,
    );
  }
  expect((await server.must('screenshot', { app: 'kcalc' })).text).not.toContain('warning');
  await server.must('move_window', { query: 'kcalc', state: 'minimize' });
  expect((await server.must('screenshot', { app: 'kdialog' })).text).not.toContain('warning');
  const hidden = await server.call('screenshot', { app: 'kcalc' });
  expect([hidden.isError, hidden.text]).toEqual([
    true,
    expect.stringMatching(/^The window "KCalc" is minimized: .*\n.*activate_window/),
  ]);
  await server.must('close_window', { query: 'kcalc' });
});

test('an element is cut out by its id', async () => {
  const { id, rect } = await findOne(server, { app: 'kdialog', role: 'button', bounds: true });
  const { facts } = await server.must('screenshot', { id, max_size: 0 });
  expect(facts['area']).toMatchObject({ x: Math.floor(rect?.x ?? -1), y: Math.floor(rect?.y ?? -1) });
});

test('the pointer is on the picture only when it is asked for, where the last click was', async () => {
  const { at } = (await server.must('click', { app: 'kdialog', role: 'label', query: 'Hello' })).facts as {
    at: { x: number; y: number };
  };
  const area = [Math.round(at.x) - 2, Math.round(at.y) - 2, 40, 40];
  const [without, withIt, again] = [
    await pixels(await server.must('screenshot', { area, max_size: 0 })),
    await pixels(await server.must('screenshot', { area, max_size: 0, cursor: true })),
    await pixels(await server.must('screenshot', { area, max_size: 0 })),
  ];
  expect(Buffer.compare(without.data, again.data)).toBe(0);
  expect(Buffer.compare(without.data, withIt.data)).not.toBe(0);
});

test('inline: false saves a PNG and gives its path', async () => {
  const reply = await server.must('screenshot', { inline: false });
  expect(reply.images).toEqual([]);
  const { format } = await sharp(readFileSync(String(reply.facts['path']))).metadata();
  expect(format).toBe('png');
});

test('tree adds the picture of the window on request, which region then zooms into', async () => {
  const reply = await server.must('tree', { app: 'kdialog', screenshot: true });
  expect(reply.images).toHaveLength(1);
  const [dialog] = windowsOf(await server.must('windows'));
  const { facts } = await server.must('screenshot', { region: [10, 20, 30, 40], max_size: 0 });
  expect(facts['area']).toMatchObject({
    x: Math.floor((dialog?.frame.x ?? -1) + 10),
    y: Math.floor((dialog?.frame.y ?? -1) + 20),
  });
});

test('the picture of a tree says what covers the window, and is left out when that is on another desktop', async () => {
  const [{ id: dialog, frame } = { id: '', frame: undefined }] = windowsOf(await server.must('windows'));
  const { id } = (await server.must('launch', { app: 'kcalc' })).facts['window'] as WindowInfo;
  await server.must('move_window', { query: id, x: frame?.x, y: frame?.y });
  const covered = await server.must('tree', { app: 'kdialog', screenshot: true });
  expect(covered.images).toHaveLength(1);
  expect(covered.text).toMatch(/covered by "KCalc" id=/);
  const desktops = ['org.kde.KWin', '/VirtualDesktopManager', 'org.kde.KWin.VirtualDesktopManager'];
  bus(folder, 'call', ...desktops, 'createDesktop', 'us', '1', 'Mail');
  await server.must('move_window', { query: dialog, desktop: 'Mail' });
  const away = await server.must('tree', { app: 'kdialog', screenshot: true });
  expect(away.images).toEqual([]);
  expect(away.text).toContain('no picture: the application has no window on the screen');
  await server.must('move_window', { query: dialog, desktop: 'Desktop 1' });
  await server.must('close_window', { query: id });
});

test('an application whose windows have another id is found by the name that apps lists', async () => {
  await server.must('launch', { app: 'gtk4-demo' });
  const window = windowsOf(await server.must('windows')).find(({ app }) => app.startsWith('org.gtk'));
  const { facts } = await until(async () => {
    const reply = await server.call('screenshot', { app: 'gtk4-demo', max_size: 0 });
    return !reply.isError && reply;
  }, 'a picture of gtk4-demo');
  expect(facts['area']).toMatchObject({ width: Math.ceil(window?.frame.width ?? 0) });
});

test('at scale 1.25 the area is logical and the pixels are those of the screen', async () => {
  await startSession(server, { name: 'scaled', width: 800, height: 600, scale: 1.25 });
  const { facts } = await server.must('screenshot', { session: 'scaled', max_size: 0 });
  expect(facts).toMatchObject({ area: { x: 0, y: 0, width: 800, height: 600 }, width: 1000, height: 750 });
  expect((await server.must('windows', { session: 'scaled' })).facts['screens']).toMatchObject([
    { scale: 1.25, rect: { width: 800, height: 600 } },
  ]);
});
