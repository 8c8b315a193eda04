/** The text of a call that types: given, or a secret of the user's by name. */

import { DesktopError } from '../../base/errors.ts';
import { quote } from '../../base/escape.ts';
import type { ToolContext } from '../tool/tool.ts';
import { refusePasswordFields } from './password-field.ts';

export interface WhatToType {
  text: string;
  /** It is shown nowhere, and typed by nothing but keys. */
  isSecret: boolean;
}

/** Control characters that are no Return or Tab: they are no text, and no way types them. */
const UNTYPED = /(?![\n\r\t])\p{Cc}/u;

/** Fails with `invalid_params` unless a call gives either a text, of characters that are typed, or the name of a secret. */
export function checkTyped({ text, secret }: Words): void {
  if ((text === undefined) === (secret === undefined))
    throw new DesktopError('invalid_params', 'type_text takes either text or secret.', 'Give one of them.');
  const [control] = UNTYPED.exec(text ?? '') ?? [];
  if (control === undefined) return;
  const name = `U+${control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
  throw new DesktopError(
    'invalid_params',
    `The text holds the control character ${name}; nothing was sent.`,
    'Of these only \\n, \\r and \\t are typed. Press Escape, Delete and the like with key.',
  );
}

interface Words {
  text?: string | undefined;
  secret?: string | undefined;
}

/**
 * What shall be typed, once it is known that it may be. A secret may be typed into password fields too: to keep it there is
 * the user's consent. Fails with `denied` as `refusePasswordFields` does, and as reading a secret does.
 */
export async function whatToType({ text, secret }: Words, context: ToolContext): Promise<WhatToType> {
  if (secret !== undefined) return { text: await typableSecret(secret, context), isSecret: true };
  const given = text ?? '';
  await refusePasswordFields(given, context);
  return { text: given, isSecret: false };
}

/** The value of a secret. Fails with `unsupported` where an attempt to type it would name characters of it. */
async function typableSecret(name: string, { session, secret }: ToolContext): Promise<string> {
  const text = await secret(name);
  const { input } = session;
  if ((await input.untypable(text)).length === 0) return text;
  throw new DesktopError(
    'unsupported',
    `The secret ${quote(name)} has characters for which the keyboard layout in force has no key; nothing was sent.`,
    'The user can type it, or switch the layout.',
  );
}
