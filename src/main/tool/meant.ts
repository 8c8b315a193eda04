/** What was probably meant by a name that no tool or argument has. Pure. */
import { closest } from '../render/closest.ts';
import { REPLACED_TOOLS } from './replaced-tools.ts';

/** Arguments by other names that agents try; the first ones that the tool has are meant. */
const OTHER_NAMES: Record<string, readonly string[]> = {
  application: ['app'],
  app_name: ['app'],
  command: ['app', 'terminal', 'query'],
  program: ['app'],
  cmd: ['app'],
  element: ['id', 'query'],
  element_id: ['id'],
  target: ['id', 'query'],
  selector: ['query', 'id'],
  ref: ['id'],
  name: ['query', 'app'],
  label: ['query'],
  title: ['window', 'query'],
  window_id: ['window', 'query'],
  window: ['query'],
  text: ['query', 'text'],
  value: ['text', 'query', 'state'],
  string: ['text', 'query'],
  content: ['text'],
  input: ['text'],
  keys: ['key'],
  shortcut: ['key'],
  combo: ['key'],
  url: ['args'],
  path: ['args'],
  file: ['args'],
  arguments: ['args'],
  environment: ['env'],
  timeout: ['timeout_ms', 'wait_ms', 'ms'],
  seconds: ['ms', 'timeout_ms', 'wait_ms'],
  duration: ['duration_ms', 'ms', 'hold_ms'],
  wait: ['wait_ms', 'timeout_ms'],
  limit: ['limit', 'max', 'max_chars', 'lines'],
  count: ['max', 'lines', 'clicks'],
  depth: ['max_nodes', 'id'],
  session_id: ['session'],
  session_name: ['session', 'name'],
  start_x: ['from_x'],
  start_y: ['from_y'],
  end_x: ['to_x'],
  end_y: ['to_y'],
};

/** The arguments that a wrong name may mean: two where either of two names a target, else at most one. */
export function meantArguments(name: string, known: readonly string[]): string[] {
  const others = Object.hasOwn(OTHER_NAMES, name) ? (OTHER_NAMES[name] ?? []) : [];
  const meant = others.filter((one) => known.includes(one));
  if (meant.length > 0) return meant.slice(0, meant.includes('id') ? 2 : 1);
  const near = closest(name, known);
  return near === undefined ? [] : [near];
}

/** The tool of the same purpose, else one that is spelt nearly so; none of another purpose, as get_text is for set_text. */
export function meantTool(name: string, known: readonly string[]): string | undefined {
  const replacement = Object.hasOwn(REPLACED_TOOLS, name) ? REPLACED_TOOLS[name] : undefined;
  if (replacement !== undefined) return replacement === '' || !known.includes(replacement) ? undefined : replacement;
  const near = closest(name, known);
  return near !== undefined && near[0] === name[0] ? near : undefined;
}
