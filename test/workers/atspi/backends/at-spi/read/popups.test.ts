/** Which objects that came to show are popups, and what is asked to find out, on a bus that answers at once. */
import { expect, test } from 'vitest';
import { CALL, ROOT_PATH } from '../../../../../../src/workers/atspi/backends/at-spi/calls.ts';
import { stateBit } from '../../../../../../src/workers/atspi/backends/at-spi/names.ts';
import { createNode } from '../../../../../../src/workers/atspi/backends/at-spi/read/describe.ts';
import { addPopups, createPopups } from '../../../../../../src/workers/atspi/backends/at-spi/read/popups.ts';
import type { Node } from '../../../../../../src/workers/atspi/model/node.ts';
import type { Bus } from '../../../../../../src/workers/platform/dbus/bus.ts';
import { bodyOf } from '../../../../../../src/workers/platform/dbus/bus-calls.ts';
import type { Value } from '../../../../../../src/workers/platform/dbus/bus-message.ts';

const APP = ':1.1';
const REPLIES = new Map([
  [CALL.parent, ['v', 'parent']],
  [CALL.states, ['au', 'states']],
  [CALL.children, ['a(so)', 'children']],
  [CALL.name, ['v', 'name']],
  [CALL.role, ['u', 'role']],
] as const);

/** An object of the application: its parent, whether it shows, what is in it. */
interface Item {
  parent?: string;
  isShowing?: boolean;
  children?: string[];
}

/** A bus with these objects, and the calls that it got: "parent /menu". */
function busOf(items: Record<string, Item>) {
  const asked: string[] = [];
  const refOf = (path: string): Value => [APP, path];
  const argOf = (kind: string, { parent = ROOT_PATH, isShowing = true, children = [] }: Item): Value => {
    if (kind === 'parent') return { signature: '(so)', value: refOf(parent) };
    if (kind === 'states') return [isShowing ? 2 ** stateBit('showing') : 0, 0];
    if (kind === 'children') return children.map(refOf);
    return kind === 'role' ? 41 : { signature: 's', value: 'Entry' };
  };
  const bus: Partial<Bus> = {
    send: ({ template, address }, onReply) => {
      const [signature, kind] = REPLIES.get(template) ?? ['', 'other'];
      asked.push(`${kind} ${address.path}`);
      const item = items[address.path];
      if (!item || signature === '')
        return onReply({ name: 'org.freedesktop.DBus.Error.UnknownObject', message: '' }, bodyOf('', []));
      return onReply(undefined, bodyOf(signature, [argOf(kind, item)]));
    },
  };
  return { bus: bus as Bus, asked };
}

/** The tree of an application with a window, in which there is a combo box. */
function treeOfApp(): Node {
  const root = createNode({ app: APP, key: ROOT_PATH }, undefined);
  const window = createNode({ app: APP, key: '/window' }, root);
  root.children.push(window);
  window.children.push(createNode({ app: APP, key: '/list' }, window));
  return root;
}

/** A record of popups after these came to show. */
function shown(...paths: string[]) {
  const popups = createPopups();
  const note = (key: string, value: number, detail = 'showing'): void =>
    popups.note({ ref: { app: APP, key }, kind: 'Object', member: 'StateChanged', detail, value });
  for (const path of paths) note(path, 1);
  return { popups, note, paths: () => popups.of(APP).map(({ key }) => key) };
}

const OPTIONS = { maxObjects: 100 };

test('what shows with the application as its parent, and is not listed, is put before the windows', async () => {
  const { bus } = busOf({ '/menu': { children: ['/entry'] }, '/entry': { parent: '/menu' } });
  const root = treeOfApp();
  await addPopups(bus, root, shown('/window', '/menu').popups, OPTIONS);
  expect(root.children.map(({ ref, isPopup, parent }) => [ref.key, isPopup, parent === root])).toEqual([
    ['/menu', true, true],
    ['/window', undefined, true],
  ]);
  expect(root.children[0]?.children.map(({ name }) => name)).toEqual(['Entry']);
});

test('what is in the tree is not asked, and what lies in something else once', async () => {
  const { bus, asked } = busOf({ '/part': { parent: '/hidden' } });
  const { popups, paths } = shown('/window', '/list', '/part');
  await addPopups(bus, treeOfApp(), popups, OPTIONS);
  expect(asked).toEqual(['parent /part']);
  await addPopups(bus, treeOfApp(), popups, OPTIONS);
  expect(asked).toHaveLength(1);
  expect(paths()).toEqual(['/window', '/list']);
});

test.each<[what: string, item: Record<string, Item>]>([
  ['hidden meanwhile', { '/menu': { isShowing: false } }],
  ['gone', {}],
])('what is %s is forgotten', async (_what, items) => {
  const root = treeOfApp();
  const { popups, paths } = shown('/menu');
  await addPopups(busOf(items).bus, root, popups, OPTIONS);
  expect([root.children.length, paths()]).toEqual([1, []]);
});

test('the popup of a combo box holds nothing: its list is in the tree of the box', async () => {
  const { bus } = busOf({ '/popup': { children: ['/list'] }, '/list': { parent: '/combo' } });
  const root = treeOfApp();
  await addPopups(bus, root, shown('/popup').popups, OPTIONS);
  expect(root.children.map(({ ref, children }) => [ref.key, children.length])).toEqual([
    ['/popup', 0],
    ['/window', 1],
  ]);
});

test('the last 100 that came to show are kept, those that are hidden are not', () => {
  const { note, paths } = shown(...Array.from({ length: 120 }, (_one, at) => `/${at}`));
  expect([paths().length, paths()[0], paths().at(-1)]).toEqual([100, '/20', '/119']);
  note('/119', 0);
  note('/118', 0, 'focused');
  expect(paths().at(-1)).toBe('/118');
});
