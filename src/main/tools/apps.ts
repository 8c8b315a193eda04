import { z } from 'zod';
import * as shared from '../params.ts';
import { isAllowed } from '../policy/allowlist.ts';
import { escape, quote } from '../render/escape.ts';
import { defineTool } from '../tool.ts';

export default defineTool({
  title: 'List applications',
  description:
    'Lists the applications that can be read, with their windows. The names are those that `app` arguments and the allowlist take.',
  tier: 'view',
  alwaysLoad: true,
  params: z.strictObject({ session: shared.session }),
  result: z.strictObject({
    apps: z.array(
      z.strictObject({
        name: z.string(),
        pid: z.int(),
        toolkit: z.string(),
        windows: z.array(z.strictObject({ id: z.int(), title: z.string(), role: z.string(), active: z.boolean() })),
      }),
    ),
    blocked: z.array(z.string()).describe('Applications that the allowlist does not name'),
  }),
  run: async (_params, { session, policy, signal }) => {
    const rules = await policy();
    const all = rules.kind === 'listed' ? rules.applications : await (await session()).atspi.apps('all', signal);
    const isVisible = (name: string): boolean => rules.kind === 'private' || isAllowed(rules.list, name);
    return {
      apps: all.filter(({ name }) => isVisible(name)),
      blocked: all.filter(({ name }) => !isVisible(name)).map(({ name }) => name),
    };
  },
  render: ({ apps, blocked }) => {
    const lines = apps.map(({ name, pid, toolkit, windows }) => {
      const titles = windows.map(
        ({ id, title, role, active }) => `[${id}] ${role} ${quote(title)}${active ? ' {active}' : ''}`,
      );
      return `${escape(name)} (${escape(toolkit)}, pid ${pid}): ${titles.join(' ') || 'no titled window'}`;
    });
    if (apps.length === 0) lines.push('no application');
    if (blocked.length > 0) lines.push(`not in the allowlist: ${blocked.map(escape).join(', ')}`);
    return lines.join('\n');
  },
  facts: (outcome) => outcome,
});
