import { z } from 'zod';
import { DesktopError } from '../../../base/errors.ts';
import { escape } from '../../../base/escape.ts';
import { windowSchema } from '../../../protocol/window.ts';
import { codeArguments } from '../../policy/code-arguments.ts';
import { choosesCode } from '../../policy/code-variables.ts';
import { windowLine } from '../../render/windows.ts';
import { untilPresent, warmUpProgram } from '../../sessions/warm-up.ts';
import * as shared from '../../tool/params.ts';
import { defineTool } from '../../tool/tool.ts';

export default defineTool({
  title: 'Launch a program',
  description:
    'Starts a program (its .desktop file first, else a program on PATH) and waits for its window. No shell. Prints the window, ' +
    'also when a running instance took the launch over. What the program prints is read with app_log.',
  tier: 'click',
  subjects: ({ app }) => [{ kind: 'program', name: app }],
  needs: ({ args, env }) => (args.length > 0 || Object.keys(env).length > 0 ? 'full' : 'click'),
  destructive: false,
  openWorld: true,
  alwaysLoad: true,
  deadlineMs: ({ wait_ms }) => wait_ms + 15_000,
  params: z.strictObject({
    session: shared.session,
    app: z
      .string()
      .min(1)
      .max(4096)
      .describe('Name of a .desktop file or program, or an absolute path, such as "kate"'),
    args: z
      .array(z.string())
      .max(1000)
      .default([])
      .describe('Arguments, such as files to open; on the live desktop none that load code, such as --load-extension'),
    env: z
      .record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), z.string())
      .default({})
      .describe(
        'Further variables for it; on the live desktop none that change which code runs, such as PATH or LD_PRELOAD',
      ),
    wait_ms: z.int().min(0).max(60_000).default(15_000).describe('How long to wait for a window; 0 does not wait'),
  }),
  result: z.strictObject({
    pid: z.int(),
    command: z.array(z.string()),
    window: windowSchema.optional(),
    handed_over: z.boolean().describe('The window is one of a running instance'),
    exit_code: z.int().optional(),
    output: z.array(z.string()),
    earlier: z.int().optional().describe('Lines of output before these; app_log gives them'),
  }),
  run: async ({ app, args, env, wait_ms }, { session, policy, signal }) => {
    if (policy.kind === 'listed') refuseCode([...Object.keys(env).filter(choosesCode), ...codeArguments(args)]);
    const launched = await session.desktop.launch({ app, args, env, waitMs: wait_ms }, signal);
    if (launched.window) {
      await untilPresent(session, launched.window.pid, signal);
      void warmUpProgram(session, launched.window.pid);
    }
    return { ...launched, noX11Because: session.wiring.noX11Because };
  },
  render: ({ pid, command, window, isHandedOver, exitCode, output, earlier = 0, noX11Because }, { wait_ms }) => {
    const lines = [`launched ${escape(command.join(' '))}, pid ${pid}`];
    if (window && isHandedOver)
      lines.push(
        `taken over by the running pid ${window.pid}${exitCode === undefined ? `; pid ${pid} shows nothing of its own` : ''}`,
      );
    if (window) lines.push(windowLine(window));
    else if (exitCode !== undefined) lines.push(`it ended with exit code ${exitCode} and shows no window`);
    else if (wait_ms > 0) lines.push(`no window after ${wait_ms} ms; it is still running`);
    if (noX11Because !== undefined && output.some((line) => NO_DISPLAY.test(line)))
      lines.push(`it needs X11, which this session does not have: ${noX11Because}`);
    if (earlier > 0) lines.push(`${earlier} earlier lines of output left out; app_log gives them`);
    return [...lines, ...output.map((line) => `| ${escape(line)}`)].join('\n');
  },
  facts: ({ pid, command, window, isHandedOver, exitCode, output, earlier = 0 }) => ({
    pid,
    command,
    handed_over: isHandedOver,
    output,
    ...(earlier > 0 ? { earlier } : {}),
    ...(window ? { window } : {}),
    ...(exitCode === undefined ? {} : { exit_code: exitCode }),
  }),
});

/** How programs say that there is no X display. */
const NO_DISPLAY = /(open|connect to|find|no) (the )?(x11? )?(server|display)|\$?DISPLAY\b.*(not set|unset|missing)/i;

/** Refuses, on the live desktop, variables and arguments by which a listed name would run code that is not listed. */
function refuseCode(found: readonly string[]): void {
  if (found.length === 0) return;
  throw new DesktopError(
    'denied',
    `On the live desktop a program cannot be given ${found.map(escape).join(', ')}: this changes which code runs. Nothing was done.`,
    'Leave it out, or launch in a private session (session_start).',
  );
}
