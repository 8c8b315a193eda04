/** What takes no text that is typed. */

import { DesktopError } from '../../base/errors.ts';
import type { Element } from '../../protocol/element.ts';
import { elementLine } from '../render/outline.ts';

/** What a click does more to than to give it the focus. */
const CLICKED_ROLES = [
  'button',
  'toggle button',
  'push button menu',
  'check box',
  'radio button',
  'switch',
  'menu',
  'menu item',
  'check menu item',
  'radio menu item',
  'page tab',
  'link',
];
const TEXTLESS_ROLES = new Set([
  ...CLICKED_ROLES,
  'page tab list',
  'label',
  'static',
  'heading',
  'menu bar',
  'image',
  'slider',
  'progress bar',
  'separator',
  'scroll bar',
  'tool bar',
  'status bar',
]);

/** Whether a click operates an element: it presses, toggles, opens or follows it. */
export function isOperatedByClick({ role }: Element): boolean {
  return CLICKED_ROLES.includes(role);
}

/** Fields, of which each that takes text says so. A spin button of Qt does not. */
const FIELD_ROLES = new Set(['entry', 'text', 'password text']);

/** Whether an element takes no text; of what may (lists that search, canvases, terminals) it is not said. */
export function takesNoText(element: Element): boolean {
  return (TEXTLESS_ROLES.has(element.role) && !element.states.includes('editable')) || isReadOnly(element);
}

function isReadOnly({ role, states }: Element): boolean {
  if (role === 'spin button') return states.includes('read-only');
  return FIELD_ROLES.has(role) && (states.includes('read-only') || !states.includes('editable'));
}

/** Fails with `unsupported` for such an element, which a call names to type into. */
export function refuseTextless(element: Element): void {
  if (!takesNoText(element)) return;
  const why = isReadOnly(element) ? 'is read-only' : 'takes no text';
  throw new DesktopError(
    'unsupported',
    `${elementLine(element)} ${why}; nothing was sent.`,
    'Name the field itself, or operate this with act, click or key.',
  );
}
