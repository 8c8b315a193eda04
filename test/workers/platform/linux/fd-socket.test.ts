import { closeSync, mkdtempSync, openSync, readFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connectUnix, openFdSocket, openWaker } from '../../../../src/workers/platform/linux/fd-socket.ts';
import { connectPair, descriptorOf } from '../../../support/socket-pair.ts';

test('brings bytes over in both directions', async () => {
  const { near, far } = await connectPair();
  near.send(Buffer.from('hello'));
  far.send(Buffer.from('world'));
  expect([far.receive(1000).bytes.toString(), near.receive(1000).bytes.toString()]).toEqual(['hello', 'world']);
});

test('brings file descriptors over', async () => {
  const { near, far } = await connectPair();
  const path = join(mkdtempSync(join(tmpdir(), 'fd-socket-')), 'file');
  const fd = openSync(path, 'w');
  far.send(Buffer.from('x'), [fd, fd]);
  const { fds } = near.receive(1000);
  closeSync(fd);
  expect(fds.length).toBe(2);
  for (const received of fds) {
    writeSync(received, 'written through it;');
    closeSync(received);
  }
  expect(readFileSync(path, 'utf8')).toBe('written through it;written through it;');
});

test('sends more than fits into one message', async () => {
  const { near, far } = await connectPair();
  near.send(Buffer.alloc(150_000, 'a'));
  let received = 0;
  while (received < 150_000) received += far.receive(1000).bytes.length;
  expect(received).toBe(150_000);
});

test('reaches an abstract address', async () => {
  // Node fills abstract names up to the 108 bytes that there are.
  const { near, far } = await connectPair(`\0desktop-mcp-test-${process.pid}`.padEnd(108, '-'));
  near.send(Buffer.from('a'));
  expect(far.receive(1000).bytes.toString()).toBe('a');
});

test('gives nothing when nothing comes in time', async () => {
  const { near } = await connectPair();
  expect(near.receive(5)).toEqual({ bytes: Buffer.alloc(0), fds: [] });
});

test('says when something can be received, and takes neither bytes nor descriptors', async () => {
  const { near, far } = await connectPair();
  const fd = openSync('/dev/null', 'r');
  for (const word of ['first', 'second']) {
    const readable = new Promise<void>((resolve) => near.whenReadable(resolve));
    far.send(Buffer.from(word), [fd]);
    await readable;
    const { bytes, fds } = near.receive(0);
    expect([bytes.toString(), fds.length]).toEqual([word, 1]);
    for (const received of fds) closeSync(received);
  }
  closeSync(fd);
});

test('says that the other side closed, as something that can be received', async () => {
  const { near, peer } = await connectPair();
  const readable = new Promise<void>((resolve) => near.whenReadable(resolve));
  peer.destroy();
  await readable;
  expect(() => near.receive(0)).toThrow(expect.objectContaining({ code: 'failed' }));
});

test('says nothing more once a wait was given up', async () => {
  const { near, far } = await connectPair();
  const heard: string[] = [];
  near.whenReadable(() => heard.push('given up'))();
  const readable = new Promise<void>((resolve) => near.whenReadable(() => resolve(void heard.push('waiting'))));
  far.send(Buffer.from('x'));
  await readable;
  expect(heard).toEqual(['waiting']);
});

test('fails when the other side closed', async () => {
  const { near, peer } = await connectPair();
  await new Promise<void>((resolve) => peer.once('close', () => resolve()).destroy());
  expect(() => near.receive(1000)).toThrow(expect.objectContaining({ code: 'failed' }));
});

test('fails when it was closed, without touching a descriptor that is another one by now', async () => {
  const { near } = await connectPair();
  near.close();
  expect(() => near.receive(0)).toThrow('The connection is closed.');
});

test('fails for a path that is too long', () => {
  expect(() => connectUnix(`/tmp/${'a'.repeat(200)}`, -1)).toThrow('EINVAL');
});

test('fails when nobody listens', () => {
  expect(() => connectUnix('/nowhere/socket', -1)).toThrow(
    expect.objectContaining({ code: 'not_found', message: 'Connecting to /nowhere/socket failed: ENOENT.' }),
  );
});

test('ends every wait once its waker woke', async () => {
  const waker = openWaker();
  const { peer } = await connectPair();
  const socket = openFdSocket(descriptorOf(peer), waker);
  writeSync(waker, new BigUint64Array([1n]));
  for (const _ of [1, 2]) {
    expect(() => socket.receive(60_000)).toThrow(expect.objectContaining({ code: 'aborted' }));
  }
  closeSync(waker);
});
