/** The texts that queries match, folded once while they stay the same: large trees are searched often. */
import { contentOf, labelOf, searchedTextOf } from './label.ts';
import type { Node } from './node.ts';
import type { RoleName } from './roles.ts';
import { fold, withoutAccents } from './text.ts';

export interface Texts {
  /** What they were folded from. */
  readonly of: { label: string; text: string | undefined; role: RoleName };
  readonly name: string;
  readonly text: string;
  /** Name and text without accents. */
  readonly bare: string;
  readonly bareName: string;
}

/** The folded texts of an element; of a password field without its text. */
export function textsOf(node: Node): Texts {
  const { role, texts: known } = node;
  const label = labelOf(node);
  const text = contentOf(node);
  if (known && known.of.label === label && known.of.text === text && known.of.role === role) return known;
  const said = fold(searchedTextOf(node) ?? '');
  const name = fold(label);
  const bareName = withoutAccents(name);
  const bare = said === '' ? bareName : `${bareName} ${withoutAccents(said)}`;
  node.texts = { of: { label, text, role }, name, text: said, bare, bareName };
  return node.texts;
}
