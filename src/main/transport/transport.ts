/**
 * MCP over stdio, one message a line. In place of the transport of the SDK, which ends the server at a line of more than
 * 10 MiB and answers nothing that is no message.
 */
import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { log } from '../../base/log.ts';
import { type Batches, createBatches } from './batches.ts';
import { createLineReader } from './lines.ts';
import { type Refusal, readLine, refuseTooLong } from './messages.ts';

/** The longest line that is read: that of the SDK's clients. */
const MAX_LINE_BYTES = 10 * 1024 * 1024;

export interface TransportOptions {
  input: Readable;
  output: Writable;
  /** Ids of requests that the boot has answered; the answers to their replay are not sent. */
  answered: (string | number)[];
  /** Told once, when the client has gone. */
  onEnd: () => void;
}

/** The transport of one client, continued after the boot. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #options: TransportOptions;
  readonly #answered: Set<string | number>;
  readonly #batches: Batches = createBatches((answers) => this.#answer(answers));
  #isClosed = false;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#answered = new Set(options.answered);
  }

  async start(): Promise<void> {
    const { input, output } = this.#options;
    const close = (): void => void this.close();
    const read = createLineReader(MAX_LINE_BYTES, {
      onLine: (line) => this.#take(line.toString('utf8')),
      onTooLong: (edges) => this.#refuse(refuseTooLong(edges, MAX_LINE_BYTES)),
    });
    output.on('error', close);
    input.on('error', close).on('end', close).on('close', close).on('data', read);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if ('result' in message && message.id !== undefined && this.#answered.delete(message.id)) return;
    if (!this.#batches.keeps(message)) await this.#write(message);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.onclose?.();
    this.#options.onEnd();
  }

  #take(line: string): void {
    const { isBatch, read } = readLine(line);
    if (isBatch) this.#batches.open(read);
    for (const { message, refusal } of read) {
      if (refusal && !isBatch) this.#refuse(refusal);
      if (message) this.#deliver(message);
    }
  }

  #deliver(message: JSONRPCMessage): void {
    this.onmessage?.(message);
    if ('method' in message && message.method === 'notifications/cancelled')
      this.#batches.drop(message.params?.['requestId']);
  }

  #refuse(refusal: Refusal): void {
    log('warn', `mcp: ${refusal.error.message}`);
    this.#answer(refusal);
  }

  /** Sends what nobody waits for. */
  #answer(message: object): void {
    this.#write(message).catch((error: Error) => log('debug', `mcp: ${error.message}`));
  }

  #write(message: object): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) reject(new Error('the client has gone'));
      else this.#options.output.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
    });
  }
}
