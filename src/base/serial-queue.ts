/** Runs jobs one after the other; the next one runs whether or not the one before it failed. Fails as the job does. */
export function createSerialQueue(): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const mine = last.then(job);
    last = mine.catch(() => undefined); // its own caller has the error
    return mine;
  };
}
