import { expect, test } from 'vitest';
import { createBatches } from '../../../src/main/transport/batches.ts';
import { readLine } from '../../../src/main/transport/messages.ts';

const answer = (id: number) => ({ jsonrpc: '2.0' as const, id, result: {} });

function opened(line: string) {
  const sent: unknown[] = [];
  const batches = createBatches((answers) => sent.push(answers));
  batches.open(readLine(line).read);
  return { batches, sent };
}

const TWO = '[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"},5]';

test('the answers to a batch leave together, with the refusals', () => {
  const { batches, sent } = opened(TWO);
  expect([batches.keeps(answer(2)), batches.keeps(answer(3)), sent]).toEqual([true, false, []]);
  expect(batches.keeps(answer(1))).toBe(true);
  expect(sent).toEqual([[expect.objectContaining({ id: null }), answer(2), answer(1)]]);
  expect(batches.keeps(answer(1))).toBe(false);
});

test('a request that was cancelled is not waited for', () => {
  const { batches, sent } = opened(TWO);
  batches.drop(1);
  batches.keeps(answer(2));
  expect(sent).toEqual([[expect.objectContaining({ id: null }), answer(2)]]);
});

test('a batch without requests has no answer, one of refusals alone has it at once', () => {
  expect(opened('[{"jsonrpc":"2.0","method":"notifications/x"}]').sent).toEqual([]);
  expect(opened('[5]').sent).toEqual([[expect.objectContaining({ id: null })]]);
});
