/** Why a pointer would not meet an element, in words. */
import { DesktopError } from '../../base/errors.ts';
import { quote } from '../../base/escape.ts';
import type { AimRefusal } from '../../protocol/atspi.ts';
import type { Element } from '../../protocol/element.ts';
import type { WindowInfo } from '../../protocol/window.ts';
import type { CallPolicy } from '../policy/grants.ts';
import { hiddenError } from '../render/hidden.ts';
import { elementLine } from '../render/outline.ts';
import { windowName } from '../windows/choose-window.ts';

/** The error of a call whose target a pointer would not meet. A window that the call may not see is named by its application. */
export function aimError(refusal: AimRefusal, element: Element, policy: CallPolicy): DesktopError {
  const not = (message: string, hint: string): DesktopError =>
    new DesktopError('failed', `[${element.id}] ${message}; nothing sent.`, hint);
  switch (refusal.kind) {
    case 'placeless':
      return placeless(element, refusal.minimized);
    case 'hidden':
      return hiddenError(element, refusal.hidden, 'nothing sent');
    case 'outOfView':
      return not('is scrolled out of view, and could not be scrolled to', 'Turn the wheel over what it is in: scroll.');
    case 'disabled':
      return not('is disabled', 'Do first what enables it.');
    case 'moving':
      return not('is still moving', 'Wait for it with wait_idle, or act on it without a pointer.');
    case 'overlapped':
      return not(`is covered by ${elementLine(refusal.element)}`, UNCOVER);
    case 'nowhere':
      return not('is where no window is', 'Use act, which needs no pointer.');
    case 'covered':
      return not(`is covered by the window ${windowName(refusal.window, policy)}`, UNCOVER);
    case 'elsewhere': {
      const on = refusal.window.desktops.map((desktop) => quote(desktop)).join(' ');
      const name = windowName(refusal.window, policy);
      return not(`is in ${name}, which is on desktop ${on}`, 'Bring that window in front first: activate_window.');
    }
    case 'blocked': {
      const name = windowName(refusal.window, policy);
      const hint = 'Answer the dialog first; tree lists its buttons.';
      return not(`is in a window that is blocked by its dialog ${name}`, hint);
    }
  }
}

const UNCOVER = 'Close or move what covers it, or bring its window in front; act needs no pointer.';

function placeless(element: Element, minimized: readonly WindowInfo[]): DesktopError {
  const reason = element.rectUnavailable ?? 'the application gives no rectangle';
  const hidden = minimized.map(({ title, id }) => `${quote(title)} id=${id}`).join(', ');
  return new DesktopError(
    'unsupported',
    `No place to point at for [${element.id}]: ${reason}.${hidden === '' ? '' : ` Minimized: ${hidden}.`}`,
    `Use act, which needs no pointer${hidden === '' ? '' : ', or restore its window with activate_window'}.`,
  );
}
