/** The text of a call that types: given, or a secret of the user's by name. */
import { DesktopError } from '../protocol/errors.ts';
import { sparePasswords } from './password-field.ts';
import type { ToolContext } from './tool.ts';

export interface Typed {
  text: string;
  /** It is shown nowhere, and typed by nothing but keys. */
  isSecret: boolean;
}

/** Fails with `invalid_params` unless a call gives either a text or the name of a secret. */
export function checkTyped({ text, secret }: Words): void {
  if ((text === undefined) === (secret === undefined))
    throw new DesktopError('invalid_params', 'type_text takes either text or secret.', 'Give one of them.');
}

interface Words {
  text?: string | undefined;
  secret?: string | undefined;
}

/**
 * What shall be typed, once it is known that it may be. A secret may be typed into password fields too: to keep it there is
 * the user's consent. Fails with `denied` as `sparePasswords` does, and as reading a secret does.
 */
export async function whatToType({ text, secret }: Words, context: ToolContext): Promise<Typed> {
  if (secret !== undefined) return { text: await typableSecret(secret, context), isSecret: true };
  const given = text ?? '';
  await sparePasswords(given, context);
  return { text: given, isSecret: false };
}

/** The value of a secret. Fails with `unsupported` where an attempt to type it would name characters of it. */
async function typableSecret(name: string, { session, secret }: ToolContext): Promise<string> {
  const text = await secret(name);
  const { input } = await session();
  if ((await input.untypable(text)).length === 0) return text;
  throw new DesktopError(
    'unsupported',
    `The secret "${name}" has characters for which the keyboard layout in force has no key; nothing was sent.`,
    'The user can type it, or switch the layout.',
  );
}
