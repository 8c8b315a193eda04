/**
 * Programs that the registry does not know because it took the place of one that has ended: toolkits tell it of themselves
 * once, when they start (Qt 6.8 and GTK 4.18; GTK 3.24 does it again). Their bus names are older than the registry's.
 */
import { answerOf, type Bus, DAEMON } from '../../../../platform/dbus/bus.ts';
import { encodeBody } from '../../../../platform/dbus/bus-message.ts';
import { createTemplate } from '../../../../platform/dbus/bus-template.ts';
import type { ObjectRef } from '../../../model/node.ts';
import { CALL, parse, REGISTRY, ROOT_PATH } from '../calls.ts';

const LIST_NAMES = createTemplate({ interface: DAEMON.bus, member: 'ListNames', reply: 'as' });
const NAME_OWNER = createTemplate({ interface: DAEMON.bus, member: 'GetNameOwner', signature: 's', reply: 's' });

/** Time that each name has to say whether it is an application. */
const DEADLINE_MS = 500;

/** The roots of the programs that run and are none of `registered`. Fails with BusCallError when the bus is lost. */
export async function findStrays(bus: Bus, registered: readonly ObjectRef[]): Promise<ObjectRef[]> {
  const owner = { template: NAME_OWNER, address: DAEMON, body: encodeBody('s', [REGISTRY.bus]) };
  const [names = [], registry = ''] = await Promise.all([
    answerOf(bus.call({ template: LIST_NAMES, address: DAEMON }, parse.texts)),
    answerOf(bus.call(owner, parse.text)),
  ]);
  const known = new Set([bus.name, ...registered.map(({ app }) => app)]);
  const older = names.filter((name) => !known.has(name) && numberOf(name) < numberOf(registry));
  const roots = await Promise.all(older.map((name) => rootOf(bus, name)));
  return roots.filter((root) => root !== undefined);
}

async function rootOf(bus: Bus, name: string): Promise<ObjectRef | undefined> {
  const address = { bus: name, path: ROOT_PATH };
  const role = bus.call({ template: CALL.role, address, deadlineMs: DEADLINE_MS }, parse.role);
  return (await answerOf(role, { orTimeout: true })) === 'application' ? { app: name, key: ROOT_PATH } : undefined;
}

/** A bus gives its connections rising numbers: ":1.42". A name that was asked for has none. */
function numberOf(name: string): number {
  return Number(/^:\d+\.(\d+)$/.exec(name)?.[1] ?? Number.NaN);
}
