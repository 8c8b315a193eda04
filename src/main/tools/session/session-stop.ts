import { z } from 'zod';
import * as shared from '../../tool/params.ts';
import { defineTool } from '../../tool/tool.ts';

export default defineTool({
  title: 'Stop a session',
  description:
    'Ends a virtual session with every process and file of it; unsaved work in it is lost. On the live desktop only what we ' +
    'launched is ended. Without a session to stop it says so.',
  tier: 'session',
  idempotent: true,
  deadlineMs: () => 20_000,
  params: z.strictObject({ session: shared.session }),
  result: z.strictObject({ stopped: z.string().nullable(), processes: z.int() }),
  run: async ({ session }, { sessions }) => sessions.stop(session),
  render: (stopped) =>
    stopped ? `session "${stopped.name}" stopped, ${stopped.processes} processes ended` : 'no session to stop',
  facts: (stopped) => ({ stopped: stopped?.name ?? null, processes: stopped?.processes ?? 0 }),
});
