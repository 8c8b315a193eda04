import { z } from 'zod';
import { DesktopError } from '../../../base/errors.ts';
import { BUTTONS } from '../../../protocol/input.ts';
import { refusePasswordFields } from '../../input/password-field.ts';
import { afterCharacters, noteChord } from '../../input/shortcut.ts';
import { changesField } from '../../policy/passwords.ts';
import { subjectsOf } from '../../policy/subject.ts';
import * as shared from '../../tool/params.ts';
import { defineTool } from '../../tool/tool.ts';

export default defineTool({
  title: 'Hold a key or button',
  description:
    'Presses a key, a chord or a mouse button and leaves it down for the next calls; down: false lets go of it, or of everything ' +
    'when neither key nor button is given. Every reply says what is held. All is let go when a call fails. For modifiers and buttons: ' +
    'a held letter repeats.',
  tier: 'full',
  // Letting go reaches nothing that is in front.
  needs: ({ down }) => (down ? 'full' : 'view'),
  subjects: (params) => subjectsOf(params, params.down),
  isConfirmable: ({ down }) => down,
  input: true,
  idempotent: true,
  params: z.strictObject({
    session: shared.session,
    window: shared.window,
    key: z.string().min(1).max(100).optional().describe('Key name or chord: "shift", "ctrl+alt"'),
    button: z.enum(BUTTONS).optional().describe('Mouse button, pressed where the pointer is'),
    down: z.boolean().default(true).describe('false: let go'),
  }),
  result: z.strictObject({
    changed: z.array(z.string()).describe('What was pressed or let go; empty when it was so already'),
  }),
  run: async ({ key, button, down }, context) => {
    const { session, input, signal } = context;
    if (key !== undefined && button !== undefined)
      throw new DesktopError('invalid_params', 'The call names a key and a button.', 'Hold them in two calls.');
    if (down && key === undefined && button === undefined)
      throw new DesktopError('invalid_params', 'There is nothing to hold.', 'Give key or button.');
    if (down && key !== undefined && changesField(key)) await refusePasswordFields(key, context);
    if (down && key !== undefined) await afterCharacters(key, context);
    const pointer = down && button !== undefined ? await session.desktop.cursorPosition(signal) : undefined;
    const { ticket, grant, noteHeld } = input;
    try {
      const { changed, held } = await session.input.hold({ key, button, down, pointer }, { ticket, grant, signal });
      noteHeld(held);
      return { changed };
    } finally {
      if (key !== undefined) noteChord(key, session);
    }
  },
  render: ({ changed }, { down }) => {
    if (changed.length === 0) return down ? 'it is held already' : 'it was not held';
    return `${down ? 'holding' : 'let go of'} ${changed.join(', ')}`;
  },
  facts: ({ changed }) => ({ changed }),
});
