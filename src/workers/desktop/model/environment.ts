/** The environments of what we run, each built from nothing: no host display, no credentials. */

export type Environment = Record<string, string>;

/** The folders and addresses of one virtual session. */
export interface SessionPlaces {
  folder: string;
  marker: string;
  home: 'user' | 'isolated';
  busAddress: string;
  waylandDisplay: string;
}

/** Name of the variable by which the processes of a virtual session are found where it has no process namespace. See session.sh. */
export const SESSION_VARIABLE = 'DESKTOP_MCP_SESSION';

const DEFAULT_PATH = '/usr/local/bin:/usr/bin:/bin';

/** What a program needs to know of its user. */
const PERSONAL =
  /^(HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|XDG_(DATA|CONFIG)_(HOME|DIRS)|XDG_(CACHE|STATE)_HOME)$/;

/** What a program of a running desktop needs besides: its display, its bus, its looks. */
const DESKTOP =
  /^(DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|DBUS_SESSION_BUS_ADDRESS|DESKTOP_SESSION|MOZ_ENABLE_WAYLAND|NO_AT_BRIDGE|PULSE_SERVER|LD_LIBRARY_PATH|(XDG|KDE|PLASMA|QT|GTK|GDK|SDL|XCURSOR|XKB|ECORE|CLUTTER)_[A-Z0-9_]+|XMODIFIERS|[A-Z]+_IM_MODULE)$/;

const SECRET = /KEY(?!BOARD)|TOKEN|SECRET|PASSW|CREDENTIAL/;

function pick(from: Environment, ...patterns: RegExp[]): Environment {
  return { ...keep(from, ...patterns), PATH: from['PATH'] || DEFAULT_PATH };
}

function keep(from: Environment, ...patterns: RegExp[]): Environment {
  const isKept = (name: string): boolean => patterns.some((pattern) => pattern.test(name)) && !SECRET.test(name);
  return Object.fromEntries(Object.entries(from).filter(([name]) => isKept(name)));
}

/** Of programs that we start on the desktop that this server runs in. */
export function liveEnvironment(own: Environment): Environment {
  return pick(own, PERSONAL, DESKTOP);
}

/** The compositor's socket, as programs of this environment find it (wayland 1.23, wl_display_connect). */
export function waylandSocket(environment: Environment): string {
  const display = environment['WAYLAND_DISPLAY'] || 'wayland-0';
  return display.startsWith('/') ? display : `${environment['XDG_RUNTIME_DIR'] ?? ''}/${display}`;
}

/** Of everything in a virtual session but its compositor. `own` is the server's environment. */
export function sessionEnvironment(own: Environment, places: SessionPlaces): Environment {
  const { folder, home } = places;
  return {
    ...pick(own, PERSONAL),
    ...(home === 'isolated' ? isolatedHome(folder) : {}),
    ...runtime(places),
    // Defaults of the session, before the system's: they keep the user's wallet closed.
    XDG_CONFIG_DIRS: `${folder}/defaults:${own['XDG_CONFIG_DIRS'] || '/etc/xdg'}`,
    WAYLAND_DISPLAY: places.waylandDisplay,
    XDG_SESSION_TYPE: 'wayland',
    XDG_CURRENT_DESKTOP: 'KDE',
    XDG_SESSION_DESKTOP: 'KDE',
    KDE_FULL_SESSION: 'true',
    KDE_SESSION_VERSION: '6',
    QT_QPA_PLATFORM: 'wayland',
    GDK_BACKEND: 'wayland',
    MOZ_ENABLE_WAYLAND: '1',
    QT_ACCESSIBILITY: '1',
    QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1',
    GNOME_ACCESSIBILITY: '1',
    // There is no GPU in here: GTK 4 with OpenGL in software takes 3 to 10 times as long to show its first window.
    GSK_RENDERER: 'cairo',
  };
}

/**
 * Of the compositor and its X server. KWin gets none of the KDE session's variables: with them it needs
 * plasma-integration and crashes without it (measured, 6.3 and 6.7). Its settings are its own, never the user's. Of what was
 * asked for the session it takes the keyboard layout.
 */
export function compositorEnvironment(own: Environment, places: SessionPlaces, asked: Environment): Environment {
  return {
    ...pick(own, /^(USER|LOGNAME|LANG|LANGUAGE|LC_[A-Z]+|TZ|XDG_DATA_DIRS|XDG_CONFIG_DIRS)$/),
    ...runtime(places),
    HOME: `${places.folder}/kwin`,
    XDG_CONFIG_HOME: `${places.folder}/kwin`,
    XAUTHORITY: `${places.folder}/screen/authority`,
    KWIN_XKB_DEFAULT_KEYMAP: '1',
    XKB_DEFAULT_LAYOUT: 'us',
    ...keep(asked, /^XKB_DEFAULT_(RULES|MODEL|LAYOUT|VARIANT|OPTIONS)$/),
    KWIN_WAYLAND_NO_PERMISSION_CHECKS: '1',
    KWIN_SCREENSHOT_NO_PERMISSION_CHECKS: '1',
    // Without a GPU in Xvfb: the painter that KWin would fall back to.
    KWIN_COMPOSE: 'Q',
  };
}

function runtime({ folder, marker, busAddress }: SessionPlaces): Environment {
  return {
    XDG_RUNTIME_DIR: `${folder}/run`,
    TMPDIR: `${folder}/tmp`,
    DBUS_SESSION_BUS_ADDRESS: busAddress,
    [SESSION_VARIABLE]: marker,
  };
}

function isolatedHome(folder: string): Environment {
  const home = `${folder}/home`;
  return {
    HOME: home,
    XDG_CONFIG_HOME: `${home}/.config`,
    XDG_DATA_HOME: `${home}/.local/share`,
    XDG_CACHE_HOME: `${home}/.cache`,
    XDG_STATE_HOME: `${home}/.local/state`,
  };
}
