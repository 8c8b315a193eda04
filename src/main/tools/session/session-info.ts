import { z } from 'zod';
import { sessionInfoSchema } from '../../../protocol/session.ts';
import { consentText, minutesOf } from '../../render/consents.ts';
import * as shared from '../../tool/params.ts';
import { defineTool } from '../../tool/tool.ts';

export default defineTool({
  title: 'List sessions',
  description:
    'Lists the sessions of this server: name, kind, compositor, what is held down, and where the user has agreed for a time to ' +
    'what is asked about. Sends no input and starts nothing.',
  tier: 'view',
  usesSession: false,
  params: z.strictObject({ session: shared.session }),
  result: z.strictObject({
    sessions: z.array(sessionInfoSchema),
    held: z.array(z.string()),
    consents: z.array(z.strictObject({ app: z.string(), minutes_left: z.int() })),
  }),
  run: async ({ session }, context) => {
    const all = context.sessions.list();
    const sessions = session === undefined ? all : all.filter(({ name }) => name === session);
    const timed = context.consents.timed();
    if (sessions.length === 0) return { sessions, held: [], timed };
    const held = await (await context.sessions.get(session)).held();
    return { sessions, held, timed };
  },
  render: ({ sessions, held, timed }) => {
    if (sessions.length === 0) return 'no session';
    const lines = sessions.map(({ name, kind, compositor, isDefault, folder }) =>
      [`${name}: ${kind}, ${compositor}`, isDefault ? ' (default)' : '', folder ? `, folder ${folder}` : ''].join(''),
    );
    if (held.length > 0) lines.push(`held: ${held.join(', ')}`);
    if (timed.size > 0) lines.push(`the user has agreed to what is asked about in: ${consentText(timed)}`);
    return lines.join('\n');
  },
  facts: ({ sessions, held, timed }) => ({
    sessions,
    held,
    consents: [...timed].map(([app, leftMs]) => ({ app, minutes_left: minutesOf(leftMs) })),
  }),
});
