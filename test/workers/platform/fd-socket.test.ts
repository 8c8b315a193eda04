import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { connectUnix, type FdSocket, openFdSocket, openWaker } from '../../../src/workers/platform/fd-socket.ts';

/** A unix socket with both its ends; Node accepts one and leaves reading to us. */
async function connectPair(path?: string): Promise<{ near: FdSocket; far: FdSocket; peer: Socket }> {
  const folder = mkdtempSync(join(tmpdir(), 'fd-socket-'));
  const address = path ?? join(folder, 'socket');
  const server = createServer({ pauseOnConnect: true });
  const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
  await new Promise<void>((resolve) => server.listen(address, resolve));
  const near = connectUnix(address, -1);
  const peer = await accepted;
  const fd = descriptorOf(peer);
  onTestFinished(() => {
    near.close();
    peer.destroy();
    server.close();
    rmSync(folder, { recursive: true });
  });
  return { near, far: openFdSocket(fd, -1), peer };
}

/** Node offers no other way to the descriptor of a socket that it accepted. */
function descriptorOf(peer: Socket): number {
  return Reflect.get(Reflect.get(peer, '_handle') as object, 'fd') as number;
}

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
