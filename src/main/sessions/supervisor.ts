/** Starts workers on first need, hands each its rights, replaces what crashed or hangs. */
import { closeSync, writeSync } from 'node:fs';
import { type TransferListItem, Worker } from 'node:worker_threads';
import { log } from '../../base/log.ts';
import { type Connection, connect } from '../../protocol/channel.ts';

/** What a worker is started with. Nothing else of the process's environment reaches it. */
export interface WorkerStart {
  options: object;
  ports?: Record<string, TransferListItem>;
  environment?: Record<string, string>;
}

export interface WorkerSpec {
  /** Name in logs and errors. */
  name: string;
  /** The worker's bundle. */
  url: URL;
  /** Called at every start of the thread. */
  start: () => WorkerStart;
  /** Told when the thread ended without being asked to. */
  onLost?: (reason: string) => void;
}

export interface WorkerHandle<Actor, Events> {
  /** The connection to the running thread, which is started when there is none. */
  connection(): Connection<Actor, Events>;
  /** Sends a message with transferred parts to the thread, starting it when needed. */
  post(message: object, transfer: TransferListItem[]): void;
  isRunning(): boolean;
  /** Ends the thread; a later `connection()` starts a new one. */
  close(): Promise<void>;
}

/** What an eventfd counts up by (eventfd(2): eight bytes, native order). */
const WAKE = new Uint8Array(new BigUint64Array([1n]).buffer);

/** Heap limits of a worker: small young generations keep a process of five threads small. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 512 };

/** Makes the handle of a worker; its thread starts at the first use. The caller closes it. */
export function superviseWorker<Actor extends object, Events = Record<string, never>>(
  spec: WorkerSpec,
): WorkerHandle<Actor, Events> {
  let running: { worker: Worker; connection: Connection<Actor, Events>; wakeFd: number | undefined } | undefined;

  const launch = (): NonNullable<typeof running> => {
    const { options, ports = {}, environment = {} } = spec.start();
    const worker = new Worker(spec.url, {
      name: spec.name,
      env: environment,
      stdout: true,
      workerData: { options, ports },
      transferList: Object.values(ports),
      resourceLimits: RESOURCE_LIMITS,
    });
    // Not piped: each pipe leaves five listeners on stderr, and there are four workers a session.
    worker.stdout.on('data', (piece: Buffer) => process.stderr.write(piece));
    const connection = connect<Actor, Events>(worker, () => lose('it did not answer to a cancel'));
    const started: NonNullable<typeof running> = { worker, connection, wakeFd: undefined };
    worker.on('message', (message: { event?: string; data?: { wakeFd?: number } } | undefined) => {
      if (message?.event === 'started') started.wakeFd = message.data?.wakeFd;
    });
    const lose = (reason: string): void => {
      connection.lose(`The ${spec.name} worker was lost: ${reason}.`);
      if (running !== started) return;
      running = undefined;
      log('warn', `worker ${spec.name} lost: ${reason}`);
      void terminate(started);
      spec.onLost?.(reason);
    };
    worker.on('error', (error) => lose(error instanceof Error ? error.message : String(error)));
    worker.on('messageerror', (error) => lose(error.message));
    worker.on('exit', (code) => {
      if (started.wakeFd !== undefined) closeSync(started.wakeFd);
      started.wakeFd = undefined;
      lose(`it ended with code ${code}`);
    });
    return started;
  };

  return {
    connection: () => (running ??= launch()).connection,
    post: (message, transfer) => (running ??= launch()).worker.postMessage(message, transfer),
    isRunning: () => running !== undefined,
    close: async () => {
      const ending = running;
      running = undefined;
      if (!ending) return;
      ending.connection.lose('The worker was stopped.');
      await terminate(ending);
    },
  };
}

/** Ends a thread. One that waits in a native call is woken through its descriptor, or it would not end. */
async function terminate({ worker, wakeFd }: { worker: Worker; wakeFd: number | undefined }): Promise<void> {
  if (wakeFd !== undefined) writeSync(wakeFd, WAKE);
  await worker.terminate();
}
