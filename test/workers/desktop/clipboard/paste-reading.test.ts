import { expect, onTestFinished, test } from 'vitest';
import { type PasteReading, watchReading } from '../../../../src/workers/desktop/clipboard/paste-reading.ts';
import { close } from '../../../../src/workers/platform/linux/descriptors.ts';
import { openPipe, pipeName } from '../../../../src/workers/platform/linux/pipe.ts';
import { ownProcesses } from '../../../../src/workers/platform/linux/processes.ts';

const TEXT = 'text/plain';

/** A pipe that this process has open, as the kernel names it. */
function ownPipe(): string {
  const { readFd, writeFd } = openPipe();
  onTestFinished(() => [readFd, writeFd].forEach(close));
  return pipeName(readFd);
}

const request = (type: string, pipe: string, isServed = true) => ({ mimeType: type, pipe, send: async () => isServed });

/** A reading that has begun. */
async function begun(): Promise<PasteReading> {
  const reading = watchReading(ownProcesses(), process.pid);
  await reading.start();
  return reading;
}

test('a text that the program itself fetched is read once it asks no more; another process is waited for longer', async () => {
  const [ours, others] = [await begun(), await begun()];
  others.onSend(request(TEXT, 'pipe:[1]'));
  ours.onSend(request(TEXT, ownPipe()));
  const order: string[] = [];
  const started = performance.now();
  const isRead = await Promise.all([
    others.finished(2000).finally(() => order.push('another process')),
    ours.finished(2000).finally(() => order.push('the program')),
  ]);
  expect([isRead, order]).toEqual([
    [true, true],
    ['the program', 'another process'],
  ]);
  expect(performance.now() - started).toBeGreaterThan(290);
});

test('what was fetched before the paste, as by a clipboard manager, does not count', async () => {
  const reading = watchReading(ownProcesses(), process.pid);
  reading.onSend(request(TEXT, 'pipe:[1]'));
  await Promise.resolve();
  await reading.start();
  expect(await reading.finished(20)).toBe(false);
});

test('the mark of a secret is no text, and a reader that went away has read nothing', async () => {
  const reading = await begun();
  reading.onSend(request('x-kde-passwordManagerHint', ownPipe()));
  reading.onSend(request(TEXT, ownPipe(), false));
  expect(await reading.finished(20)).toBe(false);
});

test('a program that asks again and again is not waited for without end', async () => {
  const reading = await begun();
  const pipe = ownPipe();
  const asking = setInterval(() => reading.onSend(request(TEXT, pipe)), 20);
  onTestFinished(() => clearInterval(asking));
  expect(await reading.finished(1000)).toBe(true);
});

test('a cancel ends the wait', async () => {
  const reading = await begun();
  const cancel = new AbortController();
  const waiting = reading.finished(60_000, cancel.signal);
  cancel.abort();
  expect(await waiting).toBe(false);
});
