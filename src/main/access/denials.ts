/** Refusals of the allowlist, each with the line that would let the call through. */
import { basename } from 'node:path';
import { DesktopError } from '../../base/errors.ts';
import { escape } from '../../base/escape.ts';
import type { Tier } from '../../protocol/grant.ts';
import { isAllowed } from '../policy/allowlist.ts';
import type { Decision } from '../policy/decide.ts';
import type { AllowFile } from './allow-file.ts';

/** Makes the error for a call that the allowlist denies. */
export function denied(
  denial: Extract<Decision, { kind: 'deny' }>,
  call: { tool: string; needs: Tier },
  allowFile: AllowFile,
): DesktopError {
  return denial.reason === 'not_listed' ? notListed(denial.app, call, allowFile) : tooLow(denial, call, allowFile);
}

function notListed(
  app: string,
  { tool, needs }: { tool: string; needs: Tier },
  { path, read }: AllowFile,
): DesktopError {
  const message = `"${escape(app)}" is not in the allowlist; nothing was done.`;
  const name = listName(app);
  if (isAllowed(read(), name))
    return new DesktopError('denied', message, `The list holds names, no paths: ${tool} "${escape(name)}".`);
  const by = name === app ? '' : ` and ${tool} it by that name`;
  const hint = `For ${tool} the user can add the line ${lineFor(name, needs)} to ${path}${by}.`;
  return new DesktopError('denied', message, hint);
}

/** Gives the name for a line of the list: the last part of a path. */
function listName(app: string): string {
  return app.includes('/') ? basename(app, '.desktop') : app;
}

function tooLow(
  { app, tier }: { app: string; tier: Tier },
  { tool, needs }: { tool: string; needs: Tier },
  { path }: AllowFile,
): DesktopError {
  return new DesktopError(
    'denied',
    `The tier of "${escape(app)}" is ${tier}, and ${tool} needs ${needs}; nothing was done.`,
    `The user can change its line in ${path} to ${lineFor(app, needs)}.`,
  );
}

function lineFor(app: string, tier: Tier): string {
  return `"${escape(app)}${tier === 'full' ? '' : `:${tier}`}"`;
}
