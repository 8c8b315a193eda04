import { expect, test } from 'vitest';
import { fitWithin } from '../../../../src/workers/capture/model/size.ts';

test('shrinks to the longer side, whichever that is', () => {
  expect(fitWithin({ widthPx: 1920, heightPx: 1080 }, 1024)).toEqual({ widthPx: 1024, heightPx: 576 });
  expect(fitWithin({ widthPx: 1080, heightPx: 1920 }, 1024)).toEqual({ widthPx: 576, heightPx: 1024 });
});

test('never enlarges', () => {
  expect(fitWithin({ widthPx: 400, heightPx: 300 }, 1024)).toEqual({ widthPx: 400, heightPx: 300 });
});

test('keeps the full size for 0', () => {
  expect(fitWithin({ widthPx: 3840, heightPx: 2160 }, 0)).toEqual({ widthPx: 3840, heightPx: 2160 });
});

test('keeps at least one pixel of a thin picture', () => {
  expect(fitWithin({ widthPx: 3000, heightPx: 1 }, 100)).toEqual({ widthPx: 100, heightPx: 1 });
});
