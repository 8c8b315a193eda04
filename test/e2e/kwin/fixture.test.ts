/** Reading programs made to order, which do what no well-behaved one does. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProgram } from '../../support/program.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { startSession } from '../../support/session.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await startSession(server);
});
afterAll(() => server.close());

test('a table is read as it shows, and the program counts what that cost', async () => {
  const program = await startProgram(server, { scenario: 'table', rows: 100, first: 50, shown: 10 });
  const { text } = await server.must('tree', { app: program.app });
  expect(text).toContain('"Cell 50.0"');
  expect(text).toContain('"Cell 59.2"');
  expect(text).not.toContain('"Cell 60.0"');
  expect(text).not.toContain('"Cell 49.2"');
  const { total, members } = await program.counts();
  expect(members['Accessible.GetState']).toBeGreaterThanOrEqual(100);
  await program.reset();
  await server.must('tree', { app: program.app });
  expect((await program.counts()).total).toBeLessThan(total);
  await program.quit();
});
