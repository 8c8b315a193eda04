/** Firefox with test/fixtures/pointer.html, which writes down what reaches it. No assertions here. */
import type { Element } from '../../src/protocol/element.ts';
import type { Point, Rect } from '../../src/protocol/geometry.ts';
import type { TestServer } from './server.ts';
import { find, findOne, until } from './session.ts';

export interface PointerPage {
  /** The area that takes events; where it is on the desktop. */
  pad: Element & { rect: Rect };
  list: Element;
  /** The point of the desktop at a place in the pad. */
  at(x: number, y: number): Point;
  /** Waits until the lines since `clear` satisfy `isDone`, and gives them; without their times unless `withTimes`. */
  lines(isDone: (lines: string[]) => boolean, withTimes?: 'withTimes'): Promise<string[]>;
  clear(): Promise<void>;
}

/** When the first line that begins so was written, in milliseconds; of lines with times. */
export function timeOf(lines: readonly string[], start: string): number {
  return Number(/ t(\d+)$/.exec(lines.find((line) => line.startsWith(start)) ?? '')?.[1]);
}

export const POINTER_PAGE = 'file:///project/test/fixtures/pointer.html';

/** Opens the page in a session that is running, and gives it the keyboard. */
export async function openPointerPage(server: TestServer): Promise<PointerPage> {
  await server.must('launch', { app: 'firefox-esr', args: [POINTER_PAGE], wait_ms: 40_000 });
  const page = await findPointerPage(server);
  await server.must('click', { id: page.pad.id });
  return page;
}

/** The page where it is open already. */
export async function findPointerPage(server: TestServer): Promise<PointerPage> {
  const pad = await until(async () => {
    const [element] = await find(server, { app: 'firefox', query: 'pad', match: 'exact', bounds: true }).catch(
      () => [],
    );
    return element?.rect && { ...element, rect: element.rect };
  }, 'the pad');
  const list = await findOne(server, { app: 'firefox', query: 'long list', match: 'exact' });
  const log = await findOne(server, { app: 'firefox', query: 'events', match: 'exact' });
  const read = async (): Promise<string[]> => {
    const { facts } = await server.must('get_text', { id: log.id });
    return String(facts['text'])
      .split('\n')
      .filter((line) => line !== '' && line !== 'events');
  };
  return {
    pad,
    list,
    at: (x, y) => ({ x: pad.rect.x + x, y: pad.rect.y + y }),
    lines: async (isDone, withTimes) => {
      let seen: string[] = [];
      const look = async (): Promise<string[] | undefined> => {
        const all = await read();
        seen = withTimes ? all : all.map((line) => line.replace(/ t\d+$/, ''));
        return isDone(seen) ? seen : undefined;
      };
      return until(look, () => `the events that are wanted; there were ${JSON.stringify(seen)}`);
    },
    clear: async () => {
      await server.must('key', { key: 'F8' });
      await until(async () => (await read()).length === 0, 'an empty log');
    },
  };
}
