import { expect, test } from 'vitest';
import { activationText, desktopStateText, windowLine } from '../../../src/main/render/windows.ts';
import { windowInfo } from '../../support/window-info.ts';

const kate = windowInfo('{k}', { title: 'notes "x"\n — Kate', pid: 10, minimized: true, desktops: ['Mail'] });
const konsole = (id: string, stacking: number) =>
  windowInfo(id, { title: `shell ${id}`, app: 'org.kde.konsole', pid: 20, stacking, desktops: ['Desktop 1'] });

test('screens, desktops with the current one, windows, and the tabs of a terminal once', () => {
  const rect = { x: -800, y: 0, width: 800, height: 600.5 };
  const text = desktopStateText({
    screens: [{ name: 'DP-1', rect, scale: 1.25 }],
    desktops: [
      { name: 'Desktop 1', current: true },
      { name: 'Mail', current: false },
    ],
    windows: [kate, konsole('a', 1), konsole('b', 2)],
    terminals: [{ pid: 20, tabs: [{ pts: '/dev/pts/1', command: 'bash', directory: '/tmp', pid: 21 }] }],
  });
  expect(text).toMatchInlineSnapshot(`
    "screen DP-1: -800,0 800x600.5, scale 1.25
    desktops: 1 "Desktop 1" (current), 2 "Mail"
    "notes \\"x\\"\\n — Kate" [org.kde.kate] pid 10 0,0 100x100 {minimized} desktop "Mail" on X11-0 id={k}
    "shell a" [org.kde.konsole] pid 20 0,0 100x100 desktop "Desktop 1" on X11-0 id=a
    "shell b" [org.kde.konsole] pid 20 0,0 100x100 desktop "Desktop 1" on X11-0 id=b
     tab /dev/pts/1: "bash" in "/tmp""
  `);
});

test('what it took to bring a window in front is said', () => {
  expect(activationText(kate, { isBlocked: false })).toBe('activated "notes \\"x\\"\\n — Kate" (was minimized)');
  const shown = { ...kate, minimized: false };
  expect(activationText(shown, { isBlocked: false, switchedTo: 'Mail' })).toContain('(switched to desktop "Mail")');
});

test('a window is one line, whatever its title holds', () => {
  expect(windowLine(kate).split('\n')).toHaveLength(1);
});
