/** The server as a client sees it: a process spoken to over stdio. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/**
 * Starts `desktop-mcp` with `env` added to our environment; lines on its stderr go to `onLine`, else to ours. The caller
 * ends it with `close`.
 */
export async function startServer({ env, onLine } = {}) {
  const stderr = onLine ? 'pipe' : 'inherit';
  const transport = new StdioClientTransport({ command: 'desktop-mcp', env: { ...process.env, ...env }, stderr });
  if (onLine) createInterface({ input: transport.stderr }).on('line', onLine);
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(transport);
  // The workers start after this, as they do for every client.
  await client.listTools();

  /** Calls a tool: its text, its facts and how long it took. Throws the text of a failure. */
  const call = async (name, args = {}) => {
    const start = performance.now();
    const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
    const ms = performance.now() - start;
    const text = content.map((part) => part.text ?? '').join('\n');
    if (isError) throw new Error(`${name}: ${text}`);
    return { ms, text, facts: structuredContent };
  };

  const { pid } = transport;
  return { call, pid, rssMb: () => residentMb(pid), close: () => client.close() };
}

/** Starts a virtual session: the environment of programs outside that talk to it, and its accessibility bus. */
export async function startSession(call, size) {
  const { facts } = await call('session_start', size);
  const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: `unix:path=${facts.folder}/bus` };
  const question = '--session --print-reply=literal --dest=org.a11y.Bus /org/a11y/bus org.a11y.Bus.GetAddress';
  return { env, address: execFileSync('dbus-send', question.split(' '), { env, encoding: 'utf8' }).trim() };
}

/** Starts a virtual session with Kate on a new file, and gives the address of its accessibility bus. */
export async function startKate(call, size) {
  const { address } = await startSession(call, size);
  await call('launch', { app: 'kate', args: ['/tmp/bench.txt'] });
  return address;
}

/** Memory of a process that is in RAM now, in MB. */
function residentMb(pid) {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
