/** The dialog that a page waits for: while it is there no pointer reaches the page, wherever the dialog is. */
import type { App, AtspiBackend } from '../backend.ts';
import { named } from '../failure.ts';
import { ancestorsOf, type Node, nodesOf, type ObjectRef } from '../model/node.ts';
import { DIALOG_ROLES, DOCUMENT_ROLES } from '../model/roles.ts';

/** A dialog is at the top of its frame; developer tools, which may be there too, are larger. */
const MAX_OBJECTS = 20;

/** The dialogs that the page of an element waits for. Fails like AtspiBackend. */
export async function pageDialogs(
  backend: AtspiBackend,
  { node, app }: { node: Node; app: App },
  signal: AbortSignal | undefined,
): Promise<ObjectRef[]> {
  if (!app.traits.hasDialogsBesidePages) return [];
  const around = ancestorsOf(node);
  const page = around.findLastIndex(({ role }) => DOCUMENT_ROLES.has(role));
  const [frame, box] = page < 0 ? [] : around.slice(page + 1);
  if (!frame || !box) return [];
  const beside = await named(app.name, backend.after([box.ref, frame.ref], signal));
  const reads = beside.flat().map(({ ref }) => backend.read(app, { from: ref, maxObjects: MAX_OBJECTS, signal }));
  const frames = await named(app.name, Promise.all(reads));
  return frames.flatMap((each) => dialogIn(each)?.ref ?? []);
}

/** Firefox calls one that it has just opened a panel now and then: then it is told by its default button. */
function dialogIn(frame: Node): Node | undefined {
  const nodes = nodesOf(frame).filter(({ states }) => states.has('showing'));
  const dialog = nodes.find(({ role }) => DIALOG_ROLES.has(role));
  if (dialog) return dialog;
  return nodes.some(({ states }) => states.has('is default')) ? frame.children[0] : undefined;
}
