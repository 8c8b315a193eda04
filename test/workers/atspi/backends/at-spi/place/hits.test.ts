import { expect, test } from 'vitest';
import { hitPoint } from '../../../../../../src/workers/atspi/backends/at-spi/place/hits.ts';
import { toolkitOf } from '../../../../../../src/workers/atspi/backends/at-spi/toolkits.ts';

test('browsers are asked for a point in pixels, others in what their extents are in', () => {
  expect(hitPoint({ x: 28, y: 103 }, toolkitOf('Gecko'), 1.5)).toEqual({ x: 42, y: 154.5 });
  expect(hitPoint({ x: 28, y: 103 }, toolkitOf('Chromium'), 1.5)).toEqual({ x: 42, y: 154.5 });
  expect(hitPoint({ x: 28, y: 103 }, toolkitOf('GTK'), 1.5)).toEqual({ x: 28, y: 103 });
});
