/**
 * Arguments by which a program runs other code than its own, uses settings and extensions from elsewhere, or obeys whoever
 * connects to it. Pure.
 */

/** Names in lower case and without dashes. */
const NAMES = new Set(
  [
    // Qt 6, qguiapplication.cpp.
    'platformpluginpath plugin qmljsdebugger',
    // GTK 3.
    'gtk-module',
    // Chromium, and programs with its engine.
    'load-extension disable-extensions-except load-component-extension pack-extension user-data-dir remote-allow-origins',
    'renderer-cmd-prefix utility-cmd-prefix zygote-cmd-prefix gpu-launcher ppapi-plugin-launcher browser-subprocess-path',
    'register-pepper-plugins ppapi-flash-path custom-devtools-frontend',
    // Electron and Visual Studio Code.
    'require extensions-dir install-extension extensiondevelopmentpath extensiontestspath',
    // Firefox.
    'profile app start-debugger-server marionette greomni appomni app-path backgroundtask',
    // LibreOffice, mpv, VLC.
    'accept input-ipc-server plugin-path',
  ].flatMap((line) => line.split(' ')),
);

/** Families of names: debuggers of browsers and Node, LibreOffice's profile. */
const FAMILIES = /^(remote-debugging-|remote-control|inspect($|-)|marionette-|env:)/;
/** An address that runs a macro of LibreOffice. */
const MACRO = /^\s*(macro:|vnd\.sun\.star\.script:)/i;
/** A page as a window of its own, as Chromium takes `--app`; Firefox takes a program there. */
const PAGE = /^https?:\/\//;

/**
 * The names of the arguments that choose code, as they were given: one or two dashes, the value behind `=` or in the next one.
 * Firefox does not mind case, and Chromium drops blanks around an argument.
 */
export function codeArguments(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    if (MACRO.test(arg)) return ['a macro'];
    const [, name = '', , value = args[index + 1] ?? ''] = /^\s*--?([^\s=]+)(=(.*))?/s.exec(arg) ?? [];
    const folded = name.toLowerCase();
    if (folded === 'app' && PAGE.test(value)) return [];
    return NAMES.has(folded) || FAMILIES.test(folded) ? [`-${arg.includes('--') ? '-' : ''}${name}`] : [];
  });
}
