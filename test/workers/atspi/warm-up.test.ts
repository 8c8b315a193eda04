import { expect, test } from 'vitest';
import { createAccessibilityBus } from '../../../src/workers/atspi/backends/at-spi/accessibility-bus.ts';
import { createSampleBus } from '../../../src/workers/atspi/backends/at-spi/sample-bus.ts';
import { warmUp } from '../../../src/workers/atspi/warm-up.ts';

test('the sample is read like a program of a toolkit', async () => {
  const reply = await warmUp(await createAccessibilityBus(createSampleBus(), 'a sample'));
  expect(reply?.app).toMatchObject({ name: 'sample', toolkit: 'Qt', windows: [{ title: 'Window' }] });
  const lines = reply?.elements.map(({ role, name, actions }) => [role, name, ...actions].join(' '));
  expect(lines).toEqual(expect.arrayContaining(['menu item File', 'button OK', 'table cell b', 'text Name:']));
});
