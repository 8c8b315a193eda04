/** The texts that queries match, folded once while they stay the same: large trees are searched often. */
import { labelOf, searchedTextOf } from './label.ts';
import type { Node } from './node.ts';
import { fold, withoutAccents } from './text.ts';

export interface Texts {
  /** Fields of the node from which these were folded. */
  readonly of: Pick<Node, 'name' | 'description' | 'text' | 'role'>;
  readonly name: string;
  readonly text: string;
  /** Name and text without accents. */
  readonly bare: string;
  readonly bareName: string;
}

/** The folded texts of an element; of a password field without its text. */
export function textsOf(node: Node): Texts {
  const { name, description, text, role, texts: known } = node;
  if (known && known.of.name === name && known.of.text === text && known.of.role === role)
    if (known.of.description === description) return known;
  const said = fold(searchedTextOf(node) ?? '');
  const label = fold(labelOf(node));
  const bareName = withoutAccents(label);
  const bare = said === '' ? bareName : `${bareName} ${withoutAccents(said)}`;
  node.texts = { of: { name, description, text, role }, name: label, text: said, bare, bareName };
  return node.texts;
}
