/** Variables of a private KWin and of the programs in it. */
import {
  type Environment,
  keepVariables,
  pickVariables,
  runtimeVariables,
  type SessionFolder,
} from '../../model/environment.ts';

/** By these, programs know that they run in KDE. KWin itself needs plasma-integration with them, and crashes without (6.3, 6.7). */
export const KDE_VARIABLES: Environment = {
  XDG_CURRENT_DESKTOP: 'KDE',
  XDG_SESSION_DESKTOP: 'KDE',
  KDE_FULL_SESSION: 'true',
  KDE_SESSION_VERSION: '6',
};

/**
 * The environment of KWin and its X server. Settings come from a folder of the session, never from the user; of the variables
 * that the session was asked to have (`asked`), only those of the keyboard layout.
 */
export function kwinEnvironment(own: Environment, folder: SessionFolder, asked: Environment): Environment {
  return {
    ...pickVariables(own, /^(USER|LOGNAME|LANG|LANGUAGE|LC_[A-Z]+|TZ|XDG_DATA_DIRS|XDG_CONFIG_DIRS)$/),
    ...runtimeVariables(folder),
    HOME: `${folder.path}/kwin`,
    XDG_CONFIG_HOME: `${folder.path}/kwin`,
    XAUTHORITY: `${folder.path}/screen/authority`,
    KWIN_XKB_DEFAULT_KEYMAP: '1',
    XKB_DEFAULT_LAYOUT: 'us',
    ...keepVariables(asked, /^XKB_DEFAULT_(RULES|MODEL|LAYOUT|VARIANT|OPTIONS)$/),
    KWIN_WAYLAND_NO_PERMISSION_CHECKS: '1',
    KWIN_SCREENSHOT_NO_PERMISSION_CHECKS: '1',
    // Xvfb has no GPU: the painter that KWin would fall back to.
    KWIN_COMPOSE: 'Q',
  };
}
