/** A unix socket with both its ends in this process. No assertions here. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { connectUnix, type FdSocket, openFdSocket } from '../../src/workers/platform/linux/fd-socket.ts';

/** Connects; Node accepts one end and leaves reading to us. Everything ends with the test. */
export async function connectPair(path?: string): Promise<{ near: FdSocket; far: FdSocket; peer: Socket }> {
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
export function descriptorOf(peer: Socket): number {
  return Reflect.get(Reflect.get(peer, '_handle') as object, 'fd') as number;
}
