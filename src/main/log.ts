export type Level = 'debug' | 'info' | 'warn' | 'error';

/** Writes one line to stderr: time, level, message. Never pass text of an application or arguments of a call. */
export function log(level: Level, message: string): void {
  if (level === 'debug' && process.env['DESKTOP_MCP_LOG'] !== 'debug') return;
  process.stderr.write(`${new Date().toISOString()} ${level} ${message.replaceAll('\n', '\\n')}\n`);
}
