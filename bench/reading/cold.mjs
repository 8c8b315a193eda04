/** The first reads of a worker that was just started, which has read nothing ahead, in turns with the floor. */
import { listenTo } from './bus-monitor.mjs';
import { programs } from './programs.mjs';
import { openAll } from './session.mjs';

/** Its worker is ended again and again. */
const SERVER = { preload: 'cold-worker.mjs', expected: / worker atspi lost: / };

/**
 * For each program by its bus name: milliseconds of `floor`, `cold` and `second`, the messages of the last two and the
 * characters of a read. The program has announced nothing since the worker came.
 */
export async function coldReads(rounds, floor) {
  const { address, call, signal, close } = await openAll(SERVER, floor);
  const results = new Map(programs.map(({ bus }) => [bus, { floor: [], cold: [], second: [] }]));
  const startWorker = async () => {
    await signal(); // ends it
    await call('apps');
  };
  for (let round = 0; round < rounds; round++)
    for (const [bus, result] of results) {
      result.floor.push(floor.readFloor(address, bus, { isFirst: true }).ms);
      await startWorker();
      const { ms, text } = await call('tree', { app: bus });
      result.cold.push(ms);
      result.second.push((await call('tree', { app: bus })).ms);
      result.characters = text.length;
    }
  const monitor = await listenTo(address);
  for (const [bus, result] of results) {
    const ours = await monitor.callerIn(startWorker);
    const count = () => monitor.count(ours, () => call('tree', { app: bus }));
    result.messages = await count();
    result.secondMessages = await count();
  }
  monitor.close();
  await close();
  return results;
}
