/** What a line of input holds as JSON-RPC 2.0 reads it, and the answer to what is no message. Pure. */
import { type JSONRPCMessage, parseJSONRPCMessage } from '@modelcontextprotocol/server';
import type { LineEdges } from './lines.ts';

/** Error codes of JSON-RPC 2.0. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const INVALID_PARAMS = -32_602;

type Id = string | number | null;

/** The answer to what is no message; its id is null where none can be known. */
export interface Refusal {
  jsonrpc: '2.0';
  id: Id;
  error: { code: number; message: string };
}

/** A message, or the answer to what is none; neither for what gets no answer. */
export interface Read {
  message?: JSONRPCMessage;
  refusal?: Refusal;
}

/** What a line holds; the answers to a batch, which is an array, are given in one too. */
export interface Line {
  isBatch: boolean;
  read: Read[];
}

/** Reads one line. A blank one holds nothing. */
export function readLine(line: string): Line {
  const only = (read?: Read): Line => ({ isBatch: false, read: read ? [read] : [] });
  if (line.trim() === '') return only();
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return only(refuse(null, PARSE_ERROR, 'Parse error: the line is no JSON.'));
  }
  if (!Array.isArray(value)) return only(readMessage(value));
  return value.length === 0
    ? only(invalid(null, 'the batch is empty.'))
    : { isBatch: true, read: value.map(readMessage) };
}

/** Answers a line of more than `maxBytes`. */
export function refuseTooLong(edges: LineEdges, maxBytes: number): Refusal {
  return refusal(
    idAtEdges(edges),
    INVALID_REQUEST,
    `Invalid Request: the message has more than ${maxBytes} bytes; send less at once.`,
  );
}

function readMessage(value: unknown): Read {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return invalid(null, 'a message is an object.');
  const { jsonrpc, id, method, params, result, error } = value as Record<string, unknown>;
  const known = typeof id === 'string' || typeof id === 'number' ? id : null;
  const isAnswer = method === undefined && (result !== undefined || error !== undefined);
  if (isAnswer) return parsed(value, () => ({})); // an answer is never answered
  if (jsonrpc !== '2.0') return invalid(known, 'jsonrpc must be "2.0".');
  if (typeof method !== 'string') return invalid(known, 'method must be a string.');
  if (id !== undefined && !isId(id)) return invalid(known, 'id must be a string or an integer.');
  if (result !== undefined || error !== undefined) return invalid(known, 'it is a request and an answer in one.');
  if (typeof params !== 'object' && params !== undefined) return invalid(known, 'params must be an object.');
  // Members that JSON-RPC does not name are left out, as is a null in place of no params.
  const message = { jsonrpc, method, ...(id === undefined ? {} : { id }), ...(params ? { params } : {}) };
  return parsed(message, () =>
    id === undefined
      ? {}
      : refuse(known, INVALID_PARAMS, 'Invalid params: params must be an object as MCP describes it.'),
  );
}

/** What the SDK makes of a message. */
function parsed(value: object, otherwise: () => Read): Read {
  try {
    return { message: parseJSONRPCMessage(value) };
  } catch {
    return otherwise();
  }
}

function isId(id: unknown): boolean {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

function invalid(id: Id, why: string): Read {
  return refuse(id, INVALID_REQUEST, `Invalid Request: ${why}`);
}

function refuse(id: Id, code: number, message: string): Read {
  return { refusal: refusal(id, code, message) };
}

function refusal(id: Id, code: number, message: string): Refusal {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

const ID = String.raw`"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)`;
const VERSION = String.raw`"jsonrpc"\s*:\s*"2\.0"`;
const METHOD = String.raw`"method"\s*:\s*"[^"\\]*"`;
/** The id first, as most clients write it, or last, as the official ones do; only of a request, which has a method. */
const FIRST = new RegExp(String.raw`^\s*\{\s*(?:(?:${VERSION}|${ID}|${METHOD})\s*,\s*)*`);
const LAST = new RegExp(String.raw`,\s*(?:${VERSION}\s*,\s*)?${ID}\s*(?:,\s*${VERSION}\s*)?\}\s*$`);

/** The id of a request, when it stands at one of the ends of its line; an answer to an answer would be mistaken. */
function idAtEdges({ head, tail }: LineEdges): Id {
  const [start = ''] = FIRST.exec(head) ?? [];
  if (!new RegExp(METHOD).test(start)) return null;
  const found = new RegExp(ID).exec(start)?.[1] ?? LAST.exec(tail)?.[1];
  if (found === undefined) return null;
  const id: unknown = JSON.parse(found);
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as string | number) : null;
}
