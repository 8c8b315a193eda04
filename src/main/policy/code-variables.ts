/** Environment variables that make a program run other code than its own. Pure. */

/** Read by the dynamic linker, interpreters, shells, editors and git to find code to run. */
const LOADERS =
  /^(LD_|DYLD_|GLIBC_|PYTHON|PERL|RUBY|LUA_|NODE_|GUILE_|BASH|GIT_|JAVA_|JDK_JAVA_|_JAVA_|URE_|LESS|G?VIM|WINE)/;

/** Read by media libraries, drivers, OpenSSL and Qt's browser to find what they load or start. */
const LIBRARIES = /^(GST_|VK_|OCL_|OPENSSL_|QTWEBENGINE|LIBVA_|VDPAU_|GBM_|MESA_LOADER_)/;

/** Places of modules, data and settings of toolkits, drivers and programs; PATH too. */
const PLACES =
  /(PATH|_DIRS?|HOME|_PREFIX|_MODULES|_MODULE_FILE|_MODULEDIR|_PLUGINDIR|_PLUGINS?|_LAYERS|_FILENAMES|_PRELOAD|_LIBRARY)$/;

/** Name a helper program, its arguments, or the address of a server to obey. */
const HELPERS = /(EDITOR|PAGER|BROWSER|ASKPASS|FLAGS|_ADDRESS)$/;

/** Single names that no pattern above covers. */
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
