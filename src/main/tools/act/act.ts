import { z } from 'zod';
import { escape } from '../../../base/escape.ts';
import { elementSchema } from '../../../protocol/element.ts';
import { allowedPidsOf } from '../../policy/grants.ts';
import { subjectsOf } from '../../policy/subject.ts';
import { hiddenText } from '../../render/hidden.ts';
import { elementLine } from '../../render/outline.ts';
import * as shared from '../../tool/params.ts';
import { defineTool } from '../../tool/tool.ts';

export default defineTool({
  title: 'Act on an element',
  description:
    'Runs an accessibility action of an element, without pointer or focus: presses a button, opens a menu entry. Without ' +
    '`action` the default one. `action` may give alternatives, "Press|click"; one is chosen before anything is sent. When an ' +
    'element offers no action, use click.',
  tier: 'click',
  input: true,
  subjects: (params) => subjectsOf(params, false),
  alwaysLoad: true,
  params: z.strictObject({
    session: shared.session,
    ...shared.target,
    window: shared.window,
    action: z.string().max(200).optional().describe('Action by name, or alternatives "A|B"'),
  }),
  result: z.strictObject({
    element: elementSchema,
    action: z.string(),
    result: z
      .enum(['done', 'sent'])
      .describe('sent: the application did not answer within 400 ms, as when a menu opens'),
  }),
  run: async (params, { session, policy, signal }) => {
    const { atspi } = session;
    const allowedPids = allowedPidsOf(policy);
    return atspi.act({ target: shared.targetOf(params), action: params.action, allowedPids }, signal);
  },
  render: ({ element, action, outcome, hidden }) => {
    const what = outcome === 'done' ? 'done' : 'sent (no answer yet: it may have opened a menu or dialog)';
    return `${escape(action)} ${what}: ${elementLine(element)}${hidden ? `; it ${hiddenText(hidden)}` : ''}`;
  },
  facts: ({ element, action, outcome }) => ({ element, action, result: outcome }),
});
