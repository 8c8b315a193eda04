/** Milliseconds of the clock that all threads share; it never goes back. Its zero means nothing. */
export function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}
