/** Waiting that a signal ends. */

/**
 * What `work` gives, or once the signal fires a rejection with what `errorOf` makes of its reason, which is the reason
 * itself unless it is given. The work goes on and nobody hears of it.
 */
export function abortable<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  errorOf: (reason: unknown) => unknown = (reason) => reason,
): Promise<T> {
  if (!signal) return work;
  return new Promise<T>((resolve, reject) => {
    const onAbort = (): void => reject(errorOf(signal.reason));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
