import { DesktopError } from '../../base/errors.ts';

/** What accessibility answers; undefined of a program that it does not know. */
export async function unlessUnknown<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof DesktopError && error.code === 'not_found') return undefined;
    throw error;
  }
}
