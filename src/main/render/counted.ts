/** Words a number and what it counts: `1 character`, `2 characters`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
