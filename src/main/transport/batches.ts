/** Batches of JSON-RPC: the answers to the messages of one line leave in one line. */
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server';
import type { Read, Refusal } from './messages.ts';

/** An answer to a message of a batch. */
type Answer = JSONRPCMessage | Refusal;

export interface Batches {
  /** Takes note of a batch, whose messages are then handed on one by one. */
  open(read: readonly Read[]): void;
  /** Whether this answer belongs to a batch; it leaves with the last one. */
  keeps(answer: JSONRPCMessage): boolean;
  /** The client does not want this answer any more: it will not come. */
  drop(id: unknown): void;
}

interface Batch {
  waiting: RequestId[];
  answers: Answer[];
}

/** Makes an empty list; `write` sends the answers to one batch. */
export function createBatches(write: (answers: Answer[]) => void): Batches {
  const open = new Set<Batch>();
  /** Takes the id from the batch that waits for it. */
  const take = (id: unknown): Batch | undefined => {
    for (const batch of open) {
      const at = batch.waiting.findIndex((one) => one === id);
      if (at < 0) continue;
      batch.waiting.splice(at, 1);
      return batch;
    }
    return undefined;
  };
  const sendIfDone = (batch: Batch): void => {
    if (batch.waiting.length > 0) return;
    open.delete(batch);
    if (batch.answers.length > 0) write(batch.answers);
  };
  return {
    open: (read) => {
      const waiting = read.flatMap(({ message }) =>
        message && 'method' in message && 'id' in message ? [message.id] : [],
      );
      const batch: Batch = { waiting, answers: read.flatMap(({ refusal }) => refusal ?? []) };
      open.add(batch);
      sendIfDone(batch);
    },
    keeps: (answer) => {
      if ('method' in answer) return false;
      const batch = take(answer.id);
      if (!batch) return false;
      batch.answers.push(answer);
      sendIfDone(batch);
      return true;
    },
    drop: (id) => {
      const batch = take(id);
      if (batch) sendIfDone(batch);
    },
  };
}
