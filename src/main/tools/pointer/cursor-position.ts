import { z } from 'zod';
import { pointSchema } from '../../../protocol/geometry.ts';
import * as shared from '../../tool/params.ts';
import { defineTool } from '../../tool/tool.ts';

export default defineTool({
  title: 'Where the pointer is',
  description: 'Asks the compositor where the pointer is, in the coordinates that mouse takes.',
  tier: 'view',
  params: z.strictObject({ session: shared.session }),
  result: pointSchema,
  run: (_params, { session, signal }) => session.desktop.cursorPosition(signal),
  render: ({ x, y }) => `the pointer is at ${x},${y}`,
  facts: ({ x, y }) => ({ x, y }),
});
