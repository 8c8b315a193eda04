/** The compiled C programs that everything is measured against. */
import { execFileSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

/** The programs in a folder, which run.mjs compiles there. */
export function programsIn(folder) {
  /** Runs one of them; each line of words and numbers that it prints becomes an object. */
  const run = (program, ...args) => {
    const lines = execFileSync(`${folder}/${program}`, args, { encoding: 'utf8' }).trim().split('\n');
    return lines.map((line) => Object.fromEntries([...line.matchAll(/(\S+) (\S+)/g)].map((m) => [m[1], Number(m[2])])));
  };

  /** One read of an application: the first of its connection, or after one that warms it. */
  const readFloor = (address, application, { isFirst = false } = {}) =>
    run('floor', address, application, isFirst ? '1' : '2').at(-1);

  /** Waits until an application has built its window: three reads in a row find the same, more than `least` objects. */
  const settle = async (address, application, least) => {
    for (let tries = 0; tries < 100; tries++) {
      const reads = run('floor', address, application, '3');
      if (reads[0].nodes > least && reads.every(({ calls }) => calls === reads[0].calls)) return reads[0];
      await wait(100);
    }
    throw new Error(`${application} does not come to rest.`);
  };

  return { run, readFloor, settle };
}
