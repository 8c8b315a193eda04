/** Variables by which other code runs than that of the program which was meant. Pure. */

/** What the dynamic linker, interpreters, shells and git take code from or run. */
const LOADERS = /^(LD_|DYLD_|GLIBC_|PYTHON|PERL|RUBY|LUA_|NODE_|GUILE_|BASH_|GIT_|JAVA_|JDK_JAVA_|_JAVA_)/;

/** Where toolkits, drivers and media libraries find modules, and programs their data and settings; PATH too. */
const PLACES = /(PATH|_DIRS?|_HOME|_PREFIX|_MODULES|_MODULE_FILE|_MODULEDIR|_PLUGINS?|_LAYERS|_FILENAMES|_PRELOAD)$/;

/** What is run at a start or for another program, and whom a program obeys. */
const NAMES = new Set([
  'HOME',
  'SHELL',
  'ENV',
  'IFS',
  'ZDOTDIR',
  'BROWSER',
  'EDITOR',
  'VISUAL',
  'PAGER',
  'SSH_ASKPASS',
  'SUDO_ASKPASS',
  'ELECTRON_RUN_AS_NODE',
  'DBUS_SESSION_BUS_ADDRESS',
]);

/** Whether a variable changes which code a program runs. */
export function choosesCode(name: string): boolean {
  return NAMES.has(name) || LOADERS.test(name) || PLACES.test(name);
}
