import { z } from 'zod';
import { escape } from '../../../base/escape.ts';
import * as shared from '../../tool/params.ts';
import { defineTool } from '../../tool/tool.ts';

export default defineTool({
  title: 'Read what a program printed',
  description:
    'The last lines that a program started with launch wrote to its standard output and error, and whether it still runs. A reply holds ' +
    'at most 50,000 characters, the newest ones; long lines are cut and say so.',
  tier: 'view',
  params: z.strictObject({
    session: shared.session,
    pid: z.int().positive().describe('Process id that launch gave'),
    lines: z.int().min(0).max(100_000).default(50).describe('How many lines from the end; 0: all'),
  }),
  result: z.strictObject({
    pid: z.int(),
    running: z.boolean(),
    exit_code: z.int().optional(),
    lines: z.array(z.string()),
    earlier: z.int(),
  }),
  run: ({ pid, lines }, { session }) => session.desktop.appLog(pid, lines),
  render: ({ pid, command, running, exitCode, lines, earlier }) => {
    const state = running ? 'running' : `ended with exit code ${exitCode ?? 'unknown'}`;
    const head = `${escape(command)} (pid ${pid}) ${state}; ${lines.length} lines${earlier > 0 ? `, ${earlier} earlier ones left out` : ''} (data):`;
    return [head, ...lines.map((line) => `| ${escape(line)}`)].join('\n');
  },
  facts: ({ pid, running, exitCode, lines, earlier }) => ({
    pid,
    running,
    lines,
    earlier,
    ...(exitCode === undefined ? {} : { exit_code: exitCode }),
  }),
});
