/** What any MCP client sees of the server, without a session. */

import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, onTestFinished, test } from 'vitest';
import { initialize, type RawServer, startRaw } from '../../support/raw-server.ts';
import { startServer, type TestServer } from '../../support/server.ts';

async function server(options?: Parameters<typeof startServer>[0]): Promise<TestServer> {
  const started = await startServer(options);
  onTestFinished(() => started.close());
  return started;
}

function raw(args?: string[]): RawServer {
  const started = startRaw(args);
  onTestFinished(() => void started.process.kill('SIGKILL'));
  return started;
}

async function greet(started: RawServer, name: string, version: string) {
  started.send(initialize(name, version));
  const greeting = await started.reply(1);
  started.send({ method: 'notifications/initialized' });
  started.send({ id: 2, method: 'tools/list' });
  return { greeting, list: await started.reply(2) };
}

test.each([
  ['test', '2025-11-25'],
  ['claude-code', '2025-06-18'],
  ['Visual Studio Code', '2024-11-05'],
  ['old', '1999-01-01'],
])('the boot answers %s of %s as the core would', async (name, version) => {
  const fast = await greet(raw(), name, version);
  const full = await greet(raw(['--structured', 'auto']), name, version);
  expect(fast).toEqual(full);
  expect(fast.greeting.result).toHaveProperty('instructions');
});

test('what follows the boot is answered by the core, whatever was in one chunk', async () => {
  const started = raw();
  const lines = [
    initialize(),
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
    { id: 3, method: 'tools/call', params: { name: 'session_info', arguments: {} } },
    { id: 4, method: 'ping' },
  ].map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }));
  started.sendText(`${lines.join('\n')}\n`);
  expect(await started.reply(3)).toMatchObject({ result: { content: [{ text: 'no session' }] } });
  expect(await started.reply(4)).toMatchObject({ result: {} });
  expect(started.lines.map((line) => (JSON.parse(line) as { id: number }).id).toSorted()).toEqual([1, 2, 3, 4]);
});

test('a client that lists no tools and cuts its bytes anywhere is served too', async () => {
  const started = raw();
  const bytes = Buffer.from(
    `${JSON.stringify({ jsonrpc: '2.0', ...initialize('kütüphane 漢') })}\n${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'ping' })}\n`,
  );
  for (const byte of bytes) started.process.stdin?.write(Buffer.from([byte]));
  expect(await started.reply(1)).toHaveProperty('result.serverInfo');
  expect(await started.reply(2)).toMatchObject({ result: {} });
});

test('the official clients of both lines list and call the tools', async () => {
  const v1 = new ClientV1({ name: 'test', version: '1' });
  await v1.connect(new TransportV1({ command: 'desktop-mcp', env: { PATH: process.env['PATH'] ?? '' } }));
  onTestFinished(() => v1.close());
  const modern = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await modern.connect(new StdioClientTransport({ command: 'desktop-mcp', env: { PATH: process.env['PATH'] ?? '' } }));
  onTestFinished(() => modern.close());
  const names = (await v1.listTools()).tools.map(({ name }) => name);
  expect((await modern.listTools()).tools.map(({ name }) => name)).toEqual(names);
  expect(names).toContain('session_start');
  expect(await v1.callTool({ name: 'session_info', arguments: {} })).toMatchObject({
    structuredContent: { sessions: [] },
  });
  expect(await modern.callTool({ name: 'session_info', arguments: {} })).toMatchObject({
    structuredContent: { sessions: [] },
  });
});

test('structured content is left out for Claude Code and there for others', async () => {
  const plain = await (await server({ clientName: 'claude-code' })).client.callTool({
    name: 'session_info',
    arguments: {},
  });
  expect(plain).not.toHaveProperty('structuredContent');
  expect(plain).toMatchObject({ content: [{ type: 'text', text: 'no session' }] });
  expect((await (await server()).must('session_info')).facts).toEqual({ sessions: [], held: [], consents: [] });
});

