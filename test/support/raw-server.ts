/** The built server spoken to in raw lines, for what a client library would hide. No assertions here. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { writeLog } from './log.ts';

export interface RawReply {
  id?: number | string | null;
  result?: Record<string, unknown>;
  error?: { code: number; message: string };
}

export interface RawServer {
  process: ChildProcess;
  /** Every line of stdout so far, as it came. */
  lines: string[];
  log(): string;
  send(message: object): void;
  sendText(text: string): void;
  /** The reply to a request id. */
  reply(id: number | string): Promise<RawReply>;
  /** Exit code, or 128 + the number of the signal that ended it. */
  exit: Promise<number>;
}

const SIGNAL_NUMBERS: Record<string, number> = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 };

/** Starts `desktop-mcp`; the caller ends it by ending its stdin or by a signal. */
export function startRaw(args: string[] = [], env: Record<string, string> = {}): RawServer {
  const child = spawn('desktop-mcp', args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
  const lines: string[] = [];
  let log = '';
  const waiting = new Set<() => void>();
  child.stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString();
    writeLog(chunk);
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    for (const look of waiting) look();
  });
  const find = (id: number | string) =>
    lines.map((line) => JSON.parse(line) as RawReply).find((message) => message.id === id);
  return {
    process: child,
    lines,
    log: () => log,
    send: (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
    sendText: (text) => child.stdin.write(text),
    reply: (id) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = find(id);
          if (!found) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    exit: new Promise((resolve) => {
      child.on('exit', (code, signal) => resolve(code ?? 128 + (SIGNAL_NUMBERS[signal ?? ''] ?? 0)));
    }),
  };
}

/** The opening of a client of this name and protocol version. */
export function initialize(name = 'test', protocolVersion = '2025-11-25'): object {
  return {
    id: 1,
    method: 'initialize',
    params: { protocolVersion, capabilities: {}, clientInfo: { name, version: '1' } },
  };
}
