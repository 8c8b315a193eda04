/** What programs announce on an accessibility bus, of all that has to do with what a tree says. */
import { setTimeout as wait } from 'node:timers/promises';
import dbus from 'dbus-next';

const A = 'org.a11y.atspi';
const DAEMON = 'org.freedesktop.DBus';
/** Beyond those that the server asks for. */
const CLASSES = 'document: object:text-caret-moved object:selection-changed'.split(' ');
/** A program is at rest when it has sent nothing for so long, and after so long in any case. */
const REST_MS = 700;
const MOST_MS = 8000;
/** For so long its first event is waited for: a folder is looked at again after a second or two. */
const FIRST_MS = 2500;

/** Starts to listen to the bus of an address. The caller ends it with `close`. */
export async function listenForEvents(address) {
  const [, socket] = /path=([^,]+)/.exec(address);
  // A form of its own: dbus-next needs a native module for the usual one.
  const bus = dbus.sessionBus({ busAddress: `unix:socket=${socket}` });
  await new Promise((resolve) => bus.on('connect', resolve));
  const call = async ([destination, path, name], member, signature = '', ...body) => {
    const reply = await bus.call(new dbus.Message({ destination, path, interface: name, member, signature, body }));
    return reply.body[0];
  };
  const daemon = [DAEMON, '/', DAEMON];
  for (const kind of ['Object', 'Window', 'Document'])
    await call(daemon, 'AddMatch', 's', `type='signal',interface='${A}.Event.${kind}'`);
  const registry = [`${A}.Registry`, '/org/a11y/atspi/registry', `${A}.Registry`];
  for (const name of CLASSES) await call(registry, 'RegisterEvent', 'sass', name, [], '');

  let heard = [];
  bus.on('message', ({ interface: name, sender, path, member, body }) => {
    const [, kind] = /^org\.a11y\.atspi\.Event\.(\w+)$/.exec(name ?? '') ?? [];
    // GTK 3 tells everybody of every step of an animation.
    if (!kind || member === 'BoundsChanged') return;
    heard.push({ sender, path, kind, member, detail: body[0], isSet: body[1] !== 0, atMs: performance.now() });
  });
  const rest = async (firstMs) => {
    const startMs = performance.now();
    for (;;) {
      await wait(50);
      const nowMs = performance.now();
      const quietMs = nowMs - Math.max(startMs, heard.at(-1)?.atMs ?? 0);
      if (quietMs >= (heard.length > 0 ? REST_MS : firstMs) || nowMs - startMs > MOST_MS) return;
    }
  };
  /** Role and name of what sent an event; empty when it is gone. */
  const sourceOf = async ({ sender, path }) => {
    try {
      const role = await call([sender, path, `${A}.Accessible`], 'GetRoleName');
      const name = await call([sender, path, `${DAEMON}.Properties`], 'Get', 'ss', `${A}.Accessible`, 'Name');
      return `${role} "${name.value}"`;
    } catch {
      return '';
    }
  };
  return {
    /** Waits until nothing comes any more. */
    rest: () => rest(REST_MS),
    /** What a process announces from the start of `work` until it is at rest, each with its `source`. */
    during: async (pid, work) => {
      heard = [];
      await work();
      await rest(FIRST_MS);
      const [events, found] = [heard, []];
      for (const event of events) {
        const sender = await call(daemon, 'GetConnectionUnixProcessID', 's', event.sender).catch(() => 0);
        if (sender === pid) found.push({ ...event, source: await sourceOf(event) });
      }
      return found;
    },
    close: () => bus.disconnect(),
  };
}
