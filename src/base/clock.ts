/** Reads the monotonic clock that all threads share, in milliseconds from an arbitrary zero. */
export function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}
