import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { superviseWorker, type WorkerHandle } from '../../../src/main/sessions/supervisor.ts';

interface Odd {
  thread(): Promise<number>;
  options(): Promise<object>;
  environment(): Promise<string[]>;
  print(): Promise<void>;
  die(): Promise<void>;
  crash(): Promise<void>;
  block(pipe: string): Promise<string>;
  hang(signal?: AbortSignal): Promise<void>;
}

const handles: WorkerHandle<Odd>[] = [];
afterEach(() => Promise.all(handles.splice(0).map((handle) => handle.close())));

function supervise(lost: string[] = []): WorkerHandle<Odd> {
  const handle = superviseWorker<Odd>({
    name: 'odd',
    url: new URL('../../support/odd-worker.mjs', import.meta.url),
    start: () => ({ options: { answer: 42 }, environment: { ONLY: 'this' } }),
    onLost: (reason) => lost.push(reason),
  });
  handles.push(handle);
  return handle;
}

test('starts the thread at the first use, with its options and nothing else of the environment', async () => {
  const worker = supervise();
  expect(worker.isRunning()).toBe(false);
  const { call } = worker.connection();
  expect(await call.options()).toEqual({ answer: 42 });
  expect(await call.environment()).toEqual(['ONLY']);
});

test.each(['die', 'crash'] as const)('replaces a worker that ends by %s; calls to it fail at once', async (end) => {
  const lost: string[] = [];
  const worker = supervise(lost);
  const first = await worker.connection().call.thread();
  const pending = worker.connection().call.hang();
  const dying = worker.connection().call[end]();
  await expect(pending).rejects.toMatchObject({ code: 'worker_lost' });
  await dying.catch(() => undefined);
  expect(lost).toHaveLength(1);
  expect(await worker.connection().call.thread()).not.toBe(first);
});

test('replaces a worker that does not answer to a cancel', async () => {
  const worker = supervise();
  const first = await worker.connection().call.thread();
  const controller = new AbortController();
  const hanging = worker.connection().call.hang(controller.signal);
  controller.abort();
  await expect(hanging).rejects.toMatchObject({
    code: 'worker_lost',
    message: expect.stringContaining('did not answer to a cancel'),
  });
  expect(await worker.connection().call.thread()).not.toBe(first);
});

test('a thread that nothing can end holds up nobody', async () => {
  const pipe = join(mkdtempSync(join(tmpdir(), 'supervisor-')), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const worker = supervise();
  await worker.connection().call.thread();
  const blocked = worker.connection().call.block(pipe);
  // Fails until somebody waits at the other end.
  const writer = await vi.waitFor(() => openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK));
  const startedMs = performance.now();
  const closing = worker.close();
  await expect(blocked).rejects.toMatchObject({ code: 'worker_lost' });
  await closing;
  expect(performance.now() - startedMs).toBeLessThan(2000);
  closeSync(writer); // lets it go
});

test('is not told of an end that was asked for', async () => {
  const lost: string[] = [];
  const worker = supervise(lost);
  await worker.connection().call.thread();
  await worker.close();
  expect(lost).toEqual([]);
  expect(worker.isRunning()).toBe(false);
});

test('the workers of several sessions leave no warning', async () => {
  const warnings: string[] = [];
  const onWarning = ({ message }: Error): void => void warnings.push(message);
  process.on('warning', onWarning);
  onTestFinished(() => void process.off('warning', onWarning));
  for (let count = 0; count < 12; count++) await supervise().connection().call.thread();
  expect(warnings).toEqual([]);
});
