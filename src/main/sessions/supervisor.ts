/** Starts workers on first need, hands each its rights, replaces what crashed or hangs. */
import { closeSync, writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type TransferListItem, Worker } from 'node:worker_threads';
import { log } from '../../base/log.ts';
import { type Connection, connect, createEmitter, type Emit } from '../../protocol/channel.ts';
import type { WorkerEvents } from '../../protocol/worker.ts';

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

export interface WorkerHandle<Actor, Events = object, Received = object> {
  /** The connection to the running thread, which is started when there is none. */
  connection(): Connection<Actor, Events>;
  /** Sends an event to the thread, which is started when there is none. */
  emit: Emit<Received>;
  isRunning(): boolean;
  /** Ends the thread; a later `connection()` starts a new one. */
  close(): Promise<void>;
}

/** What an eventfd counts up by (eventfd(2): eight bytes, native order). */
const WAKE = new Uint8Array(new BigUint64Array([1n]).buffer);

/** Heap limits of a worker: small young generations keep a process of five threads small. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 512 };

/** Time that a thread has to end. */
const TERMINATE_MS = 1000;

interface Running<Actor, Events> {
  worker: Worker;
  connection: Connection<Actor, Events & WorkerEvents>;
  /** Known once the worker has said it. */
  wakeFd: number | undefined;
}

/** Makes the handle of a worker; its thread starts at the first use. The caller closes it. */
export function superviseWorker<Actor extends object, Events = object, Received = object>(
  spec: WorkerSpec,
): WorkerHandle<Actor, Events, Received> {
  let running: Running<Actor, Events> | undefined;

  const launch = (): Running<Actor, Events> => {
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
    const connection = connect<Actor, Events & WorkerEvents>(worker, () => lose('it did not answer to a cancel'));
    const started: Running<Actor, Events> = { worker, connection, wakeFd: undefined };
    connection.on('started', ({ wakeFd }) => {
      started.wakeFd = wakeFd;
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
    emit: (...event) => createEmitter<Received>((running ??= launch()).worker)(...event),
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

/**
 * Ends a thread. One that waits in a native call is woken through its descriptor, or it would not end. One that ends all
 * the same not is left behind: nothing else may hang with it.
 */
async function terminate({ worker, wakeFd }: { worker: Worker; wakeFd: number | undefined }): Promise<void> {
  if (wakeFd !== undefined) writeSync(wakeFd, WAKE);
  const isLate = await Promise.race([worker.terminate().then(() => false), delay(TERMINATE_MS, true, { ref: false })]);
  if (isLate) log('error', `a thread did not end within ${TERMINATE_MS} ms`);
}
