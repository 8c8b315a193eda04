/** The programs that are read, the one in front last. */
import { mkdirSync, writeFileSync } from 'node:fs';

const FOLDER = '/home/user/papers';
const PAGE = 'file:///project/test/fixtures/pages/forms.html';

/**
 * `bus` is the name on the accessibility bus, `shows` what is waited for, `key` what is typed: nothing, where typing
 * does something else than writing a character.
 */
export const programs = [
  { title: 'Kate', bus: 'kate', launch: { app: 'kate', args: ['/home/user/bench.txt'] }, shows: 'INSERT', key: 'a' },
  { title: 'KCalc', bus: 'kcalc', launch: { app: 'kcalc' }, shows: 'Seven', key: '7' },
  { title: 'Dolphin', bus: 'dolphin', launch: { app: 'dolphin', args: [FOLDER] }, shows: 'report-30.txt' },
  { title: 'GTK 4 demo', bus: 'gtk4-demo', launch: { app: 'gtk4-demo' }, shows: 'Run' },
  {
    title: 'Firefox',
    bus: 'Firefox',
    launch: { app: 'firefox-esr', args: [PAGE], wait_ms: 40_000 },
    shows: 'Order now',
    key: 'a',
    field: { query: 'Full name', role: 'entry' },
  },
];

/** Writes the 30 files that Dolphin shows. */
export function makeFolder() {
  mkdirSync(FOLDER, { recursive: true });
  for (let number = 1; number <= 30; number++)
    writeFileSync(`${FOLDER}/report-${String(number).padStart(2, '0')}.txt`, 'x'.repeat(number * 100));
}