test('bad calls are two-line errors, and the server goes on', async () => {
  const { call, client } = await server();
  const cases: [string, Record<string, unknown>, string, string][] = [
    ['pointer_click', {}, 'There is no tool "pointer_click".', 'Use click instead.'],
    ['tree', { apps: 'kate' }, 'tree has no argument "apps".', 'Did you mean "app"?'],
    ['click', { id: 'x' }, 'Argument "id" of click is wrong', 'It takes'],
    ['key', { key: 'a'.repeat(500) }, 'Argument "key" of key is wrong', 'It takes'],
    ['tree', { session: 'nowhere' }, 'There is no session "nowhere".', 'Call session_start'],
    ['tree', {}, 'No session is running.', 'Call session_start'],
    ['find', { session: 'nowhere', query: '漢'.repeat(1001) }, 'Argument "query" of find is wrong', 'It takes'],
  ];
  for (const [name, args, first, second] of cases) {
    const reply = await call(name, args);
    const [what = '', next = '', ...rest] = reply.text.split('\n');
    expect([reply.isError, what.startsWith(first), next.startsWith(second), rest], `${name}: ${reply.text}`).toEqual([
      true,
      true,
      true,
      [],
    ]);
  }
  await client.ping();
});

test('what is no message is answered as JSON-RPC says, and the server goes on', async () => {
  const started = raw();
  await greet(started, 'test', '2025-11-25');
  started.sendText('garbage\n[]\n{"jsonrpc":"2.0","id":null,"method":"ping"}\n\n{"a":1}\n');
  started.sendText('{"jsonrpc":"2.0","id":1.5,"method":"ping"}\n42\n');
  started.sendText('[{"jsonrpc":"2.0","id":"a","method":"ping"},{"jsonrpc":"2.0","id":"b","method":"ping"}]\n');
  started.send({ id: 9, method: 'no/such' });
  expect(await started.reply(9)).toMatchObject({ error: { code: -32_601 } });
  const sent = started.lines.map((line) => JSON.parse(line) as { id?: unknown; error?: { code: number } });
  const answers = sent.filter(({ error, id }) => error !== undefined && id !== 9);
  expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
    [null, -32_700],
    ...[null, null, null, 1.5, null].map((id) => [id, -32_600]),
  ]);
  expect(sent.filter(Array.isArray)).toEqual([
    [expect.objectContaining({ id: 'a' }), expect.objectContaining({ id: 'b' })],
  ]);
});

test.each([true, false])(
  'a line that is too long is answered, and the next one is read; opened before: %s',
  async (isOpened) => {
    const started = raw();
    if (isOpened) await greet(started, 'test', '2025-11-25');
    const huge = 'x'.repeat(11 * 1024 * 1024);
    started.send({ id: 34, method: 'tools/call', params: { name: 'find', arguments: { query: huge } } });
    started.sendText(`${huge}\n`);
    expect(await started.reply(34)).toMatchObject({ error: { code: -32_600 } });
    if (!isOpened) await greet(started, 'test', '2025-11-25');
    started.send({ id: 35, method: 'ping' });
    expect(await started.reply(35)).toMatchObject({ result: {} });
    expect(started.lines.filter((line) => line.includes('10485760'))).toHaveLength(2);
    started.process.stdin?.end();
    expect(await started.exit).toBe(0);
  },
);

test('the end of input ends a server that was never opened', async () => {
  const started = raw();
  started.sendText('garbage\n');
  started.process.stdin?.end();
  expect(await started.exit).toBe(0);
});

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
  ['SIGHUP', 129],
] as const)('ends with the code of %s', async (signal, code) => {
  const started = raw(['--structured', 'auto']);
  await greet(started, 'test', '2025-11-25');
  started.process.kill(signal);
  expect(await started.exit).toBe(code);
});

test('ends with 0 at the end of its input, before and after the opening', async () => {
  const silent = raw();
  silent.process.stdin?.end();
  expect(await silent.exit).toBe(0);
  const opened = raw();
  await greet(opened, 'test', '2025-11-25');
  opened.send({ id: 3, method: 'ping' });
  await opened.reply(3);
  opened.process.stdin?.end();
  expect(await opened.exit).toBe(0);
});

test('help exits 0 on stdout, a usage error 2 on stderr', async () => {
  const help = raw(['--help']);
  expect(await help.exit).toBe(0);
  expect(help.lines[0]).toContain('Usage: desktop-mcp');
  const wrong = raw(['--nonsense']);
  expect(await wrong.exit).toBe(2);
  expect([wrong.lines, wrong.log()]).toEqual([[], expect.stringContaining('--nonsense')]);
});
