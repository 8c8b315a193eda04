/** Makes a queue that runs jobs one after the other, whether or not the earlier one failed. A job's failure goes to its caller. */
export function createSerialQueue(): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const mine = last.then(job);
    last = mine.catch(() => undefined); // its own caller has the error
    return mine;
  };
}
