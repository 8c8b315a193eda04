/** Words timed consents. */

/** Words the applications with the minutes left: `konsole (12 min)`. */
export function consentText(timed: ReadonlyMap<string, number>): string {
  return [...timed].map(([app, leftMs]) => `${app} (${minutesOf(leftMs)} min)`).join(', ');
}

/** Milliseconds as whole minutes, rounded up. */
export function minutesOf(leftMs: number): number {
  return Math.ceil(leftMs / 60_000);
}
