/** Finds the label beside each field that nothing else names: programs of Qt often set none. */
import type { Rect } from '../../../../../protocol/geometry.ts';
import type { Bus } from '../../../../platform/dbus/bus.ts';
import { ownLabelOf, partLabelOf } from '../../../model/label.ts';
import { keyOf, type Node, nodesOf } from '../../../model/node.ts';
import { nearestLabels } from '../../../model/place/nearest-label.ts';
import { COMBO_ROLES, rolesNamed } from '../../../model/roles.ts';
import { isBlank } from '../../../model/text.ts';
import { CALL, parse } from '../calls.ts';
import { runPipeline } from '../pipeline.ts';

const FIELD_ROLES = rolesNamed('entry;text;password text;spin button;combo box;slider;dial;date editor;autocomplete');
const LABEL_ROLES = rolesNamed('label');
/** Longer texts explain something. */
const MAX_LABEL_CHARS = 60;
/** Containers that are looked at, and children of each. */
const MAX_FORMS = 50;
const MAX_CHILDREN = 200;

/** Gives fields without a name the label beside them. Fails like `runPipeline`. */
export async function addBeside(bus: Bus, root: Node, signal?: AbortSignal): Promise<void> {
  const nodes = nodesOf(root);
  const nameless = nodes.filter(isNameless);
  if (nameless.length === 0) return;
  const taken = new Set(nodes.flatMap(({ label }) => (label ? [keyOf(label.ref)] : [])));
  const isFree = (node: Node): boolean => LABEL_ROLES.has(node.role) && isShort(node) && !taken.has(keyOf(node.ref));
  const forms = [...new Set(nameless.flatMap(({ parent }) => parent ?? []))]
    .slice(0, MAX_FORMS)
    .flatMap(({ children }) => {
      const labels = children.slice(0, MAX_CHILDREN).filter(isFree);
      const fields = children.slice(0, MAX_CHILDREN).filter(({ role, isUnread }) => FIELD_ROLES.has(role) && !isUnread);
      return labels.length > 0 ? [{ labels, fields }] : [];
    });
  const rects = new Map<Node, Rect>();
  await runPipeline(bus, signal, ({ ask }) => {
    for (const node of forms.flatMap(({ labels, fields }) => [...labels, ...fields]))
      ask(CALL.extents[0], node.ref, (body) => void rects.set(node, parse.extents(body)));
  });
  for (const { labels, fields } of forms)
    for (const [field, label] of nearestLabels(fields, labels, rects)) if (isNameless(field)) field.beside = label;
}

/** Whether a field has no name, or one that is its value. */
function isNameless(node: Node): boolean {
  const { role, label, states, parent } = node;
  if (!FIELD_ROLES.has(role) || label || (role === 'text' && !states.has('editable'))) return false;
  if (COMBO_ROLES.has(role)) return true;
  return ownLabelOf(node) === '' && partLabelOf(node) === '' && !(parent && COMBO_ROLES.has(parent.role));
}

function isShort(label: Node): boolean {
  const said = ownLabelOf(label) || (label.text ?? '');
  return !isBlank(said) && said.length <= MAX_LABEL_CHARS;
}
