import { z } from 'zod';
import { modifierOf } from '../../../protocol/input.ts';
import { refusePasswordFields } from '../../input/password-field.ts';
import { afterCharacters, noteChord } from '../../input/shortcut.ts';
import { keptToActive } from '../../policy/grants.ts';
import { changesField } from '../../policy/passwords.ts';
import * as shared from '../../tool/params.ts';
import { defineTool } from '../../tool/tool.ts';

/** Whether it may be a chord of the window manager, which may well go to one program after the other. */
function maySwitchWindows(chord: string): boolean {
  return chord.split('+').some((name) => ['alt', 'meta'].includes(modifierOf(name) ?? ''));
}

export default defineTool({
  title: 'Press a key or chord',
  description:
    'Presses a key or chord such as "ctrl+s", "Return", "alt+f4", "pagedown" in the window in front and releases it, `repeat` ' +
    'times. For text use type_text.',
  tier: 'full',
  input: true,
  alwaysLoad: true,
  deadlineMs: ({ repeat }) => 30_000 + repeat * 100,
  params: z.strictObject({
    session: shared.session,
    window: shared.window,
    key: z.string().min(1).max(100).describe('Key name or chord: "ctrl+shift+t"'),
    repeat: z.int().min(1).max(1000).default(1).describe('How often'),
  }),
  result: z.strictObject({ key: z.string(), sent: z.int() }),
  run: async ({ key, repeat }, context) => {
    const { session, input, signal } = context;
    if (changesField(key)) await refusePasswordFields(key, context);
    await afterCharacters(key, context);
    const { ticket, grant } = input;
    const isKept = repeat > 1 && !maySwitchWindows(key);
    try {
      return await session.input.key(
        { chord: key, repeat },
        { ticket, grant: isKept ? keptToActive(grant) : grant, signal },
      );
    } finally {
      noteChord(key, session);
    }
  },
  render: ({ sent }, { key }) => (sent === 1 ? `pressed ${key}` : `pressed ${key} ${sent} times`),
  facts: ({ sent }, { key }) => ({ key, sent }),
});
