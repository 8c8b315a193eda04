/** Programs of a session can replace the files of its folder: nothing hangs, and the server ends as it always does. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { initialize, startRaw } from '../../support/raw-server.ts';

/** Puts a pipe in the place of a file. */
function replace(file: string): void {
  rmSync(file, { force: true });
  execFileSync('mkfifo', [file]);
}

interface Result {
  isError?: boolean;
  content: { text: string }[];
  structuredContent?: Record<string, unknown>;
}

test('pipes in place of the picture, a log, a desktop entry and a profile block nothing', async () => {
  const server = startRaw();
  server.send(initialize());
  let id = 1;
  const call = async (name: string, args: object = {}): Promise<{ text: string; facts: Record<string, unknown> }> => {
    server.send({ id: ++id, method: 'tools/call', params: { name, arguments: args } });
    const { content, structuredContent = {} } = (await server.reply(id)).result as unknown as Result;
    return { text: content.map(({ text }) => text).join('\n'), facts: structuredContent };
  };
  const { facts } = await call('session_start', { home: 'isolated' });
  const folder = String(facts['folder']);
  const { pid } = (await call('launch', { app: 'sh', args: ['-c', 'echo hello; sleep 60'], wait_ms: 0 })).facts;
  expect((await call('app_log', { pid })).text).toContain('hello');

  replace(`${folder}/screen/Xvfb_screen0`);
  for (const log of execFileSync('ls', [`${folder}/logs`], { encoding: 'utf8' })
    .trim()
    .split('\n'))
    replace(`${folder}/logs/${log}`);
  const entries = `${folder}/home/.local/share/applications`;
  mkdirSync(entries, { recursive: true });
  for (const number of [1, 2, 3, 4, 5]) replace(`${entries}/evil${number}.desktop`);

  const startedMs = performance.now();
  expect((await call('screenshot')).text).toMatch(/cannot be read: a program has replaced it/);
  expect((await call('screenshot', { cursor: true })).text).toMatch(/cannot be read/);
  expect((await call('app_log', { pid })).text).toMatch(/log is gone/);
  expect((await call('launch', { app: 'true', wait_ms: 0 })).text).toContain('launched');
  expect(performance.now() - startedMs).toBeLessThan(3000);

  const endedMs = performance.now();
  server.process.kill('SIGTERM');
  expect(await server.exit).toBe(143);
  expect(performance.now() - endedMs).toBeLessThan(5000);
}, 30_000);
