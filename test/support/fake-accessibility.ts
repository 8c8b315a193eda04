/** An actor of one application that is a written tree. No assertions here. */
import type { AtspiActor } from '../../src/protocol/atspi.ts';
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
}

const PID = 1;
/** Where every element is, counted from its window. */
const EXTENTS = { x: 5, y: 7, width: 10, height: 10 };

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
  const fake: Omit<FakeAccessibility, 'actor'> = { tree: root, app, insertion: 'inserted', actions: [], wholeReads: 0 };
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
      for (const node of nodes) node.extents = node.parent?.parent ? EXTENTS : { x: 0, y: 0, width: 100, height: 100 };
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
    watch: () => () => undefined,
  };
  let id = 0;
  const actor = createAtspiActor(backend as AtspiBackend, () => ++id);
  return Object.assign(fake, { actor });
}
