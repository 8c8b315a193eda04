import { z } from 'zod';
import { escape, quote } from '../../../base/escape.ts';
import type { RunningApp } from '../../../protocol/atspi.ts';
import { isAllowed } from '../../policy/allowlist.ts';
import * as shared from '../../tool/params.ts';
import { defineTool } from '../../tool/tool.ts';

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
        isResponding: z.boolean().optional().describe('false: it does not answer, and its windows are not known'),
        windows: z.array(z.strictObject({ id: z.int(), title: z.string(), role: z.string(), active: z.boolean() })),
      }),
    ),
    blocked: z.array(z.string()).describe('Applications that the allowlist does not name'),
  }),
  run: async (_params, { session, policy, signal }) => {
    const { atspi } = session;
    if (policy.kind === 'private')
      return { apps: await atspi.apps({ allowedPids: 'all', withShownTitles: true }, signal), blocked: [] };
    const isListed = ({ name }: RunningApp): boolean => isAllowed(policy.list, name);
    const pids = policy.runningApps.filter(isListed).map(({ pid }) => pid);
    return {
      apps: (await atspi.apps({ allowedPids: pids, withShownTitles: true }, signal)).filter(isListed),
      blocked: policy.runningApps.filter((one) => !isListed(one)).map(({ name }) => name),
    };
  },
  render: ({ apps, blocked }) => {
    const lines = apps.map(({ name, pid, toolkit, windows, isResponding }) => {
      if (isResponding === false) return `${escape(name)} (${escape(toolkit)}, pid ${pid}): not responding`;
      const titles = windows.map(
        ({ id, title, role, active }) => `[${id}] ${role} ${quote(title)}${active ? ' {active}' : ''}`,
      );
      return `${escape(name)} (${escape(toolkit)}, pid ${pid}): ${titles.join(' ') || 'no window with a title shows'}`;
    });
    if (apps.length === 0) lines.push('no application');
    if (blocked.length > 0) lines.push(`not in the allowlist: ${blocked.map(escape).join(', ')}`);
    return lines.join('\n');
  },
  facts: (outcome) => outcome,
});
