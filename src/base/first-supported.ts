/** Trying backends in order. */
import { DesktopError } from './errors.ts';

/**
 * Gives what the first of the `attempts` gives that is not `unsupported` here. Any other failure ends it: a backend that is
 * there and refuses, or breaks, is not passed over. Fails with `unsupported` and all their reasons when none is supported.
 */
export async function firstSupported<T>(attempts: readonly (() => Promise<T>)[]): Promise<T> {
  const reasons: DesktopError[] = [];
  for (const attempt of attempts) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof DesktopError) || error.code !== 'unsupported') throw error;
      reasons.push(error);
    }
  }
  const [first, ...others] = reasons;
  if (first && others.length === 0) throw first;
  const messages = reasons.map(({ message }) => message).join(' ');
  throw new DesktopError(
    'unsupported',
    messages || 'There is no backend for this desktop.',
    first?.hint ?? 'Report this.',
  );
}
