#!/usr/bin/env node
/**
 * The first bytes: answers `initialize` and `tools/list` from JSON made at build time, at the speed of bare Node, then
 * loads the core and hands it what was read. It decides nothing else; a test asserts that its answers equal the core's.
 */
import { readFileSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Resume } from './core.ts';

type Id = string | number;

/** A message that is answered or passed over here; the core has all others. */
type Opening =
  | { kind: 'initialize'; id: Id; protocolVersion: string; client: string }
  | { kind: 'list'; id: Id }
  | { kind: 'initialized' };

interface Prepared {
  versions: string[];
  initialize: { protocolVersion: string };
  structureFirst: string;
}

const CHUNK_BYTES = 65_536;
/** A line that is longer is none of those that are answered here. */
const MAX_LINE_BYTES = 1_048_576;

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
      const count = unread.length > MAX_LINE_BYTES ? -1 : readChunk(chunk);
      if (count === 0) return undefined;
      if (count < 0) return stop();
      unread = Buffer.concat([unread, chunk.subarray(0, count)]);
      continue;
    }
    const line = unread.subarray(0, end + 1);
    const opening = readOpening(line);
    if (opening?.kind === 'initialize' && resume.answered.length === 0) {
      const { id, protocolVersion } = opening;
      client = opening.client;
      const isKnown = prepared.versions.includes(protocolVersion);
      put(id, isKnown ? { ...prepared.initialize, protocolVersion } : prepared.initialize);
      resume.answered.push(id);
    } else if (opening?.kind === 'list' && resume.answered.length === 1) {
      const form = new RegExp(prepared.structureFirst, 'i').test(client) ? 'plain' : 'structured';
      putRaw(opening.id, readFileSync(join(__dirname, `tools-${form}.json`), 'utf8'));
      unread = unread.subarray(end + 1);
      return stop();
    } else if (opening?.kind !== 'initialized') {
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

/** Reads a line; undefined for what is not just as MCP describes it. */
function readOpening(line: Buffer): Opening | undefined {
  const { jsonrpc, id, method, params } = membersOf(parse(line));
  if (jsonrpc !== '2.0') return undefined;
  if (method === 'notifications/initialized') return id === undefined ? { kind: 'initialized' } : undefined;
  if (!isId(id)) return undefined;
  if (method === 'tools/list') return { kind: 'list', id };
  const { protocolVersion, capabilities, clientInfo, _meta } = membersOf(params);
  const { name, version } = membersOf(clientInfo);
  const isWhole = typeof capabilities === 'object' && capabilities !== null && typeof version === 'string';
  if (method !== 'initialize' || !isWhole || _meta !== undefined) return undefined;
  if (typeof protocolVersion !== 'string' || typeof name !== 'string') return undefined;
  return { kind: 'initialize', id, protocolVersion, client: name };
}

function isId(id: unknown): id is Id {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

/** The members of an object; none of anything else. */
function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function parse(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    return undefined;
  }
}

function put(id: Id, result: object): void {
  putRaw(id, JSON.stringify(result));
}

function putRaw(id: Id, result: string): void {
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
