/** How long a raised window is waited for, by what its program says of its windows; on a desktop without a compositor. */
import { expect, test } from 'vitest';
import { abortedError, DesktopError } from '../../../src/base/errors.ts';
import type { Application } from '../../../src/protocol/atspi.ts';
import { createFakeDesktop, windowOf } from '../../support/fake-desktop.ts';

/** What the program says at each look: titles of its windows, those that are active with a star; or how the look fails. */
type Looks = readonly (readonly string[] | DesktopError)[];

/** Raises Kate's window of a title for a key while another one is in front: of Kate, or of KCalc when it has no other. */
async function raise(title: string, { looks, isAlone = false }: { looks: Looks; isAlone?: boolean }) {
  const desktop = createFakeDesktop('kate');
  const { desktop: compositor, atspi } = desktop.session;
  const window = windowOf('kate', { title });
  desktop.activeWindow = windowOf(isAlone ? 'kcalc' : 'kate', { id: 'w11', active: true });
  const { windows: others, ...screens } = await compositor.state();
  const left = [...looks];
  const events: string[] = [];
  Object.assign(compositor, {
    state: async () => ({ ...screens, windows: [window, ...others.filter(({ id }) => id !== window.id)] }),
    activate: async () => {
      events.push('raised');
      desktop.activeWindow = { ...window, active: true };
      return { before: window, now: window, activeWindow: window, isBlocked: false };
    },
  });
  Object.assign(atspi, {
    apps: async (): Promise<Application[]> => {
      events.push('asked');
      const look = left.length > 1 ? left.shift() : left[0];
      if (!look || look instanceof DesktopError) throw look;
      const windows = look.map((line, index) => ({
        id: index + 1,
        title: line.replace('*', ''),
        role: 'frame',
        active: line.endsWith('*'),
      }));
      return [{ name: 'kate', pid: window.pid, toolkit: 'Qt', windows }];
    },
  });
  const { isError } = await desktop.call('key', { window: window.id, key: 'a' });
  return { isError, events, sent: desktop.done.filter((line) => line.startsWith('key')) };
}

test.each([
  ['a title that begins with that of the one in front', 'Doc 2 — Kate', ['Doc*', 'Doc 2'], ['Doc', 'Doc 2*']],
  ['a title of another case, with blanks', 'Notes — Kate', ['notes  ', 'other*'], ['notes  *', 'other']],
  ['no title for accessibility', 'Notes — Kate', ['', 'other*'], ['*', 'other']],
  ['the title of the one in front', 'Home — Kate', ['Home*', 'Home'], ['Home', 'Home*']],
  ['a title that has just changed', 'New', ['Old', 'Old*'], ['Old*', 'Old']],
] as const)('one of two windows is waited for until it is active: %s', async (_name, title, before, after) => {
  const { events, sent } = await raise(title, { looks: [before, before, before, after] });
  expect(events).toEqual(['asked', 'raised', 'asked', 'asked', 'asked']);
  expect(sent).toHaveLength(2);
});

test('a dialog that was in front and stays there is waited for no longer', async () => {
  const { events } = await raise('Find', { looks: [['Notes', 'Find*']] });
  expect(events).toEqual(['asked', 'raised', 'asked']);
});

test('a program with one window is waited for until that is active, whatever its title', async () => {
  const { events } = await raise('New title', { looks: [['Old title'], ['Old title'], ['Old title*']], isAlone: true });
  expect(events).toEqual(['asked', 'raised', 'asked', 'asked']);
});

test('a program that does not know yet that its window is not active is waited for before that is raised', async () => {
  const { events } = await raise('Notes', { looks: [['Notes*'], ['Notes'], ['Notes'], ['Notes*']], isAlone: true });
  expect(events).toEqual(['asked', 'asked', 'raised', 'asked', 'asked']);
});

test.each(['timeout', 'worker_lost', 'not_found'] as const)(
  'a program that cannot be asked (%s) does not undo the raise',
  async (code) => {
    const looks = [new DesktopError(code, 'It does not answer.', 'Wait.')];
    for (const isAlone of [false, true]) {
      const { isError, sent } = await raise('Notes', { looks, isAlone });
      expect([isError, sent.length]).toEqual([false, 2]);
    }
  },
);

test('a cancel while the program is asked ends the call', async () => {
  const { isError, sent } = await raise('Notes', { looks: [abortedError()] });
  expect([isError, sent]).toEqual([true, []]);
});
