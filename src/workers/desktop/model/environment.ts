/** The environments of programs that we run, each built from nothing: no host display, no credentials. */

export type Environment = Record<string, string>;

/** The folder of a virtual session, and what is found in it. */
export interface SessionFolder {
  path: string;
  /** Unguessable; in the environment of every process of the session. */
  marker: string;
  /** D-Bus address of its session bus. */
  busAddress: string;
  /** Name of its compositor's socket, in the folder `run`. */
  waylandDisplay: string;
}

/** Marks the processes of a virtual session, which are found by it where there is no process namespace. See session.sh. */
export const SESSION_VARIABLE = 'DESKTOP_MCP_SESSION';

const DEFAULT_PATH = '/usr/local/bin:/usr/bin:/bin';

/** Variables that tell a program about its user. */
const PERSONAL =
  /^(HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|XDG_(DATA|CONFIG)_(HOME|DIRS)|XDG_(CACHE|STATE)_HOME)$/;

/** Variables that tell a program about its desktop: display, bus, looks. */
const DESKTOP =
  /^(DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|DBUS_SESSION_BUS_ADDRESS|DESKTOP_SESSION|MOZ_ENABLE_WAYLAND|NO_AT_BRIDGE|PULSE_SERVER|LD_LIBRARY_PATH|(XDG|KDE|PLASMA|QT|GTK|GDK|SDL|XCURSOR|XKB|ECORE|CLUTTER)_[A-Z0-9_]+|XMODIFIERS|[A-Z]+_IM_MODULE)$/;

const SECRET = /KEY(?!BOARD)|TOKEN|SECRET|PASSW|CREDENTIAL/;

/** The variables whose names match, no secrets, and a PATH in any case. */
export function pickVariables(from: Environment, ...patterns: RegExp[]): Environment {
  return { ...keepVariables(from, ...patterns), PATH: from['PATH'] || DEFAULT_PATH };
}

/** The variables whose names match, no secrets. */
export function keepVariables(from: Environment, ...patterns: RegExp[]): Environment {
  const isKept = (name: string): boolean => patterns.some((pattern) => pattern.test(name)) && !SECRET.test(name);
  return Object.fromEntries(Object.entries(from).filter(([name]) => isKept(name)));
}

/** The environment of programs that we start on the desktop that this server runs in. */
export function liveEnvironment(own: Environment): Environment {
  return pickVariables(own, PERSONAL, DESKTOP);
}

/** What makes the environment of a virtual session. */
export interface SessionParts {
  folder: SessionFolder;
  home: 'user' | 'isolated';
  /** What the compositor adds. */
  added: Environment;
}

/** The environment of everything in a virtual session but its compositor. `own` is the server's environment. */
export function sessionEnvironment(own: Environment, { folder, home, added }: SessionParts): Environment {
  return {
    ...pickVariables(own, PERSONAL),
    ...(home === 'isolated' ? isolatedHome(folder.path) : {}),
    ...runtimeVariables(folder),
    // Defaults of the session come before the system's.
    XDG_CONFIG_DIRS: `${folder.path}/defaults:${own['XDG_CONFIG_DIRS'] || '/etc/xdg'}`,
    WAYLAND_DISPLAY: folder.waylandDisplay,
    XDG_SESSION_TYPE: 'wayland',
    QT_QPA_PLATFORM: 'wayland',
    GDK_BACKEND: 'wayland',
    MOZ_ENABLE_WAYLAND: '1',
    QT_ACCESSIBILITY: '1',
    QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1',
    GNOME_ACCESSIBILITY: '1',
    // There is no GPU in here: GTK 4 with OpenGL in software takes 3 to 10 times as long to show its first window.
    GSK_RENDERER: 'cairo',
    ...added,
  };
}

/** The variables by which a process of a virtual session finds its folders and its bus, and is found itself. */
export function runtimeVariables({ path, marker, busAddress }: SessionFolder): Environment {
  return {
    XDG_RUNTIME_DIR: `${path}/run`,
    TMPDIR: `${path}/tmp`,
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
