/** The user's keyring: the Secret Service of freedesktop.org (its specification, draft 0.2), which GNOME and KDE have. */

import { DesktopError } from '../../../base/errors.ts';
import { quote } from '../../../base/escape.ts';
import type { SessionBus } from '../../platform/dbus/session-bus.ts';

const DESTINATION = 'org.freedesktop.secrets';
const SERVICE = {
  destination: DESTINATION,
  path: '/org/freedesktop/secrets',
  interface: 'org.freedesktop.Secret.Service',
};
/** What marks a secret as one for us: `secret-tool store --label=NAME desktop-mcp NAME`. */
const ATTRIBUTE = 'desktop-mcp';

/**
 * The secret with the attribute `desktop-mcp` = name; undefined when there is none, or no keyring. Fails with `denied` while
 * it is locked, with `ambiguous` when there are several.
 */
export async function readKeyring(bus: SessionBus, name: string, signal?: AbortSignal): Promise<string | undefined> {
  const found = await search(bus, name, signal);
  const [item, ...others] = found.unlocked;
  if (item === undefined) {
    if (found.locked.length === 0) return undefined;
    throw new DesktopError(
      'denied',
      `The secret ${quote(name)} is in a keyring that is locked.`,
      'The user can unlock it.',
    );
  }
  if (others.length > 0) {
    const message = `The keyring has ${others.length + 1} secrets ${quote(name)}.`;
    throw new DesktopError('ambiguous', message, 'The user can leave only one of them there.');
  }
  // `plain`: the value crosses the session bus as it is; only the user's own programs can listen there.
  const open = { ...SERVICE, member: 'OpenSession', signature: 'sv', body: ['plain', bus.variant('s', '')] };
  const [, session] = await bus.call(open, signal);
  const path = String(session);
  try {
    const get = { destination: DESTINATION, path: item, interface: 'org.freedesktop.Secret.Item', member: 'GetSecret' };
    const [secret] = await bus.call({ ...get, signature: 'o', body: [path] }, signal);
    // (oayays): session, parameters, value, content type.
    const [, , value] = secret as [string, Buffer, Buffer, string];
    return value.toString('utf8');
  } finally {
    await bus.call({ destination: DESTINATION, path, interface: 'org.freedesktop.Secret.Session', member: 'Close' });
  }
}

async function search(
  bus: SessionBus,
  name: string,
  signal?: AbortSignal,
): Promise<{ unlocked: string[]; locked: string[] }> {
  try {
    const body = [{ [ATTRIBUTE]: name }];
    const answer = await bus.call({ ...SERVICE, member: 'SearchItems', signature: 'a{ss}', body }, signal);
    const [unlocked, locked] = answer as [string[], string[]];
    return { unlocked, locked };
  } catch (error) {
    if (error instanceof DesktopError && error.code === 'unsupported') return { unlocked: [], locked: [] };
    throw error;
  }
}
