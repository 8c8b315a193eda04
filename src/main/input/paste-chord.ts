/** Which chord pastes in a program. Pure. */
import { DesktopError } from '../../base/errors.ts';
import { escape } from '../../base/escape.ts';

/** Window classes of terminals that paste on ctrl+shift+v, by their documented defaults. */
const TERMINALS = new Set(
  `org.kde.konsole konsole org.kde.yakuake yakuake org.gnome.terminal gnome-terminal gnome-terminal-server
  org.gnome.console kgx org.gnome.ptyxis ptyxis kitty alacritty org.wezfurlong.wezterm wezterm foot footclient
  com.mitchellh.ghostty ghostty st st-256color xfce4-terminal com.gexperts.tilix tilix terminator
  com.raggesilver.blackbox io.elementary.terminal lxterminal mate-terminal org.codeberg.dnkl.foot`.split(/\s+/),
);
/** Terminals without a chord for the clipboard: shift+insert pastes what was selected with the mouse. */
const WITHOUT_CHORD = new Set('xterm uxterm urxvt rxvt rxvt-unicode aterm eterm'.split(' '));

export interface PasteTarget {
  /** Window class; '' when the compositor does not know it. */
  app: string;
  /** Role of the element with focus, where the program tells it. */
  role: string | undefined;
}

/** How to paste there. Fails with `unsupported` where no chord does; ctrl+v would reach the program in a terminal as a key. */
export function pasteChord({ app, role }: PasteTarget): { chord: string; isTerminal: boolean } {
  const name = app.toLowerCase();
  if (name === '') throw noChord('the compositor does not say which program is in front');
  if (WITHOUT_CHORD.has(name)) throw noChord(`${escape(app)} has no chord that pastes the clipboard`);
  const isTerminal = TERMINALS.has(name) || role === 'terminal';
  return { chord: isTerminal ? 'ctrl+shift+v' : 'ctrl+v', isTerminal };
}

function noChord(why: string): DesktopError {
  return new DesktopError(
    'unsupported',
    `Not pasted: ${why}; nothing was sent.`,
    'Use method "keys", for characters of the keyboard layout.',
  );
}
