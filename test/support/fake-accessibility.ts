/** An actor of one application that is a written tree. No assertions here. */
import type { AtspiActor, PlacedState } from '../../src/protocol/atspi.ts';
import type { Point } from '../../src/protocol/geometry.ts';
import type { WindowInfo } from '../../src/protocol/window.ts';
import { createAtspiActor } from '../../src/workers/atspi/actor.ts';
import type { App, AtspiBackend } from '../../src/workers/atspi/backend.ts';
import { toolkitOf } from '../../src/workers/atspi/backends/at-spi/toolkits.ts';
import { type Node, nodesOf } from '../../src/workers/atspi/model/node.ts';
import { treeOf } from './accessible-tree.ts';

export interface FakeAccessibility {
  actor: AtspiActor;
  /** What shows; put another tree here, or undefined when the application has ended. */
  tree: Node | undefined;
  app: App;
  /** What becomes of text that is inserted. */
  insertion: 'inserted' | 'refused';
  /** What the program was waited for, and what was done to it, in order. */
  actions: string[];
  /** How often all of it was read. */
  wholeReads: number;
  /** The compositor's windows, and since when they are where they are. */
  windows: WindowInfo[];
  placedAtMs: Map<string, number>;
  /** How often the compositor's windows were asked for. */
  desktopLooks: number;
  /** For how long it has announced nothing; undefined: it does not announce. */
  quietMs: number | undefined;
  /** What the program does when an element gets the focus; false when it refuses. */
  onFocus: () => boolean;
  /** Where every element is, counted from its window; asked at each measure. */
  placeOf: () => Point;
}

const PID = 1;
const SIZE = { width: 10, height: 10 };
const SCREEN = { name: 'X11-0', rect: { x: 0, y: 0, width: 1280, height: 800 }, scale: 1 };

/** An application `app` that shows `text`, and holds `outOfView` in its page besides. */
export function createFakeAccessibility(text: string, outOfView?: string): FakeAccessibility {
  const root = treeOf(text);
  const app: App = {
    key: ':1.1',
    root: root.ref,
    name: 'app',
    pid: PID,
    toolkit: 'gtk',
    traits: toolkitOf('gtk'),
    isResponding: true,
  };
  const fake: Omit<FakeAccessibility, 'actor'> = {
    tree: root,
    app,
    insertion: 'inserted',
    actions: [],
    wholeReads: 0,
    windows: [],
    placedAtMs: new Map(),
    desktopLooks: 0,
    quietMs: undefined,
    onFocus: () => false,
    placeOf: () => ({ x: 5, y: 7 }),
  };
  const find = (path: string): Node | undefined =>
    fake.tree && nodesOf(fake.tree).find((node) => node.ref.key === path);
  const current = (): Node => {
    if (!fake.tree) throw new Error('the application has ended');
    return fake.tree;
  };
  const backend: Partial<AtspiBackend> = {
    applications: async () => (fake.tree ? [app] : []),
    known: () => (fake.tree ? [app] : []),
    read: async () => current(),
    readEverything: async () => {
      fake.wholeReads++;
      return outOfView === undefined ? undefined : treeOf(outOfView);
    },
    settle: async (_app, before) => void fake.actions.push(`waited before ${before}`),
    kept: () => undefined,
    inspect: async ({ key }) => find(key),
    measure: async (nodes) => {
      for (const node of nodes)
        node.extents = node.parent?.parent ? { ...fake.placeOf(), ...SIZE } : { x: 0, y: 0, width: 100, height: 100 };
    },
    text: async ({ key }, { start, end }) => {
      const characters = [...(find(key)?.text ?? '')];
      return { text: characters.slice(start, end).join(''), length: characters.length };
    },
    transcript: async ({ key }) => ({ text: find(key)?.text ?? '', isCut: false }),
    act: async () => {
      fake.actions.push('acted');
      return 'done';
    },
    insert: async (_ref, text) => {
      fake.actions.push(`${fake.insertion} ${text}`);
      return fake.insertion;
    },
    grabFocus: async () => fake.onFocus(),
    quietMs: () => fake.quietMs,
    after: async () => [],
    watch: () => () => undefined,
  };
  const state = async (): Promise<PlacedState> => {
    fake.desktopLooks++;
    const { windows, placedAtMs } = fake;
    return { screens: [SCREEN], desktops: [], windows, placedAtMs };
  };
  let id = 0;
  const actor = createAtspiActor({
    backend: backend as AtspiBackend,
    desktop: { state },
    nextId: () => ++id,
  });
  return Object.assign(fake, { actor });
}
