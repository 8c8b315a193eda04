import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { MessageChannel, Worker } from 'node:worker_threads';
import { build } from 'rolldown';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../../src/protocol/channel.ts';
import type { InputActor, InputOptions } from '../../../src/protocol/input.ts';
import { createStopFlag } from '../../../src/protocol/stop-flag.ts';

/** Bundles the worker as the build does, into a folder from which it finds its packages. */
async function bundle(): Promise<{ folder: string; worker: string }> {
  const folder = mkdtempSync(resolve('node_modules/.test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const worker = join(folder, 'worker.mjs');
  await build({
    input: 'src/workers/input/entry.ts',
    platform: 'node',
    external: ['koffi'],
    output: { file: worker, codeSplitting: false },
  });
  return { folder, worker };
}

/** The socket of the first client of a bus that never answers. */
async function firstClient(path: string): Promise<{ client: Promise<Socket> }> {
  const server = createServer();
  onTestFinished(() => void server.close());
  const client = new Promise<Socket>((found) => server.once('connection', found));
  await new Promise<void>((listening) => server.listen(path, listening));
  return { client };
}

test('a connection ends with its worker, though that was terminated', async () => {
  const { folder, worker: file } = await bundle();
  const { client } = await firstClient(join(folder, 'bus'));
  const { port2 } = new MessageChannel();
  const source = { kind: 'eis', busAddress: `unix:path=${folder}/bus` } as const;
  const options: InputOptions = { source, stopFlag: createStopFlag().memory };
  const worker = new Worker(file, { workerData: { options, ports: { desktop: port2 } }, transferList: [port2] });
  const status = connect<InputActor>(worker, () => undefined).call.status();
  status.catch(() => undefined); // it is never answered
  const socket = await client;
  const closed = new Promise((gone) => socket.resume().once('close', gone));
  await worker.terminate();
  await expect(closed).resolves.toBe(false);
});
