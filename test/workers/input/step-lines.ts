/** Plans as lines for tests. No assertions here. */
import type { Plan, Step } from '../../../src/workers/input/model/steps.ts';
import { lineOf } from './recording-backend.ts';

/** The steps of a plan: "key 29 down", "key 31 down counts", "pause 4". */
export function linesOf({ steps }: Pick<Plan, 'steps'>): string[] {
  return [...steps].map((step: Step) => {
    if (step.kind === 'pause') return `pause ${Math.round(step.ms * 100) / 100}`;
    return `${lineOf(step)}${step.counts ? ' counts' : ''}${step.heldAs === undefined ? '' : ` as ${step.heldAs}`}`;
  });
}
