/** The server behind the boot: sessions, pipeline, MCP, and the one path by which everything ends. */
import { writeSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { log } from '../base/log.ts';
import { createAllowFile } from './access/allow-file.ts';
import { createConsents } from './access/consents.ts';
import { createSecrets } from './access/secrets.ts';
import { createPipeline } from './call/pipeline.ts';
import { DEFAULT_SETTINGS, parseCommand } from './cli.ts';
import { host } from './host/host.ts';
import { tools } from './registry.ts';
import { serveMcp } from './server.ts';
import { createSessions } from './sessions/sessions.ts';

/** What the boot has read, and which requests of it are answered already. */
export interface Resume {
  pending: Uint8Array;
  answered: (string | number)[];
}

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/** Sessions get this long to end; then the process goes, and their own supervisors end them. */
const SHUTDOWN_MS = 4500;

/** Runs a command line. Exit codes: 0 for help and version, 2 for a usage error, else those of `serve`. */
export function main(args: string[]): void {
  const command = parseCommand(args);
  if (command.kind === 'serve') return serve({ pending: Buffer.alloc(0), answered: [] }, command.settings);
  writeSync(command.kind === 'print' ? 1 : 2, command.text);
  process.exit(command.kind === 'print' ? 0 : 2);
}

/**
 * How many bytes of bytecode a function may run before V8 compiles it to fast code (its default is 132 KiB, V8 11.3). Our
 * reads last milliseconds and wait for others: compiling them takes the second core away from bus and program. With
 * this the first read of Kate takes 18 ms instead of 22 to 28, the second 16 instead of 23; loops over pixels reach it at once.
 */
const INTERRUPT_BUDGET_BYTES = 4_000_000;

/** Serves MCP on stdio until end of input or a signal. Exit codes: 0, or 128 + the signal's number. */
export function serve(resume: Resume, { structured, liveConsent } = DEFAULT_SETTINGS): void {
  setFlagsFromString(`--interrupt-budget=${INTERRUPT_BUDGET_BYTES}`);
  host.closeOnExec();
  const output = host.moveStdout();
  const environment = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const sessions = createSessions(environment);
  const consents = createConsents(liveConsent);
  const allowFile = createAllowFile(process.env, { tools: Object.keys(tools), onChange: consents.revoke });
  const pipeline = createPipeline({ tools, sessions, allowFile, consents, secrets: createSecrets(process.env) });

  let ending = false;
  const end = (code: number): void => {
    if (ending) return;
    ending = true;
    const last = setTimeout(() => host.exit(code), SHUTDOWN_MS);
    sessions
      .stopAll()
      .catch((error: Error) => log('error', `stopping: ${error.message}`))
      .finally(() => {
        clearTimeout(last);
        host.exit(code);
      });
  };
  for (const [signal, number] of Object.entries(SIGNALS)) process.on(signal, () => end(128 + number));
  process.on('uncaughtException', (error) => {
    log('error', `uncaught: ${error.stack ?? error.message}`);
    end(1);
  });

  const input = new PassThrough();
  input.write(resume.pending);
  process.stdin.pipe(input);
  serveMcp({ pipeline, structured, input, output, answered: resume.answered, onEnd: () => end(0) });
}
