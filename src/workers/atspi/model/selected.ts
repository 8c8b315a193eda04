/** Notes what a closed combo box shows, where the selected entry is read apart from the box. */
import type { Node } from './node.ts';

/** GTK 3 names a combo box after the first text of its selected row, which may be the name of an icon. */
const ICON_NAME = /^[a-z0-9]+(-[a-z0-9]+)+$/;

/** Notes the selected entry: in place of a name that is an icon's, else as the text, unless that is the name already. */
export function noteSelected(box: Node, entry: string): void {
  if (entry === '' || entry === box.name) return;
  if (ICON_NAME.test(box.name)) box.name = entry;
  else box.text = entry;
}
