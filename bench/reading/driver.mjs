/**
 * Measures what reading costs, inside a box: the C floor, the server and pyatspi take turns at the same programs.
 * `node bench/reading/driver.mjs FOLDER`: FOLDER holds the compiled floor; run.mjs makes it and calls this.
 */
import { programsIn } from '../floor.mjs';
import { figures, median, shown, table } from '../table.mjs';
import { coldReads } from './cold.mjs';
import { endure } from './endurance.mjs';
import { makeFolder, programs } from './programs.mjs';
import { openAll } from './session.mjs';
import { warmReads } from './warm.mjs';

const ROUNDS = 10;
/** Reads that must not make the server grow. */
const READS = 2000;
const COLUMNS = ['program', 'reader', 'ms', 'min', 'ratio', 'messages', 'characters'];

/** The rows of one program. `cold` has a floor of its own, since it was measured beside it. */
function rowsOf({ title, bus }, cold, warm) {
  const { floor, unchanged, typed, pyatspi } = warm.get(bus);
  const { floor: coldFloor, cold: coldMs, second, messages, secondMessages, characters } = cold.get(bus);
  const row = (reader, { ms, messages, characters }, beside = floor.ms) => [
    title,
    reader,
    ...figures(ms),
    (median(ms) / median(beside)).toFixed(2),
    shown(messages),
    shown(characters),
  ];
  return [
    row('C floor', floor),
    row('ours, cold', { ms: coldMs, messages, characters }, coldFloor),
    row('ours, second', { ms: second, messages: secondMessages, characters }, coldFloor),
    row('ours, unchanged', unchanged),
    ...(typed.ms.length > 0 ? [row('ours, after a key', typed)] : []),
    row('pyatspi', pyatspi),
  ];
}

function remarks({ nodes, emptyMb, mirroredMb, before, after, reads, idleMs, readingMs }) {
  const mb = (value) => `${value.toFixed(0)} MB`;
  return [
    `RSS of the server: ${mb(emptyMb)} with one session, ${mb(mirroredMb)} with ${nodes} objects of five programs read`,
    `${reads} reads, a key before every 20th: RSS ${mb(before.mb)} -> ${mb(after.mb)}, descriptors ${before.descriptors} -> ${after.descriptors}`,
    `main thread blocked at most ${readingMs.toFixed(1)} ms meanwhile (target <= 20 ms), ${idleMs.toFixed(1)} ms while idle`,
  ].join('\n');
}

makeFolder();
const floor = programsIn(process.argv[2]);
const cold = await coldReads(ROUNDS, floor);
const session = await openAll({ preload: 'loop-delay.mjs' }, floor);
try {
  const endured = await endure(READS, session);
  const warm = await warmReads(ROUNDS, floor, session);
  console.log(table([COLUMNS, ...programs.flatMap((program) => rowsOf(program, cold, warm))], { texts: 2 }));
  console.log(`\n${remarks(endured)}`);
} finally {
  await session.close();
}
