/** Counts what crosses a bus, by listening to everything. That slows the bus down: not for what is timed. */
import { execFileSync, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

const DAEMON = 'org.freedesktop.DBus';
/** A call of ours that the monitor sees as well: everything before it on the bus was seen before it. */
const MARK = 'GetId';
const READY_MS = 100;

/** Starts to listen to the bus of an address. The caller ends it with `close`. */
export async function listenTo(address) {
  const monitor = spawn('busctl', [`--address=${address}`, 'monitor', '--json=short'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let seen = [];
  let onMark = () => undefined;
  createInterface({ input: monitor.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    // Nobody asked for a signal.
    if (message.type !== 'signal') seen.push(message);
    if (message.member === MARK) onMark();
  });

  const mark = () =>
    new Promise((resolve) => {
      onMark = () => resolve('marked');
      execFileSync('busctl', [
        `--address=${address}`,
        '--quiet',
        'call',
        DAEMON,
        '/org/freedesktop/DBus',
        DAEMON,
        MARK,
      ]);
    });
  for (let tries = 0; (await Promise.race([mark(), wait(READY_MS)])) !== 'marked'; tries++)
    if (tries === 100) throw new Error('The monitor does not hear the bus.');

  /** Everything but signals while `work` runs. */
  const during = async (work) => {
    await mark();
    seen = [];
    await work();
    await mark();
    return seen.filter(({ member }) => member !== MARK);
  };

  return {
    /** Calls that a connection makes, and what it gets, while `work` runs. */
    count: async (name, work) =>
      (await during(work)).filter(({ sender, destination }) => sender === name || destination === name).length,
    /** The connection that makes most of the calls while `work` runs, which must make some. */
    callerIn: async (work) => {
      const counts = new Map();
      for (const { type, sender } of await during(work))
        if (type === 'method_call') counts.set(sender, (counts.get(sender) ?? 0) + 1);
      return [...counts].toSorted(([, a], [, b]) => b - a)[0][0];
    },
    close: () => monitor.kill(),
  };
}
