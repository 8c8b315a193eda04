/** Errors for unknown tools and wrong arguments, with the word that was probably meant. */
import type { z } from 'zod';
import { DesktopError } from '../../base/errors.ts';
import { oneLine, quote } from '../../base/escape.ts';
import { meantArguments, meantTool } from './meant.ts';
import type { Tool } from './tool.ts';

/** Makes the error for an unknown tool: names its replacement, else the closest name, else all tools. */
export function explainUnknownTool(name: string, known: readonly string[]): DesktopError {
  const replacement = meantTool(name, known);
  const hint = replacement === undefined ? `Tools: ${known.join(', ')}.` : `Use ${replacement} instead.`;
  return new DesktopError('invalid_params', `There is no tool ${quote(name)}.`, hint);
}

/** Turns zod's first complaint into two sentences; unknown names get the closest valid one. */
export function explainArguments(name: string, tool: Tool, given: { args: unknown; error: z.ZodError }): DesktopError {
  const known = Object.keys(tool.params.shape);
  const { issues } = given.error;
  // A misspelt name also leaves the right one missing: report the cause.
  const issue = issues.find(({ code, path }) => code === 'unrecognized_keys' && path.length === 0) ?? issues[0];
  if (!issue)
    return new DesktopError('invalid_params', `The arguments of ${name} are wrong.`, `It takes ${known.join(', ')}.`);
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    if (issue.path.length > 0) {
      const message = `Argument ${quote(issue.path.join('.'))} of ${name} has no ${quote(key)}.`;
      return new DesktopError('invalid_params', message, 'See its schema.');
    }
    const meant = meantArguments(key, known).map((one) => quote(one));
    const hint = meant.length > 0 ? `Did you mean ${meant.join(' or ')}?` : otherwise(key);
    return new DesktopError(
      'invalid_params',
      `${name} has no argument ${quote(key)}.`,
      `${hint} It takes ${known.join(', ')}.`,
    );
  }
  const path = issue.path.join('.');
  const found = typeof given.args === 'object' ? '' : ' The arguments must be an object.';
  const description = path === '' ? 'The arguments are wrong' : `Argument ${quote(path)} of ${name} is wrong`;
  return new DesktopError(
    'invalid_params',
    `${description}: ${oneLine(issue.message)}.${found}`,
    `It takes ${known.join(', ')}.`,
  );
}

/** Hints where an argument belongs that resembles none of the tool's. */
function otherwise(key: string): string {
  return /^(image_)?[xy]$/.test(key) ? 'Points are for mouse, drag, scroll and touch.' : 'See its schema.';
}
