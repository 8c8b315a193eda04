/** Whether the user agrees that a window is closed. */
import type { WindowInfo } from '../protocol/window.ts';
import type { ToolContext } from './tool.ts';

/** `unsupported`: the user cannot be asked here, and the call does not say that they agreed. */
export const CONSENTS = ['not_required', 'accepted', 'unsupported'] as const;
export type Consent = (typeof CONSENTS)[number];

export interface Closing {
  window: WindowInfo;
  /** The call says that the user agreed. */
  isConfirmed: boolean;
}

/** Closing is free in a private session; on a live desktop it may lose the user's work, and always needs their consent. */
export async function closeConsent({ isConfirmed }: Closing, { session }: ToolContext): Promise<Consent> {
  if ((await session()).wiring.kind === 'virtual') return 'not_required';
  return isConfirmed ? 'accepted' : 'unsupported';
}
