import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { connectSessionBus } from '../../../../src/workers/platform/dbus/session-bus.ts';

test('a bus that says nothing is left again', async () => {
  const path = join(tmpdir(), `session-bus-${process.pid}`);
  const server = createServer();
  const client = new Promise<Socket>((found) => server.once('connection', found));
  await new Promise<void>((listening) => server.listen(path, listening));
  onTestFinished(() => {
    server.close();
    rmSync(path, { force: true });
  });
  const failure = connectSessionBus(`unix:path=${path}`, 50).catch((error: unknown) => error);
  const socket = await client;
  const closed = new Promise((gone) => socket.resume().once('close', gone));
  expect(await failure).toMatchObject({ code: 'timeout' });
  await closed;
});

test('fails when there is no bus', async () => {
  await expect(connectSessionBus('unix:path=/nowhere/bus')).rejects.toMatchObject({ code: 'failed' });
});

test.each(['tcp:host=localhost', ''])('refuses the address "%s"', async (address) => {
  await expect(connectSessionBus(address)).rejects.toMatchObject({ code: 'unsupported' });
});
