import { z } from 'zod';
import { quote } from '../../../base/escape.ts';
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
  run: async ({ session }, { sessions }) => {
    const stopped = await sessions.stop(session);
    return { stopped, left: sessions.list().map(({ name }) => name) };
  },
  render: ({ stopped, left }, { session }) => {
    if (stopped) return `session ${quote(stopped.name)} stopped, ${stopped.processes} processes ended`;
    const which = session === undefined ? 'no session to stop' : `no session ${quote(session)} to stop`;
    return left.length === 0 ? which : `${which}; sessions: ${left.map((name) => quote(name)).join(', ')}`;
  },
  facts: ({ stopped }) => ({ stopped: stopped?.name ?? null, processes: stopped?.processes ?? 0 }),
});
