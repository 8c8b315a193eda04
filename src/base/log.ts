/** Severity of a log line; `debug` lines are written only with DESKTOP_MCP_LOG=debug. */
export type Level = 'debug' | 'info' | 'warn' | 'error';

/**
 * Writes one line to stderr: time, level, message. stdout carries MCP and nothing else.
 * Never pass arguments of a call, or text typed by or read from an application: it may be secret.
 */
export function log(level: Level, message: string): void {
  if (level === 'debug' && process.env['DESKTOP_MCP_LOG'] !== 'debug') return;
  process.stderr.write(`${new Date().toISOString()} ${level} ${message.replaceAll('\n', '\\n')}\n`);
}
