/** Starts test/fixtures/program in a session: a program on the accessibility bus, with a tree made to order. No assertions here. */
import { rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'rolldown';
import { COMMANDS, type CommandName, type CommandReply, type Commands } from '../fixtures/program/control.ts';
import type { ScenarioOptions } from '../fixtures/program/scenarios.ts';
import type { TestServer } from './server.ts';

/** The running program: its commands, each with a promise for its answer. */
export type Program = {
  [Name in CommandName]: (...args: Parameters<Commands[Name]>) => Promise<ReturnType<Commands[Name]>>;
} & {
  /** Name of its application, as tools take it. */
  app: string;
  /** Process id as the session sees it. */
  pid: number;
};

const folder = 'test/fixtures/program';
const bundled = join(tmpdir(), `program-${process.pid}.mjs`);
let bundling: Promise<unknown> | undefined;
let count = 0;

/**
 * Launches the program in the session of the server; resolves when it is registered on the accessibility bus.
 * It ends with `quit`, with its session, or with this process.
 */
export async function startProgram(server: TestServer, options: ScenarioOptions): Promise<Program> {
  bundling ??= build({
    input: `${folder}/entry.ts`,
    platform: 'node',
    logLevel: 'warn',
    output: { file: bundled, format: 'esm', codeSplitting: false },
  });
  await bundling;
  const path = join(tmpdir(), `program-${process.pid}-${count++}.socket`);
  const listener = net.createServer();
  await new Promise<void>((resolve) => listener.listen(path, resolve));
  const connected = new Promise<net.Socket>((resolve) => listener.once('connection', resolve));
  const args = [bundled, path, JSON.stringify(options)];
  const launched = await server.must('launch', { app: 'node', args, wait_ms: 0 });
  const socket = await connected;
  listener.close();
  rmSync(path, { force: true });
  const send = await converse(socket);
  const commands = Object.fromEntries(COMMANDS.map((name) => [name, (args?: unknown) => send(name, args)]));
  return {
    ...(commands as unknown as Program),
    app: options.name ?? `fixture-${options.scenario}`,
    pid: Number(launched.facts['pid']),
  };
}

/** Runs a program, and what is done with it until it is told to quit. */
export async function withProgram<T>(
  server: TestServer,
  options: ScenarioOptions,
  work: (program: Program) => Promise<T>,
): Promise<T> {
  const program = await startProgram(server, options);
  try {
    return await work(program);
  } finally {
    await program.quit();
  }
}

/** Waits for the program's greeting; returns what sends a command and waits for its answer. */
async function converse(socket: net.Socket): Promise<(command: CommandName, args: unknown) => Promise<unknown>> {
  const waiting = new Map<number, (reply: CommandReply) => void>();
  let last = 0;
  const lines = createInterface({ input: socket });
  await new Promise<void>((resolve) => lines.once('line', () => resolve()));
  lines.on('line', (line) => {
    const reply = JSON.parse(line) as CommandReply;
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
  let isOver = false;
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    isOver = true;
    for (const [id, answer] of waiting) answer({ id });
  });
  return async (command, args) => {
    if (isOver) throw new Error(`${command}: the program has ended`);
    const id = ++last;
    const answer = new Promise<CommandReply>((resolve) => waiting.set(id, resolve));
    socket.write(`${JSON.stringify({ id, command, args })}\n`);
    const { result, error } = await answer;
    if (error !== undefined) throw new Error(`${command}: ${error}`);
    return result;
  };
}
