/** Whose elements a picture is marked with, through the pipeline; on a live desktop without a compositor. */
import { expect, test } from 'vitest';
import type { CaptureRequest } from '../../../src/protocol/capture.ts';
import { createFakeDesktop, type FakeDesktop, windowOf } from '../../support/fake-desktop.ts';

/** A desktop that draws all marks; `drawn` are those of the last picture. */
function drawingDesktop(): FakeDesktop & { drawn: CaptureRequest['marks'] } {
  const desktop = Object.assign(createFakeDesktop('kate'), { drawn: undefined as CaptureRequest['marks'] });
  desktop.take = ({ marks = [], area = { x: 0, y: 0, width: 400, height: 100 } }) => {
    desktop.drawn = marks;
    const size = { widthPx: area.width, heightPx: area.height };
    const marked = marks.map(({ id }) => id);
    return { bytes: new Uint8Array(), mimeType: 'image/png', ...size, area, takenAtMs: 0, marked };
  };
  return desktop;
}

test('the elements of the window in front are drawn where they are, and listed', async () => {
  const desktop = drawingDesktop();
  const reply = await desktop.call('screenshot', { marks: true });
  expect(desktop.drawn).toEqual([{ id: 1, rect: { x: 140, y: 40, width: 10, height: 10 } }]);
  expect(reply.text).toMatch(/\nmarked in kate:\n\[1\] button "Do"$/);
  expect(reply.facts).toMatchObject({ marks: [{ id: 1, role: 'button', name: 'Do' }], unmarked: 0 });
});

test('nothing is marked unless it is asked for', async () => {
  const desktop = drawingDesktop();
  const reply = await desktop.call('screenshot', {});
  expect([desktop.drawn, reply.facts['marks'], desktop.calls.get('atspi.marks')]).toEqual([[], undefined, undefined]);
});

test('of an application that is not listed nothing is read', async () => {
  const desktop = drawingDesktop();
  desktop.activeWindow = windowOf('kcalc', { active: true, stacking: 50 });
  const reply = await desktop.call('screenshot', { marks: true });
  expect(reply.facts['warnings']).toEqual(['no marks: the window is not of an allowed application']);
  expect([desktop.drawn, desktop.calls.get('atspi.marks')]).toEqual([[], undefined]);
});

test('the application that is pictured is marked, whatever is in front', async () => {
  const desktop = drawingDesktop();
  desktop.activeWindow = windowOf('kcalc', { active: true, stacking: 50 });
  const reply = await desktop.call('screenshot', { window: 'the kate', marks: true });
  expect(reply.text).toContain('marked in kate:');
});

test('without a window in front the picture comes without marks', async () => {
  const desktop = drawingDesktop();
  desktop.activeWindow = undefined;
  const reply = await desktop.call('screenshot', { marks: true });
  expect(reply).toMatchObject({ isError: false, facts: { warnings: ['no marks: no window is in front'] } });
});
