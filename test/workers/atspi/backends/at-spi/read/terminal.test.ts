import { expect, test } from 'vitest';
import { CALL } from '../../../../../../src/workers/atspi/backends/at-spi/calls.ts';
import type { Ask, Pipeline } from '../../../../../../src/workers/atspi/backends/at-spi/pipeline.ts';
import { createNode } from '../../../../../../src/workers/atspi/backends/at-spi/read/describe.ts';
import { askRows, askScreen } from '../../../../../../src/workers/atspi/backends/at-spi/read/terminal.ts';
import { bodyOf } from '../../../../../../src/workers/platform/dbus/bus-calls.ts';
import type { Value } from '../../../../../../src/workers/platform/dbus/bus-message.ts';

const { ref } = createNode({ app: ':1.1', key: '/terminal' }, undefined);

/** Konsole 24.12 as measured: cells from the oldest row that it remembers on, its count and places those of one screen. */
function konsole(rows: readonly string[], { columns, screen }: { columns: number; screen: number }): Pipeline {
  const textOf = (first: number, last: number): string => {
    const row = Math.floor(first / columns);
    if (row >= rows.length) return '\n\n';
    const end = Math.min(rows.length, Math.floor(last / columns) + 1);
    const isOver = end === rows.length;
    return rows
      .slice(row, end)
      .map((one) => `${one}\n`)
      .concat(isOver ? ['\n'] : [])
      .join('');
  };
  const answer = ({ template, body }: Ask): [string, ...Value[]] => {
    const first = body.length >= 4 ? body.readInt32LE(0) : 0;
    switch (template) {
      case CALL.characterCount:
        return ['v', { signature: 'i', value: columns * screen }];
      case CALL.characterExtents:
        return ['iiii', (first % columns) * 8, Math.floor(first / columns) * 15, 8, 15];
      default:
        return ['s', textOf(first, body.readInt32LE(4))];
    }
  };
  const askWith: Pipeline['askWith'] = (request, onReply, onEnd) => {
    const [signature, ...args] = answer(request);
    onReply(bodyOf(signature, args));
    onEnd?.();
  };
  const pipeline: Pipeline = {
    askWith,
    ask: (template, to, onReply, onEnd) => askWith({ template, ref: to, body: template.body }, onReply, onEnd),
    group: (start, onEnd) => {
      start(pipeline);
      onEnd();
    },
  };
  return pipeline;
}

function screenOf(terminal: Pipeline): string[] {
  let shown = '';
  askScreen(terminal, ref, (text) => {
    shown = text;
  });
  return shown.split('\n');
}

const LINES = Array.from({ length: 200 }, (_, index) => `row ${index + 1}`);

test('a terminal shows its last rows, not the first ones that it remembers', () => {
  expect(screenOf(konsole(LINES, { columns: 110, screen: 28 }))).toEqual(LINES.slice(-28));
  expect(screenOf(konsole(['$ ls', '$ '], { columns: 110, screen: 28 }))).toEqual(['$ ls', '$ ']);
});

test('all that it remembers is read to the end, however much that is', () => {
  const many = Array.from({ length: 25_000 }, (_, index) => `row ${index + 1}`);
  let text = '';
  let isCut = true;
  // Parts of a million cells hold whole rows of 100.
  askRows(konsole(many, { columns: 100, screen: 28 }), ref, (part, goesOn) => {
    text += part;
    isCut = goesOn;
  });
  expect(isCut).toBe(false);
  expect(text.trimEnd().split('\n')).toEqual(many);
  expect(screenOf(konsole(many, { columns: 100, screen: 28 }))).toEqual(many.slice(-28));
});

test('it is said when a terminal remembers more than is read', () => {
  let isCut = false;
  askRows(
    konsole(
      Array.from({ length: 50_001 }, () => 'row'),
      { columns: 100, screen: 28 },
    ),
    ref,
    (_part, goesOn) => {
      isCut = goesOn;
    },
  );
  expect(isCut).toBe(true);
});
