/** What a closed combo box shows, where its toolkit gives the selected entry apart from the box. */
import type { Node } from './node.ts';

/** GTK 3 calls a combo box after the first text of its selected row: with icons that is an icon's name. */
const ICON_NAME = /^[a-z0-9]+(-[a-z0-9]+)+$/;

/** Notes the selected entry of a box: as its name in place of an icon's, else as its text, unless it is called so already. */
export function noteSelected(box: Node, entry: string): void {
  if (entry === '' || entry === box.name) return;
  if (ICON_NAME.test(box.name)) box.name = entry;
  else box.text = entry;
}
