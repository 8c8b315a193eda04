/** Elements as text: one line an element, one space a level; sibling leaves of one role and actions share a line. */

import { escape, quote } from '../../base/escape.ts';
import type { Element, Folded } from '../../protocol/element.ts';
import type { Rect } from '../../protocol/geometry.ts';

export interface Outline {
  text: string;
  /** Id of the last element shown; undefined when none is. */
  last: number | undefined;
  /** Elements that did not fit. */
  left: number;
}

/** Words one element without its indent: `[55] button "Save" {focused} (open menu) text="…"`. */
export function elementLine(element: Element, role = element.role): string {
  const parts = [`[${element.id}]`];
  if (role) parts.push(escape(role));
  if (element.isBeside) parts.push('beside');
  if (element.name) parts.push(quote(element.name));
  if (element.states.length > 0) parts.push(`{${element.states.join(', ')}}`);
  if (element.actions.length > 0) parts.push(`(${element.actions.map(escape).join(', ')})`);
  if (element.text !== undefined) parts.push(textPart(element.text, element.textGoesOn));
  if (element.value) parts.push(`value=${element.value.now} (${element.value.min}..${element.value.max})`);
  if (element.items !== undefined) parts.push(`items=${element.items}`);
  if (element.folded) parts.push(foldedText(element.id, element.folded));
  if (element.rect) parts.push(`@ ${rectText(element.rect)}`);
  if (element.rectUnavailable) parts.push(`@ unavailable (${escape(element.rectUnavailable)})`);
  return parts.join(' ');
}

function textPart(text: string, goesOn: boolean | undefined): string {
  return `text=${quote(text)}${goesOn ? '…' : ''}`;
}

/** Words a folded bar, and how to list it: `folded: 7 buttons, 1 entry text="…"; tree(id=15) lists them`. */
function foldedText(id: number, folded: readonly Folded[]): string {
  const kinds = folded.map(({ role, count, selected, text, textGoesOn }) => {
    const plural = /(x|s|ch)$/.test(role) ? `${role}es` : `${role}s`;
    const note = selected === undefined ? '' : ` {selected ${quote(selected)}}`;
    const held = text === undefined ? '' : ` ${textPart(text, textGoesOn)}`;
    return `${count} ${escape(count === 1 ? role : plural)}${note}${held}`;
  });
  return `folded: ${kinds.join(', ')}; tree(id=${id}) lists them`;
}

/** Words a rectangle as `x,y wxh`, with at most one decimal. */
export function rectText({ x, y, width, height }: Rect): string {
  const short = (value: number): string => String(Math.round(value * 10) / 10);
  return `${short(x)},${short(y)} ${short(width)}x${short(height)}`;
}

/**
 * Words a tree within a budget of characters, which only a single first element may exceed. Elements come in reading
 * order, with their depth.
 */
export function outline(elements: Element[], maxChars: number): Outline {
  let text = '';
  let shown = 0;
  for (const group of groups(elements)) {
    const fitting = group.slice(0, countFitting(group, maxChars - text.length) || (shown === 0 ? 1 : 0));
    if (fitting.length > 0) text += `${groupLine(fitting)}\n`;
    shown += fitting.length;
    if (fitting.length < group.length) break;
  }
  return { text, last: elements[shown - 1]?.id, left: elements.length - shown };
}

/** Groups sibling leaves that look alike; other elements stay single. */
function groups(elements: Element[]): Element[][] {
  const result: Element[][] = [];
  for (const [index, element] of elements.entries()) {
    const isLeaf = (elements[index + 1]?.depth ?? 0) <= element.depth;
    const group = result.at(-1);
    const first = group?.[0];
    if (
      isLeaf &&
      group &&
      first &&
      canShare(first) &&
      canShare(element) &&
      looksLike(first, element, elements[index - 1])
    )
      group.push(element);
    else result.push([element]);
  }
  return result;
}

/** Counts the elements of a group that fit on one line. */
function countFitting(group: Element[], maxChars: number): number {
  const [first] = group;
  if (!first || groupLine(group).length < maxChars) return group.length;
  let length = groupHead(first, group.length).length;
  const cut = group.findIndex((element) => {
    length += memberText(element).length + 1;
    return length >= maxChars;
  });
  if (cut > 0) return cut;
  return groupLine([first]).length < maxChars ? 1 : 0;
}

function canShare(element: Element): boolean {
  return (
    element.text === undefined &&
    element.items === undefined &&
    !element.value &&
    !element.folded &&
    !element.rect &&
    !element.rectUnavailable
  );
}

function looksLike(first: Element, element: Element, previous: Element | undefined): boolean {
  return (
    previous?.depth === element.depth &&
    first.depth === element.depth &&
    first.role === element.role &&
    first.actions.join() === element.actions.join()
  );
}

function groupLine(group: Element[]): string {
  const [first] = group;
  if (!first) return '';
  if (group.length === 1) return ' '.repeat(first.depth) + elementLine(first);
  return `${groupHead(first, group.length)} ${group.map(memberText).join(' ')}`;
}

/** Words the beginning of a group's line: `list item ×3 (open):`. */
function groupHead({ depth, role, actions }: Element, count: number): string {
  const shown = actions.length > 0 ? ` (${actions.map(escape).join(', ')})` : '';
  return `${' '.repeat(depth)}${escape(role)} ×${count}${shown}:`;
}

function memberText(element: Element): string {
  return elementLine({ ...element, actions: [] }, '');
}
