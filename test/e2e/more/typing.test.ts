/** What a reply says of a text, and what the program that it was typed into says. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../support/server.ts';
import { startSession, until } from '../../support/session.ts';
import { contentOf, type Probe, prepareProbe, TOOLKITS } from '../../support/truth.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
// Windows of a test before would cover those of the next one.
beforeEach(async () => void (await startSession(server)));
afterEach(async () => void (await server.must('session_stop')));

const LONG = 'The quick brown fox jumps over the lazy dog. '.repeat(60);

/** Runs a program while it is looked at. */
async function withProbe(
  [toolkit, thiefMs]: [(typeof TOOLKITS)[number], number | undefined],
  look: (probe: Probe, field: (name: string) => Record<string, unknown>) => Promise<void>,
): Promise<void> {
  const probe = await prepareProbe(toolkit, thiefMs === undefined ? {} : { thiefMs });
  try {
    await server.must('launch', { ...probe.launch, wait_ms: 40_000 });
    await until(() => probe.lines().includes('ready'), 'the program');
    await server.must('wait_idle', { app: probe.app, timeout_ms: 20_000 });
    const role = toolkit === 'Firefox' || toolkit === 'Chromium' ? 'entry' : 'text';
    await look(probe, (query) => ({ app: probe.app, query, role, match: 'exact' }));
  } finally {
    probe.close();
  }
}

test.each(TOOLKITS)(
  '%s: a long text ends where the focus leaves its field, and the reply says how much is there',
  { timeout: 60_000 },
  async (toolkit) =>
    withProbe([toolkit, 30], async (probe, field) => {
      const reply = await server.call('type_text', { ...field('Name'), text: LONG });
      const thief = toolkit === 'Firefox' || toolkit === 'Chromium' ? 'Notes' : 'Thief';
      const report = new RegExp(
        `^Typing ended after (\\d+) characters of 2700: \\[\\d+\\] \\w+ "${thief}" took the focus; ` +
          '(\\d+) of them are in \\[\\d+\\] \\w+ "Name"',
      );
      expect(reply.text).toMatch(report);
      const [, sent, there] = report.exec(reply.text) ?? [];
      await until(() => contentOf(probe, 'Name')?.length === Number(there), `${there} characters in the field`);
      expect(Number(sent)).toBeLessThan(1000);
    }),
);

test.each(TOOLKITS)('%s: fields that take less than a text say what they hold', { timeout: 60_000 }, async (toolkit) =>
  withProbe([toolkit, undefined], async (probe, field) => {
    const short = await server.must('type_text', { ...field('Short'), text: 'abcdefgh' });
    expect(short.text).toBe('typed 8 characters (keys); the field holds "abcd"');
    const full = await server.must('type_text', { ...field('Short'), text: 'abcd', method: 'paste' });
    expect(full.text).toMatch(/holds "abcd"|^typed 4 characters \(paste\)$/);
    const fixed = await server.call('type_text', { ...field('Fixed'), text: 'xyz' });
    expect([fixed.isError, fixed.text]).toEqual([true, expect.stringMatching(/"Fixed" .*read-only; nothing was sent/)]);
    expect((await server.must('type_text', { ...field('Name'), text: 'Zoë 漢字' })).text).toMatch(
      /^typed 6 characters \(paste\)$/,
    );
    expect(contentOf(probe, 'Name')).toBe('Zoë 漢字');
  }),
);

test.each(TOOLKITS)('%s: a Return in a text that is pasted is a Return', { timeout: 60_000 }, async (toolkit) =>
  withProbe([toolkit, undefined], async (probe, field) => {
    await server.must('type_text', { ...field('Name'), text: '漢字\n' });
    expect(contentOf(probe, 'Name')).toBe('漢字');
    await server.must('type_text', { ...field('Notes'), text: '漢\n  字\n', method: 'paste' });
    expect(contentOf(probe, 'Notes')).toBe('漢\n  字\n');
  }),
);

test.each(TOOLKITS)('%s: a text arrives as it is while Caps Lock is on', { timeout: 60_000 }, async (toolkit) =>
  withProbe([toolkit, undefined], async (probe, field) => {
    await server.must('key', { key: 'Caps_Lock' });
    await server.must('type_text', { ...field('Name'), text: 'Hello World 1', method: 'keys' });
    await until(() => contentOf(probe, 'Name') === 'Hello World 1', 'the text');
    for (const key of ['a', 'B']) await server.must('key', { key });
    await until(() => contentOf(probe, 'Name') === 'Hello World 1aB', 'two letters more');
    await server.must('key', { key: 'Caps_Lock' });
    await server.must('type_text', { ...field('Name'), text: 'Xy', method: 'keys' });
    await until(() => contentOf(probe, 'Name')?.includes('Xy'), 'a text without Caps Lock');
  }),
);
