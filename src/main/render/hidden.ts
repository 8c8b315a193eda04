/** Elements that their program does not show, in words. */
import { DesktopError } from '../../base/errors.ts';
import type { Hidden } from '../../protocol/atspi.ts';
import type { Element } from '../../protocol/element.ts';
import { plainLine } from './gesture.ts';

/** Words where an element is that does not show: `does not show: it is in what [12] page tab "Mail" opens`. */
export function hiddenText({ opener, within }: Hidden): string {
  if (opener) return `does not show: it is in what ${plainLine(opener)} opens`;
  const where = within ? plainLine(within) : 'a part of its window';
  return `does not show: it is in ${where}, which is closed, at the back or scrolled away`;
}

/** The error of a call whose target its program does not show; `fate` says what was left undone. */
export function hiddenError({ id }: Element, hidden: Hidden, fate: string): DesktopError {
  const hint = hidden.opener
    ? `Click [${hidden.opener.id}] first.`
    : 'Open that part first, or use act, which needs no pointer.';
  return new DesktopError('unsupported', `[${id}] ${hiddenText(hidden)}; ${fate}.`, hint);
}
