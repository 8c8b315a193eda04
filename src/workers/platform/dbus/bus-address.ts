/** Reaching a message bus: the socket of its address, and the authentication. */

import { DesktopError } from '../../../base/errors.ts';
import { quote } from '../../../base/escape.ts';

/**
 * The path of the unix socket in a D-Bus address (specification 0.43, "Server Addresses"), the first of several; an
 * abstract one begins with a NUL. Fails with `unsupported` when it names none.
 */
export function socketPath(address: string): string {
  for (const server of address.split(';')) {
    if (!server.startsWith('unix:')) continue;
    for (const option of server.slice('unix:'.length).split(',')) {
      const [key, value = ''] = option.split('=', 2);
      if (key === 'path') return decodeURIComponent(value);
      if (key === 'abstract') return `\0${decodeURIComponent(value)}`;
    }
  }
  throw new DesktopError(
    'unsupported',
    `The D-Bus address ${quote(address)} is not a unix socket.`,
    'Set DBUS_SESSION_BUS_ADDRESS to an address such as unix:path=/run/user/1000/bus.',
  );
}

/** The first bytes to a bus: authenticates this user by EXTERNAL (specification 0.43, "Authentication Protocol"). */
export function authentication(): string {
  return `\0AUTH EXTERNAL ${Buffer.from(String(process.getuid?.() ?? 0)).toString('hex')}\r\n`;
}
