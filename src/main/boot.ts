#!/usr/bin/env node
/**
 * The first bytes: answers `initialize` and `tools/list` from JSON made at build time, at the speed of bare Node, then
 * loads the core and hands it what was read. It decides nothing else; a test asserts that its answers equal the core's.
 */
import { readFileSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Resume } from './core.ts';

interface Message {
  id?: string | number;
  method?: string;
  params?: { protocolVersion?: string; clientInfo?: { name?: string }; _meta?: object };
}

interface Prepared {
  versions: string[];
  initialize: { protocolVersion: string };
  structureFirst: string;
}

const CHUNK_BYTES = 65_536;

/** Answers what it can and returns what the core has to go on with. Returns undefined at end of input. */
function greet(): Resume | undefined {
  const prepared = JSON.parse(readFileSync(join(__dirname, 'initialize.json'), 'utf8')) as Prepared;
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  const resume: Resume = { pending: Buffer.alloc(0), answered: [] };
  let unread = Buffer.alloc(0);
  let client = '';
  const stop = (): Resume => ({ ...resume, pending: Buffer.concat([resume.pending, unread]) });
  for (;;) {
    const end = unread.indexOf(10);
    if (end < 0) {
      const count = readChunk(chunk);
      if (count === 0) return undefined;
      if (count < 0) return stop();
      unread = Buffer.concat([unread, chunk.subarray(0, count)]);
      continue;
    }
    const line = unread.subarray(0, end + 1);
    const message = parse(line);
    const isOpening = message?.method === 'initialize' && resume.answered.length === 0 && !message.params?._meta;
    if (isOpening && message.id !== undefined) {
      client = message.params?.clientInfo?.name ?? '';
      const { protocolVersion = '' } = message.params ?? {};
      const known = prepared.versions.includes(protocolVersion);
      put(message.id, known ? { ...prepared.initialize, protocolVersion } : prepared.initialize);
      resume.answered.push(message.id);
    } else if (message?.method === 'tools/list' && message.id !== undefined && resume.answered.length === 1) {
      const form = new RegExp(prepared.structureFirst, 'i').test(client) ? 'plain' : 'structured';
      putRaw(message.id, readFileSync(join(__dirname, `tools-${form}.json`), 'utf8'));
      unread = unread.subarray(end + 1);
      return stop();
    } else if (message?.method !== 'notifications/initialized') {
      return stop();
    }
    resume.pending = Buffer.concat([resume.pending, line]);
    unread = unread.subarray(end + 1);
  }
}

/** Bytes read from stdin; 0 at its end, -1 when it must be read another way. */
function readChunk(chunk: Buffer): number {
  try {
    return readSync(0, chunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EOF') return 0;
    return -1;
  }
}

function parse(line: Buffer): Message | undefined {
  try {
    return JSON.parse(line.toString('utf8')) as Message;
  } catch {
    return undefined;
  }
}

function put(id: string | number, result: object): void {
  putRaw(id, JSON.stringify(result));
}

function putRaw(id: string | number, result: string): void {
  let bytes = Buffer.from(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}\n`);
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(1, bytes));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE') process.exit(0);
      if (code !== 'EAGAIN') throw error;
    }
  }
}

/** The core is a bundle of its own, so that the boot stays small. */
const CORE = './core.mjs';
const loadCore = (): Promise<typeof import('./core.ts')> => import(CORE);

if (process.argv.length > 2) {
  void loadCore().then(({ main }) => main(process.argv.slice(2)));
} else {
  const resume = greet();
  if (resume) void loadCore().then(({ serve }) => serve(resume));
}
