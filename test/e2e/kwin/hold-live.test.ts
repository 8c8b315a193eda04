/** A desktop that outlives the server keeps nothing pressed, however the server ends; and its other windows get no click. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveDesktop, startLiveDesktop } from '../../support/live-desktop.ts';
import { findPointerPage, POINTER_PAGE, type PointerPage } from '../../support/pointer-page.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { readIfThere, until } from '../../support/session.ts';

let desktop: LiveDesktop;
let server: TestServer;
let page: PointerPage;
beforeAll(async () => {
  desktop = await startLiveDesktop('hold');
  desktop.allow('firefox\nfirefox-esr\n');
  desktop.start('firefox-esr', [POINTER_PAGE]);
  server = await startServer({ env: desktop.env });
  page = await findPointerPage(server);
  await server.must('click', { id: page.pad.id });
}, 90_000);
afterAll(async () => {
  await server.close();
  await desktop.close();
});

test.each(['SIGTERM', 'SIGHUP', 'end of input'])(
  'what is held is let go at %s',
  async (how) => {
    await page.clear();
    await server.must('hold', { key: 'shift' });
    await server.must('hold', { button: 'left' });
    await page.lines((lines) => lines.some((line) => line.startsWith('down')));
    const { pid } = server;
    if (how === 'end of input') await server.close();
    else process.kill(pid, how);
    await until(() => !isAlive(pid), 'the server gone');
    server = await startServer({ env: desktop.env });
    page = await findPointerPage(server);
    const lines = await page.lines((all) => all.includes('keyup ShiftLeft'));
    expect(lines.some((line) => line.startsWith('up mouse button0 buttons0'))).toBe(true);
  },
  60_000,
);

/** Whether a process runs. */
function isAlive(pid: number): boolean {
  return readIfThere(`/proc/${pid}/cmdline`) !== undefined;
}

test('no click, scroll or touch reaches a window that is not allowed, though one that is has the keyboard', async () => {
  desktop.script(`for (const w of workspace.windowList()) if (/kcalc/i.test(w.resourceClass)) {
    w.frameGeometry = { x: 600, y: 300, width: w.frameGeometry.width, height: w.frameGeometry.height };
    w.keepAbove = true;
  }`);
  const on = { x: 700, y: 500 };
  const isRefused = async (name: string): Promise<boolean> =>
    /org\.kde\.kcalc.*which this call may not reach; nothing was sent/.test((await server.call(name, on)).text);
  await until(() => isRefused('mouse'), 'KCalc over the page');
  for (const name of ['scroll', 'touch']) expect([name, await isRefused(name)]).toEqual([name, true]);
  expect((await server.must('mouse', { x: 100, y: 300 })).text).toContain('"pad"');
});
