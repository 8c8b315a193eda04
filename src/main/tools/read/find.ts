import { z } from 'zod';
import { DesktopError } from '../../../base/errors.ts';
import { elementSchema } from '../../../protocol/element.ts';
import { allowedPidsOf } from '../../policy/grants.ts';
import { elementLine } from '../../render/outline.ts';
import * as shared from '../../tool/params.ts';
import { defineTool } from '../../tool/tool.ts';

export default defineTool({
  title: 'Find elements',
  description:
    'Finds elements by name or text, each with the id that act, click and get_text take. Case, accents of Turkish i and white ' +
    'space do not matter. `bounds` adds rectangles. No match is a normal reply that names the closest.',
  tier: 'view',
  alwaysLoad: true,
  params: z.strictObject({
    session: shared.session,
    query: shared.query.optional().describe('Name or text to look for'),
    app: shared.app.optional(),
    window: z
      .string()
      .max(1000)
      .optional()
      .describe('Only in this window: part of its title, or the id that `windows` gives'),
    role: z.string().max(100).optional().describe('Only elements of this role, such as "button"'),
    states: z
      .array(z.string().max(50))
      .max(20)
      .default([])
      .describe('Only elements with all these states, such as "focused"'),
    match: shared.target.match,
    bounds: shared.bounds,
    max: z.int().min(1).max(500).default(20).describe('Matches listed at most'),
  }),
  result: z.strictObject({
    elements: z.array(elementSchema),
    more: z.int(),
    closest: z.array(elementSchema),
    isOutOfView: z.boolean().optional().describe('The elements of closest match, but are scrolled out of view'),
    notSearched: z
      .array(z.strictObject({ element: elementSchema, entries: z.int(), of: z.int() }))
      .optional()
      .describe('Lists of which this many entries are out of view and were not looked at'),
    searched: z.int(),
    isCut: z.boolean().describe('There are more elements than were searched'),
  }),
  run: async ({ query, app, window, role, states, match, bounds, max }, { session, policy, signal }) => {
    if (query === undefined && role === undefined && states.length === 0) {
      throw new DesktopError('invalid_params', 'find needs something to look for.', 'Give query, role or states.');
    }
    const { atspi } = session;
    const allowedPids = allowedPidsOf(policy);
    return atspi.find({ query, app, window, role, states, match, bounds, max, allowedPids }, signal);
  },
  render: ({ elements, more, closest, isOutOfView, notSearched = [], searched, isCut }) => {
    const all = [
      ...notSearched.map(
        ({ element: { id, role }, entries, of }) =>
          `not looked at: ${entries} of ${of} entries of [${id}] ${role}, out of view; scroll it`,
      ),
      ...(isCut ? [`only the first ${searched} elements were searched; narrow it with app or window`] : []),
    ];
    if (elements.length > 0) {
      const lines = ['data:', ...elements.map((element) => elementLine(element))];
      if (more > 0) lines.push(`… ${more} more matches; narrow the query or raise max`);
      return [...lines, ...all].join('\n');
    }
    if (closest.length === 0) return [`no matches in ${searched} elements`, ...all].join('\n');
    const head = `no matches; ${isOutOfView ? 'out of view' : 'closest'} (data):`;
    return [head, ...closest.map((element) => elementLine(element)), ...all].join('\n');
  },
  facts: (reply) => reply,
});
