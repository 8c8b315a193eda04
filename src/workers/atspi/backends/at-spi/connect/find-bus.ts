import type { ReaderSource } from '../../../../../protocol/atspi.ts';
import { type Bus, openBus } from '../../../../platform/dbus/bus.ts';
import { createTemplate } from '../../../../platform/dbus/bus-template.ts';
import { parse } from '../calls.ts';

/** xml/DBus.Bus of at-spi2-core 2.56: the service is activated by the call when it does not run. */
const GET_ADDRESS = createTemplate({ interface: 'org.a11y.Bus', member: 'GetAddress', reply: 's' });

/**
 * Opens the accessibility bus. When nobody answers at the known address its launcher has ended: the session bus
 * starts another one and gives its address. Fails with `failed` when that does not help.
 */
export async function findAccessibilityBus({ busAddress, sessionBusAddress }: ReaderSource): Promise<Bus> {
  try {
    return await openBus(busAddress);
  } catch {
    return openBus(await askAddress(sessionBusAddress));
  }
}

async function askAddress(sessionBusAddress: string): Promise<string> {
  const session = await openBus(sessionBusAddress);
  try {
    return await session.call(
      { template: GET_ADDRESS, address: { bus: 'org.a11y.Bus', path: '/org/a11y/bus' } },
      parse.text,
    );
  } finally {
    session.close();
  }
}
