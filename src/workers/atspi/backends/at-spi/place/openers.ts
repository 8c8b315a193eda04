/** Asks what brings a part of a window in front, and whether a program still counts it as one. */
import type { Bus } from '../../../../platform/dbus/bus.ts';
import { keyOf, type ObjectRef } from '../../../model/node.ts';
import { CALL, parse, RELATION_CONTROLLED_BY, RELATION_LABELLED_BY, RELATION_POPUP_FOR } from '../calls.ts';
import { runPipeline } from '../pipeline.ts';
import { isNull } from '../read/describe.ts';

const OPENED_BY = [RELATION_LABELLED_BY, RELATION_CONTROLLED_BY, RELATION_POPUP_FOR];

/** Asks each object what it is labelled or controlled by, or pops up for. Fails like `runPipeline`. */
export async function askOpeners(
  bus: Bus,
  refs: readonly ObjectRef[],
  signal: AbortSignal | undefined,
): Promise<ObjectRef[]> {
  const found = new Map<string, ObjectRef>();
  await runPipeline(bus, signal, (pipeline) => {
    for (const ref of refs)
      pipeline.ask(CALL.relations, ref, (body) => {
        const targets = OPENED_BY.flatMap((type) => parse.relation(body, type));
        for (const target of targets) if (!isNull(target)) found.set(keyOf(target), target);
      });
  });
  return [...found.values()];
}

/** Asks each object how many children it has; undefined where it does not say. Fails like `runPipeline`. */
export async function askChildCounts(
  bus: Bus,
  refs: readonly ObjectRef[],
  signal: AbortSignal | undefined,
): Promise<(number | undefined)[]> {
  const counts: (number | undefined)[] = refs.map(() => undefined);
  await runPipeline(bus, signal, (pipeline) => {
    for (const [index, ref] of refs.entries())
      pipeline.ask(CALL.childCount, ref, (body) => void (counts[index] = parse.variantNumber(body)));
  });
  return counts;
}
