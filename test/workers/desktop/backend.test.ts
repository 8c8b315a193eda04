/** The lists of backends: each job goes to the first that is there, and a failure of one that is there ends it. */
import { expect, test } from 'vitest';
import { DesktopError } from '../../../src/base/errors.ts';
import type { SessionRequest } from '../../../src/protocol/session.ts';
import {
  attachCompositor,
  type ClipboardBackend,
  connectClipboard,
  findPrivateCompositor,
  type PrivateCompositor,
  type RunningDesktop,
  type WindowBackend,
} from '../../../src/workers/desktop/backend.ts';

const absent = async (): Promise<never> => {
  throw new DesktopError('unsupported', 'Not here.', 'Install it.');
};
const refusing = async (): Promise<never> => {
  throw new DesktopError('denied', 'The user said no.', 'Ask again.');
};
const desktop = {} as RunningDesktop;
const request = {} as SessionRequest;

test('a running desktop is attached to by the first compositor that answers', async () => {
  const second = { compositor: 'Second 1.0' } as WindowBackend;
  const third = { compositor: 'Third 1.0' } as WindowBackend;
  expect(await attachCompositor(desktop, undefined, [absent, async () => second, async () => third])).toBe(second);
  const refused = attachCompositor(desktop, undefined, [absent, refusing, async () => second]);
  await expect(refused).rejects.toMatchObject({ code: 'denied' });
  await expect(attachCompositor(desktop, undefined, [absent])).rejects.toMatchObject({ code: 'unsupported' });
});

test('a private session is made of the first compositor that is installed', async () => {
  const second = { name: 'Second' } as PrivateCompositor;
  expect(await findPrivateCompositor({}, request, [absent, async () => second])).toBe(second);
  await expect(findPrivateCompositor({}, request, [refusing, async () => second])).rejects.toMatchObject({
    code: 'denied',
  });
});

test('without KWin on the PATH there is no private session yet', async () => {
  await expect(findPrivateCompositor({ PATH: '/nowhere' }, request)).rejects.toMatchObject({
    code: 'unsupported',
    message: expect.stringContaining('kwin_wayland'),
  });
});

test('the clipboard is that of the first way that the compositor has', async () => {
  const second = {} as ClipboardBackend;
  expect(await connectClipboard({}, [absent, async () => second])).toBe(second);
  await expect(connectClipboard({}, [refusing, async () => second])).rejects.toMatchObject({ code: 'denied' });
});
