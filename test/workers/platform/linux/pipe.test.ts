import { openSync, readdirSync, writeSync } from 'node:fs';
import { expect, test } from 'vitest';
import { close } from '../../../../src/workers/platform/linux/descriptors.ts';
import { openPipe, readPipe, writePipe } from '../../../../src/workers/platform/linux/pipe.ts';

const limits = { timeoutMs: 1000, accept: () => true };

test('brings many bytes through, to the end', async () => {
  const { readFd, writeFd } = openPipe();
  const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => index % 251));
  const [read, isWritten] = await Promise.all([readPipe(readFd, limits), writePipe(writeFd, bytes)]);
  expect([isWritten, read?.equals(bytes)]).toEqual([true, true]);
});

test('nothing at all is an empty result', async () => {
  const { readFd, writeFd } = openPipe();
  close(writeFd);
  expect(await readPipe(readFd, limits)).toEqual(Buffer.alloc(0));
});

test('a writer that never writes, or never ends, is given up in time', async () => {
  const silent = openPipe();
  const endless = openPipe();
  writeSync(endless.writeFd, 'and so on');
  const started = performance.now();
  const read = [silent, endless].map(({ readFd }) => readPipe(readFd, { ...limits, timeoutMs: 50 }));
  expect(await Promise.all(read)).toEqual([undefined, undefined]);
  expect(performance.now() - started).toBeLessThan(1000);
  for (const { writeFd } of [silent, endless]) close(writeFd);
});

test('more than is accepted is given up, and the writer learns it', async () => {
  const { readFd, writeFd } = openPipe();
  const written = writePipe(writeFd, Buffer.alloc(5_000_000));
  let left = 100_000;
  const accept = (sizeBytes: number): boolean => (left -= sizeBytes) >= 0;
  expect(await readPipe(readFd, { ...limits, accept })).toBeUndefined();
  expect(await written).toBe(false);
});

test('a reader that went away is no error', async () => {
  const { readFd, writeFd } = openPipe();
  close(readFd);
  expect(await writePipe(writeFd, Buffer.from('x'))).toBe(false);
});

test('what another program gives us in place of a pipe is closed, and no harm done', async () => {
  const before = readdirSync('/proc/self/fd').length;
  const fd = openSync('/dev/null', 'w');
  expect(await writePipe(fd, Buffer.from('x'))).toBe(false);
  expect(readdirSync('/proc/self/fd')).toHaveLength(before);
});
