/** Programs that take the keyboard while the agent types: what is not allowed gets no key, and the user is not locked out. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveDesktop, startLiveDesktop } from '../../support/live-desktop.ts';
import { type Reply, startServer, type TestServer } from '../../support/server.ts';
import { readIfThere, until, windowsOf } from '../../support/session.ts';

const CHARACTERS = 2000;
const text = Array.from({ length: CHARACTERS }, (_, index) => 'abcdefghijklmnopqrstuvwxyz'[index % 26]).join('');

let desktop: LiveDesktop;
let server: TestServer;
/** What the thief said so far. */
const said: string[] = [];

function startThief(): ChildProcess {
  said.length = 0;
  const thief = desktop.start('python3', ['/project/test/fixtures/steal-focus.py']);
  createInterface({ input: thief.stdout ?? process.stdin }).on('line', (line) => void said.push(line));
  return thief;
}

/** How many characters a reply says were sent. */
function sentBy({ text }: Reply): number {
  const [, count = '0'] = /(?:typed|after) (\d+) characters?/.exec(text) ?? [];
  return Number(count);
}

const keys = (): string[] => said.filter((line) => line.startsWith('key'));

beforeAll(async () => {
  desktop = await startLiveDesktop('thief');
  desktop.allow('kate\n');
  server = await startServer({ env: desktop.env });
  desktop.start('kate', ['-n', `${desktop.folder}/user.txt`]);
  const isThere = async (): Promise<boolean> => windowsOf(await server.must('windows')).length === 1;
  await until(isThere, 'Kate');
}, 60_000);
afterAll(async () => {
  await server.close();
  await desktop.close();
});

test('a window that steals the focus at random gets none of 2,000 characters, and the replies count them exactly', async () => {
  const thief = startThief();
  await until(() => said.includes('focus'), 'the first theft');
  let sent = 0;
  let stops = 0;
  while (sent < CHARACTERS) {
    const reply = await server.call('type_text', { window: 'user.txt', text: text.slice(sent), method: 'keys' });
    sent += sentBy(reply);
    if (reply.isError) stops++;
  }
  const ended = once(thief, 'exit');
  thief.kill();
  await ended;
  await until(async () => windowsOf(await server.must('windows')).some(({ active }) => active), 'Kate in front again');
  await server.must('key', { window: 'user.txt', key: 'ctrl+s' });
  await until(() => readIfThere(`${desktop.folder}/user.txt`)?.length, 'the text on disk');
  expect([readIfThere(`${desktop.folder}/user.txt`)?.trim(), keys()]).toEqual([text, []]);
  // It did try, and had the keyboard when nothing was sent.
  expect(stops).toBeGreaterThan(0);
  expect(said.filter((line) => line === 'focus').length).toBeGreaterThan(1);
}, 120_000);

test('two servers that want the keyboard for different programs at once each type into their own only', async () => {
  const allow = `${desktop.folder}/allow-other.txt`;
  writeFileSync(allow, 'kwrite\n');
  const other = await startServer({ env: { ...desktop.env, DESKTOP_MCP_ALLOW: allow } });
  desktop.start('kwrite', [`${desktop.folder}/other.txt`]);
  await until(async () => windowsOf(await other.must('windows')).length === 1, 'KWrite');
  const writers = [
    { with: server, file: 'user.txt', letter: 'K', sent: 0, rounds: 0 },
    { with: other, file: 'other.txt', letter: 'W', sent: 0, rounds: 0 },
  ];
  await Promise.all(
    writers.map(async (writer) => {
      for (; writer.rounds < 20; writer.rounds++) {
        const args = { window: writer.file, text: writer.letter.repeat(50), method: 'keys' };
        writer.sent += sentBy(await writer.with.call('type_text', args));
      }
    }),
  );
  for (const { with: its, file, letter, sent } of writers) {
    await its.must('key', { window: file, key: 'ctrl+s' });
    const typed = (): string | undefined => readIfThere(`${desktop.folder}/${file}`)?.replaceAll(/[a-z\s]/g, '');
    await until(
      () => typed() === letter.repeat(sent),
      () => `${sent} times ${letter} in ${file}, which holds ${typed()}`,
    );
    expect(sent).toBeGreaterThan(0);
  }
  await other.close();
});

test('a server that is killed while it types leaves the keyboard to the user', async () => {
  const titles = async (): Promise<string> =>
    windowsOf(await server.must('windows'))
      .map(({ title }) => title)
      .join();
  const before = await titles();
  const doomed = await startServer({ env: desktop.env });
  const typing = doomed.call('type_text', { window: 'user.txt', text: text.repeat(20), method: 'keys' });
  const end = typing.catch(() => undefined);
  await until(async () => (await titles()) !== before, 'the mark of a changed file in the title');
  process.kill(doomed.pid, 'SIGKILL');
  await end;
  const thief = startThief();
  await until(() => said.includes('window'), 'another program');
  const opened = performance.now();
  await until(() => said.includes('focus'), 'the keyboard for it');
  // Long before the guard would have ended by itself.
  expect(performance.now() - opened).toBeLessThan(2500);
  thief.kill();
});
