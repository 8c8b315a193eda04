/**
 * All tools, each under the name of its file with `_` for `-`. The architecture test holds this list to the folder.
 * The list is written out because the bundler needs to see every import.
 */
import type { Tool } from './tool/tool.ts';
import act from './tools/act/act.ts';
import click from './tools/act/click.ts';
import clipboardGet from './tools/act/clipboard-get.ts';
import clipboardSet from './tools/act/clipboard-set.ts';
import focus from './tools/act/focus.ts';
import key from './tools/act/key.ts';
import typeText from './tools/act/type-text.ts';
import cursorPosition from './tools/pointer/cursor-position.ts';
import drag from './tools/pointer/drag.ts';
import hold from './tools/pointer/hold.ts';
import mouse from './tools/pointer/mouse.ts';
import scroll from './tools/pointer/scroll.ts';
import touch from './tools/pointer/touch.ts';
import find from './tools/read/find.ts';
import getText from './tools/read/get-text.ts';
import screenshot from './tools/read/screenshot.ts';
import tree from './tools/read/tree.ts';
import doctor from './tools/session/doctor.ts';
import sessionInfo from './tools/session/session-info.ts';
import sessionStart from './tools/session/session-start.ts';
import sessionStop from './tools/session/session-stop.ts';
import pause from './tools/wait/pause.ts';
import waitFor from './tools/wait/wait-for.ts';
import waitIdle from './tools/wait/wait-idle.ts';
import activateWindow from './tools/window/activate-window.ts';
import appLog from './tools/window/app-log.ts';
import apps from './tools/window/apps.ts';
import closeWindow from './tools/window/close-window.ts';
import launch from './tools/window/launch.ts';
import moveWindow from './tools/window/move-window.ts';
import windows from './tools/window/windows.ts';

export const tools: Readonly<Record<string, Tool>> = {
  act,
  activate_window: activateWindow,
  app_log: appLog,
  apps,
  click,
  clipboard_get: clipboardGet,
  clipboard_set: clipboardSet,
  close_window: closeWindow,
  cursor_position: cursorPosition,
  doctor,
  drag,
  find,
  focus,
  get_text: getText,
  hold,
  key,
  launch,
  mouse,
  move_window: moveWindow,
  pause,
  screenshot,
  scroll,
  session_info: sessionInfo,
  session_start: sessionStart,
  session_stop: sessionStop,
  touch,
  tree,
  type_text: typeText,
  wait_for: waitFor,
  wait_idle: waitIdle,
  windows,
};
