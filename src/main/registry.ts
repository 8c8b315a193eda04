/**
 * All tools, each under the name of its file with `_` for `-`. The architecture test holds this list to the folder.
 * The list is written out because the bundler needs to see every import.
 */
import type { Tool } from './tool.ts';
import act from './tools/act.ts';
import activateWindow from './tools/activate-window.ts';
import appLog from './tools/app-log.ts';
import apps from './tools/apps.ts';
import click from './tools/click.ts';
import clipboardGet from './tools/clipboard-get.ts';
import clipboardSet from './tools/clipboard-set.ts';
import closeWindow from './tools/close-window.ts';
import cursorPosition from './tools/cursor-position.ts';
import doctor from './tools/doctor.ts';
import drag from './tools/drag.ts';
import find from './tools/find.ts';
import focus from './tools/focus.ts';
import getText from './tools/get-text.ts';
import hold from './tools/hold.ts';
import key from './tools/key.ts';
import launch from './tools/launch.ts';
import mouse from './tools/mouse.ts';
import moveWindow from './tools/move-window.ts';
import pause from './tools/pause.ts';
import screenshot from './tools/screenshot.ts';
import scroll from './tools/scroll.ts';
import sessionInfo from './tools/session-info.ts';
import sessionStart from './tools/session-start.ts';
import sessionStop from './tools/session-stop.ts';
import touch from './tools/touch.ts';
import tree from './tools/tree.ts';
import typeText from './tools/type-text.ts';
import waitFor from './tools/wait-for.ts';
import waitIdle from './tools/wait-idle.ts';
import windows from './tools/windows.ts';

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
