/** Variables by which other code runs than that of the program which was meant. Pure. */

/** What the dynamic linker, interpreters, shells, editors and git take code from or run. */
const LOADERS =
  /^(LD_|DYLD_|GLIBC_|PYTHON|PERL|RUBY|LUA_|NODE_|GUILE_|BASH|GIT_|JAVA_|JDK_JAVA_|_JAVA_|URE_|LESS|G?VIM|WINE)/;

/** Where media libraries, drivers, OpenSSL and Qt's browser find what they load, and what they start. */
const LIBRARIES = /^(GST_|VK_|OCL_|OPENSSL_|QTWEBENGINE|LIBVA_|VDPAU_|GBM_|MESA_LOADER_)/;

/** Where toolkits, drivers and media libraries find modules, and programs their data and settings; PATH too. */
const PLACES =
  /(PATH|_DIRS?|HOME|_PREFIX|_MODULES|_MODULE_FILE|_MODULEDIR|_PLUGINDIR|_PLUGINS?|_LAYERS|_FILENAMES|_PRELOAD|_LIBRARY)$/;

/** What is run for another program, with which arguments, and whom a program obeys. */
const HELPERS = /(EDITOR|PAGER|BROWSER|ASKPASS|FLAGS|_ADDRESS)$/;

/** What is run at a start or loaded, of which the name says less. */
const NAMES = new Set([
  'SHELL',
  'SHELLOPTS',
  'ENV',
  'IFS',
  'PS0',
  'PS1',
  'PS4',
  'PROMPT_COMMAND',
  'ZDOTDIR',
  'VISUAL',
  'TERMINAL',
  'EXINIT',
  'ELECTRON_RUN_AS_NODE',
  'GIO_LAUNCH_DESKTOP',
  'SDL_DYNAMIC_API',
  'SDL3_DYNAMIC_API',
  'SDL_VIDEO_GL_DRIVER',
  'SDL_VIDEO_EGL_DRIVER',
  'KRB5_CONFIG',
  'MOZ_MARIONETTE',
]);

/** Whether a variable changes which code a program runs. */
export function choosesCode(name: string): boolean {
  return NAMES.has(name) || [LOADERS, LIBRARIES, PLACES, HELPERS].some((pattern) => pattern.test(name));
}
