import { expect, test } from 'vitest';
import { readLine, refuseTooLong } from '../../../src/main/transport/messages.ts';

const ping = (members: object): string => JSON.stringify({ jsonrpc: '2.0', method: 'ping', ...members });

/** The codes and ids of the answers; the ids of the messages. */
function outcome(line: string) {
  const { read } = readLine(line);
  return read.map(({ message, refusal }) =>
    message ? ['message', message] : refusal && [refusal.error.code, refusal.id],
  );
}

test.each([
  ['{bad json', [[-32_700, null]]],
  ['\u0000', [[-32_700, null]]],
  ['42', [[-32_600, null]]],
  ['"x"', [[-32_600, null]]],
  ['null', [[-32_600, null]]],
  ['[]', [[-32_600, null]]],
  [ping({ id: null }), [[-32_600, null]]],
  [ping({ id: {} }), [[-32_600, null]]],
  [ping({ id: true }), [[-32_600, null]]],
  [ping({ id: 1.5 }), [[-32_600, 1.5]]],
  ['{"jsonrpc":"2.0","id":1e300,"method":"ping"}', [[-32_600, 1e300]]],
  [ping({ id: 7, jsonrpc: '1.0' }), [[-32_600, 7]]],
  ['{"id":7,"method":"ping"}', [[-32_600, 7]]],
  [ping({ id: 7, method: 1 }), [[-32_600, 7]]],
  ['{"jsonrpc":"2.0","id":73}', [[-32_600, 73]]],
  ['{"a":1}', [[-32_600, null]]],
  [ping({ id: 8, params: 'x' }), [[-32_600, 8]]],
  [ping({ id: 8, params: [1] }), [[-32_602, 8]]],
  [ping({ id: 8, params: { _meta: { progressToken: {} } } }), [[-32_602, 8]]],
  [ping({ id: 8, result: {} }), [[-32_600, 8]]],
  // Neither a notification nor an answer is answered.
  [ping({ params: [1] }), [undefined]],
  ['{"jsonrpc":"2.0","id":9,"error":"x"}', [undefined]],
  ['', []],
  [' \r', []],
])('%s is answered as JSON-RPC says', (line, answers) => {
  expect(outcome(line)).toEqual(answers);
});

test('what is a message is handed on, without members that JSON-RPC does not name', () => {
  const message = { jsonrpc: '2.0', id: 5, method: 'ping' };
  for (const members of [{}, { foo: 1 }, { params: null }])
    expect(outcome(ping({ id: 5, ...members }))).toEqual([['message', message]]);
  expect(outcome('{"jsonrpc":"2.0","id":"","result":{}}')).toEqual([
    ['message', { jsonrpc: '2.0', id: '', result: {} }],
  ]);
});

test('a batch is read element by element', () => {
  const { isBatch } = readLine('[1]');
  expect(isBatch).toBe(true);
  expect(outcome(`[1, ${ping({ id: 3 })}, [], {}]`)).toEqual([
    [-32_600, null],
    ['message', { jsonrpc: '2.0', id: 3, method: 'ping' }],
    [-32_600, null],
    [-32_600, null],
  ]);
});

test.each([
  ['{"jsonrpc":"2.0","id":34,"method":"tools/call","params":{"name":"', '"}}', 34],
  ['{"method":"tools/call","params":{"name":"', '"}},"jsonrpc":"2.0","id":"a\\"b"}', 'a"b'],
  ['{"method":"tools/call","params":{"name":"', '"},"id":35,"jsonrpc":"2.0"}', 35],
  // An id in the arguments, in a text, and of an answer are none of a request.
  ['{"jsonrpc":"2.0","method":"tools/call","params":{"arguments":{"id":151,"text":"', '"}}}', null],
  ['{"jsonrpc":"2.0","method":"x","params":{"text":"', ',\\"id\\":3}', null],
  ['{"jsonrpc":"2.0","id":3,"result":{"content":"', '"}}', null],
  ['xxxxx', 'xxxxx', null],
])('a line that is too long, %s…%s, has the id %s', (head, tail, id) => {
  const { id: found, error } = refuseTooLong({ head, tail }, 10);
  expect([found, error.code]).toEqual([id, -32_600]);
});
