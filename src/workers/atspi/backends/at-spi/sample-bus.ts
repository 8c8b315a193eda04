/** A bus with one made-up program on it, for warming up: it answers at once, and nothing leaves it. */
import { type Bus, BusCallError } from '../../../platform/dbus/bus.ts';
import { type Body, bodyOf, type Request } from '../../../platform/dbus/bus-calls.ts';
import type { Value } from '../../../platform/dbus/bus-message.ts';
import { isRoleName } from '../../model/roles.ts';
import type { StateName } from '../../model/states.ts';
import { CALL, REGISTRY, ROOT_PATH } from './calls.ts';
import { roleNumber, stateBit } from './names.ts';

const BUS = ':0.0';
const UNKNOWN = { name: 'org.freedesktop.DBus.Error.UnknownMethod', message: '' };

/** What is in the program; each lies in the last one before it that is less deep. */
const ELEMENTS: readonly { depth: number; role: string; name?: string; action?: string; text?: string }[] = [
  { depth: 0, role: 'application', name: 'sample' },
  { depth: 1, role: 'frame', name: 'Window' },
  { depth: 2, role: 'menu bar' },
  { depth: 3, role: 'menu item', name: 'File' },
  { depth: 2, role: 'panel' },
  { depth: 3, role: 'label', name: 'Name:', text: 'Name:' },
  { depth: 3, role: 'text', name: 'Name:', action: 'SetFocus', text: '\u2026' },
  { depth: 3, role: 'check box', name: 'Check', action: 'Toggle' },
  { depth: 3, role: 'button', name: 'OK', action: 'Press' },
  { depth: 2, role: 'list', name: 'Entries' },
  { depth: 3, role: 'list item', name: 'One' },
  { depth: 2, role: 'table' },
  { depth: 3, role: 'table row', name: 'a b' },
  { depth: 4, role: 'table cell', name: 'a' },
  { depth: 4, role: 'table cell', name: 'b', action: 'Edit' },
];
const SHOWN: readonly StateName[] = ['showing', 'visible', 'enabled', 'sensitive'];
const SHOWN_BITS = [SHOWN.reduce((bits, state) => bits | (1 << stateBit(state)), 0) >>> 0, 0];

/** Makes it; its only program is named "sample" and reads like one of Qt. */
export function createSampleBus(): Bus {
  const send: Bus['send'] = (request, onReply) =>
    queueMicrotask(() => {
      const answer = answerTo(request);
      if (answer) onReply(undefined, answer);
      else onReply(UNKNOWN, bodyOf('', []));
    });
  return {
    name: BUS,
    lost: new Promise(() => undefined),
    send,
    call: (request, parse) =>
      new Promise((resolve, reject) =>
        send(request, (failure, body) => (failure ? reject(new BusCallError(failure)) : resolve(parse(body)))),
      ),
    subscribe: async () => () => undefined,
    isSilent: () => false,
    close: () => undefined,
  };
}

/** What an element answers; undefined for a question that it does not know. */
function answerTo({ template, address }: Request): Body | undefined {
  const index = address.path === ROOT_PATH ? 0 : Number(address.path.slice(1));
  const { role, name = '', action, text } = ELEMENTS[index] ?? { role: 'panel' };
  switch (template) {
    case CALL.registerEvent:
      return bodyOf('', []);
    case CALL.children:
      return bodyOf('a(so)', [address.bus === REGISTRY.bus ? [[BUS, ROOT_PATH]] : childrenOf(index)]);
    case CALL.states:
      return bodyOf('au', [SHOWN_BITS]);
    case CALL.role:
      return bodyOf('u', [isRoleName(role) ? roleNumber(role) : 0]);
    case CALL.name:
      return bodyOf('v', [{ signature: 's', value: name }]);
    case CALL.toolkit:
      return bodyOf('v', [{ signature: 's', value: 'Qt' }]);
    case CALL.interfaces: {
      const interfaces = [...(action ? ['Action'] : []), ...(text ? ['Text'] : [])];
      return bodyOf('as', [interfaces.map((one) => `org.a11y.atspi.${one}`)]);
    }
    case CALL.actions:
      return bodyOf('a(sss)', [[[action ?? '', '', '']]]);
    case CALL.textStart:
      return bodyOf('s', [text ?? '']);
    default:
      return undefined;
  }
}

function childrenOf(index: number): Value[] {
  const depth = ELEMENTS[index]?.depth ?? 0;
  const children: Value[] = [];
  for (let at = index + 1; (ELEMENTS[at]?.depth ?? 0) > depth; at++)
    if (ELEMENTS[at]?.depth === depth + 1) children.push([BUS, `/${at}`]);
  return children;
}
