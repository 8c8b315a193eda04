/**
 * The program that stays loaded in KWin (its scripting API of 6.x) and pushes what changes to one bus name.
 *
 * A push is sent while KWin handles the change, so that a later answer of KWin on the same connection cannot overtake it:
 * one round trip is a fence. A push that equals the last one of its kind is not sent.
 *
 * Commands reach it as answers to its poll `next`, see commands.ts.
 */
import { KEYBOARD_SCRIPT } from './keyboard-script.ts';

/** Path and interface of the script's calls, `push` and `next`. */
export const PUSH_PATH = '/org/desktop_mcp/Windows';
const PUSH_INTERFACE = 'org.desktop_mcp.Windows';

/** The text of the script that pushes to `receiver`, a unique bus name. */
export function kwinScript(receiver: string): string {
  return `const receiver = ${JSON.stringify(receiver)};${KEYBOARD_SCRIPT}${SCRIPT}`;
}

/** The text of a script that pushes once where the pointer is. */
export function cursorScript(receiver: string): string {
  const call = `callDBus(${JSON.stringify(receiver)}, '${PUSH_PATH}', '${PUSH_INTERFACE}', 'push'`;
  return `const p = workspace.cursorPos; ${call}, JSON.stringify({ cursor: { x: p.x, y: p.y } }));`;
}

const SCRIPT = `
const sent = { windows: new Map(), stackingOrder: '', active: '', screens: '', desktops: '' };
let pushes = 0;
let stopped = false;

function push(change) {
  if (stopped) return;
  callDBus(receiver, '${PUSH_PATH}', '${PUSH_INTERFACE}', 'push', JSON.stringify(change));
  // A receiver that was killed cannot unload this script: check now and then.
  if (++pushes % 100 === 0) {
    callDBus('org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus', 'NameHasOwner', receiver,
      (has) => { if (!has) stopped = true; });
  }
}

function idOf(w) { return w.internalId.toString(); }
function rect(r) { return { x: r.x, y: r.y, width: r.width, height: r.height }; }

function kindOf(w) {
  if (w.popupWindow || w.popupMenu || w.dropdownMenu || w.tooltip || w.comboBox) return 'popup';
  if (w.dialog || (w.normalWindow && (w.transient || w.modal))) return 'dialog';
  return w.normalWindow ? 'normal' : 'other';
}

function describe(w) {
  return {
    id: idOf(w), title: w.caption, app: w.resourceClass, pid: w.pid, kind: kindOf(w),
    minimized: w.minimized, maximized: w.maximizeMode === 3, fullscreen: w.fullScreen,
    frame: rect(w.frameGeometry), client: rect(w.clientGeometry), buffer: rect(w.bufferGeometry),
    output: w.output ? w.output.name : '', desktops: w.desktops.map((d) => d.name),
    parent: w.transientFor ? idOf(w.transientFor) : undefined, modal: w.modal || undefined,
  };
}

function pushWindow(w) {
  if (stopped || w.deleted) return;
  const info = describe(w);
  const text = JSON.stringify(info);
  if (sent.windows.get(info.id) === text) return;
  sent.windows.set(info.id, text);
  push({ windows: [info] });
}

function pushPart(name, value) {
  const text = JSON.stringify(value);
  if (stopped || sent[name] === text) return;
  sent[name] = text;
  push({ [name]: value });
}

function pushStackingOrder() { pushPart('stackingOrder', workspace.stackingOrder.map(idOf)); }
function pushActive() {
  const window = wantedWindow();
  pushPart('active', window ? idOf(window) : '');
}
function pushScreens() {
  pushPart('screens', workspace.screens.map((s) => ({ name: s.name, rect: rect(s.geometry), scale: s.devicePixelRatio })));
}
function pushDesktops() {
  const current = workspace.currentDesktop.id;
  pushPart('desktops', workspace.desktops.map((d) => ({ name: d.name, current: d.id === current })));
}

function watch(w) {
  const changed = () => pushWindow(w);
  for (const name of ['captionChanged', 'windowClassChanged', 'minimizedChanged', 'maximizedChanged', 'fullScreenChanged',
    'frameGeometryChanged', 'clientGeometryChanged', 'bufferGeometryChanged', 'outputChanged', 'desktopsChanged',
    'transientChanged', 'modalChanged']) {
    if (w[name]) w[name].connect(changed);
  }
  if (w.stackingOrderChanged) w.stackingOrderChanged.connect(pushStackingOrder);
}

workspace.windowAdded.connect((w) => { watch(w); pushWindow(w); pushStackingOrder(); });
workspace.windowRemoved.connect((w) => {
  const id = idOf(w);
  forgetReserved(w);
  sent.windows.delete(id);
  push({ removed: [id] });
  pushActive();
});
workspace.windowActivated.connect((w) => { keepKeyboard(w); pushActive(); pushStackingOrder(); });
workspace.screensChanged.connect(pushScreens);
workspace.virtualScreenGeometryChanged.connect(pushScreens);
workspace.desktopsChanged.connect(pushDesktops);
workspace.currentDesktopChanged.connect(pushDesktops);

for (const w of workspace.windowList()) { watch(w); pushWindow(w); }
pushScreens();
pushDesktops();
pushStackingOrder();
pushActive();
push({ ready: true });

function restore(w) {
  w.minimized = false;
  w.fullScreen = false;
  w.setMaximize(false, false);
}

function setState(w, state) {
  if (state === 'minimize') { w.minimized = true; return; }
  if (state === 'restore') { restore(w); return; }
  w.minimized = false;
  if (state === 'fullscreen') { w.fullScreen = true; return; }
  w.fullScreen = false;
  w.setMaximize(true, true);
}

// An active window that a script moves to another desktop keeps the keyboard in KWin, though nobody sees it there.
function moveToDesktop(w, number) {
  w.desktops = [workspace.desktops[number - 1]];
  const isShown = (each) => each.onAllDesktops || each.desktops.includes(workspace.currentDesktop);
  if (workspace.activeWindow !== w || isShown(w)) return;
  const others = workspace.stackingOrder.filter((each) => each.normalWindow && !each.minimized && isShown(each));
  workspace.activeWindow = others.length > 0 ? others[others.length - 1] : null;
}

const commands = {
  reserve: (_w, reservation) => startReservation(reservation),
  free: () => endReservation(),
  activate: (w) => { workspace.activeWindow = w; },
  arrange: (w, { desktop, state, place }) => {
    if (desktop) moveToDesktop(w, desktop);
    if (state === 'restore') restore(w);
    if (place) w.frameGeometry = Object.assign(rect(w.frameGeometry), place);
    if (state) setState(w, state);
  },
  close: (w) => {
    if (!w.closeable) return 'refused';
    w.closeWindow();
  },
};

function perform(command) {
  const w = workspace.windowList().find((each) => idOf(each) === command.id);
  const isThere = w || command.id === undefined;
  try {
    return { number: command.number, answer: isThere ? commands[command.kind](w, command) || 'done' : 'gone' };
  } catch (error) {
    return { number: command.number, error: String(error) };
  }
}

function poll() {
  if (stopped) return;
  callDBus(receiver, '${PUSH_PATH}', '${PUSH_INTERFACE}', 'next', (text) => {
    if (text) push({ done: perform(JSON.parse(text)) });
    poll();
  });
}
poll();
`;
