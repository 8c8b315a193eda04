import { z } from 'zod';
import { sessionInfoSchema } from '../../protocol/session.ts';
import * as shared from '../params.ts';
import { defineTool } from '../tool.ts';

export default defineTool({
  title: 'List sessions',
  description:
    'Lists the sessions of this server: name, kind, compositor, what is held down. Sends no input and starts nothing.',
  tier: 'view',
  params: z.strictObject({ session: shared.session }),
  result: z.strictObject({ sessions: z.array(sessionInfoSchema), held: z.array(z.string()) }),
  run: async ({ session }, context) => {
    const all = context.sessions.list();
    const sessions = session === undefined ? all : all.filter(({ name }) => name === session);
    if (sessions.length === 0) return { sessions, held: [] };
    const { held } = await (await context.session()).input.status();
    return { sessions, held };
  },
  render: ({ sessions, held }) => {
    if (sessions.length === 0) return 'no session';
    const lines = sessions.map(({ name, kind, compositor, isDefault, folder }) =>
      [`${name}: ${kind}, ${compositor}`, isDefault ? ' (default)' : '', folder ? `, folder ${folder}` : ''].join(''),
    );
    if (held.length > 0) lines.push(`held: ${held.join(', ')}`);
    return lines.join('\n');
  },
  facts: (outcome) => outcome,
});
