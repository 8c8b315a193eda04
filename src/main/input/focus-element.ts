/** Giving an element the keyboard focus. */

import { DesktopError } from '../../base/errors.ts';
import type { FocusReply } from '../../protocol/atspi.ts';
import type { Element, Target } from '../../protocol/element.ts';
import { allowedPidsOf } from '../policy/grants.ts';
import { hiddenError } from '../render/hidden.ts';
import type { ToolContext } from '../tool/tool.ts';
import { aimAtElement } from './aim.ts';
import { isOperatedByClick } from './takes-text.ts';

export const FOCUS_METHODS = ['accessibility', 'click'] as const;

export interface Focused {
  element: Element;
  method: (typeof FOCUS_METHODS)[number];
}

/**
 * Gives an element the focus through accessibility, else by a click on its middle; `check` sees it first and may throw. Call
 * it with the input queue held. Fails as `locate` does, and with `failed` when the element is disabled or does not have the
 * focus in the end.
 */
export async function focusElement(
  wanted: Target,
  context: ToolContext,
  check?: (element: Element) => void,
): Promise<Focused> {
  const { atspi, input } = context.session;
  const query = { target: wanted, allowedPids: allowedPidsOf(context.policy) };
  if (check) {
    const { element } = await atspi.locate({ ...query, bounds: false }, context.signal);
    check(element);
    query.target = { id: element.id };
  }
  const first = await atspi.focus({ ...query, isClicked: false }, context.signal);
  if (first.hidden) throw hiddenError(first.element, first.hidden, 'nothing sent');
  // The focus within a window that is not in front gets no key.
  if (first.isFocused && first.isInFront) return { element: first.element, method: 'accessibility' as const };
  const { id, states } = first.element;
  if (states.includes('disabled')) throw disabled(id);
  if (isOperatedByClick(first.element)) throw wouldOperate(first);
  const target = { id };
  const { point } = await aimAtElement(target, context);
  const { ticket, grant } = context.input;
  const click = { point, button: 'left', clicks: 1, modifiers: [], holdMs: 0 } as const;
  await input.click({ ...click, modifiers: [] }, { ticket, grant, signal: context.signal });
  const { isFocused, element } = await atspi.focus({ ...query, target, isClicked: true }, context.signal);
  if (!isFocused) throw unfocused(element.id);
  return { element, method: 'click' as const };
}

/** The error for what a click would press: GTK 4 gives the focus to nobody who asks for it. */
function wouldOperate({ element: { id }, isFocused }: FocusReply): DesktopError {
  if (isFocused)
    return new DesktopError(
      'failed',
      `The window of [${id}] is not in front; nothing sent.`,
      'Bring it in front with activate_window, or pass window.',
    );
  return new DesktopError(
    'unsupported',
    `[${id}] does not take the focus when its program is asked, and a click would operate it; nothing sent.`,
    'Operate it with act or click, or go to it with key Tab.',
  );
}

function disabled(id: number): DesktopError {
  return new DesktopError(
    'failed',
    `[${id}] is disabled and takes no focus; nothing sent.`,
    'Do first what enables it.',
  );
}

function unfocused(id: number): DesktopError {
  return new DesktopError(
    'failed',
    `[${id}] was clicked, but does not have the focus.`,
    'It may take none: look with find which element is focused.',
  );
}
