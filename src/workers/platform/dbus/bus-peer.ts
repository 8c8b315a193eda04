/** Tells who is at the other end of a bus connection. */
import { readFileSync } from 'node:fs';
import { type Bus, DAEMON } from './bus.ts';
import { decodeBody, encodeBody, type Value } from './bus-message.ts';
import { createTemplate } from './bus-template.ts';

const CREDENTIALS = createTemplate({
  interface: DAEMON.bus,
  member: 'GetConnectionCredentials',
  signature: 's',
  reply: 'a{sv}',
});

/** The process that speaks for a program of Flatpak, as the kernel names it. */
const PROXY = 'xdg-dbus-proxy';
/** The label of a process that AppArmor confines, one of a snap for example: "snap.firefox.firefox (enforce)". */
const CONFINED = /\(enforce\)\0?$/;

/**
 * Whether something between the bus and a program may drop messages: the proxy of Flatpak, which passes on only the signals
 * that its version knows, or rules of AppArmor. Fails with BusCallError.
 */
export function isFiltered(bus: Bus, name: string): Promise<boolean> {
  const request = { template: CREDENTIALS, address: DAEMON, body: encodeBody('s', [name]) };
  return bus.call(request, ({ buffer, start, signature }) => {
    const [credentials] = decodeBody(signature, buffer, start) as [[string, { value: Value }][]];
    const { ProcessID: pid, LinuxSecurityLabel: label } = Object.fromEntries(
      credentials.map(([key, { value }]) => [key, value]),
    );
    return isProxy(pid) || (Array.isArray(label) && CONFINED.test(String.fromCharCode(...label.map(Number))));
  });
}

function isProxy(pid: Value | undefined): boolean {
  try {
    return readFileSync(`/proc/${Number(pid)}/comm`, 'latin1').trim() === PROXY;
  } catch {
    return false; // a process of another namespace, or one that has ended
  }
}
