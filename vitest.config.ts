import { defineConfig } from 'vitest/config';

/** Tests of the built server in a box. One that fails is tried once more; when it passes then, it is told as flaky. */
const e2e = { setupFiles: ['test/support/setup.ts'], testTimeout: 60_000, hookTimeout: 60_000, retry: 1 };
/** Those that a busy machine would disturb: what they measure is time, or what is on the whole machine. */
const ALONE = 'test/e2e/kwin/alone/**/*.test.ts';

/** `unit` needs nothing. `e2e` runs two files at a time, `e2e-alone` after it one. `more` runs in the box kwin-more. */
export default defineConfig({
  test: {
    // One line for a file, however long its tests take.
    slowTestThreshold: Number.POSITIVE_INFINITY,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'node_modules/**'],
          server: { deps: { inline: ['comlink'] } },
          testTimeout: 10_000,
          // Vitest leaves one core free, which here is half of them.
          maxWorkers: '100%',
          // A process of its own for each file would take four times as long: most of that is loading the same modules.
          isolate: false,
        },
      },
      {
        test: {
          ...e2e,
          name: 'e2e',
          include: ['test/e2e/kwin/**/*.test.ts'],
          exclude: [ALONE],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: { ...e2e, name: 'e2e-alone', include: [ALONE], maxWorkers: 1, sequence: { groupOrder: 2 } },
      },
      {
        test: {
          ...e2e,
          name: 'more',
          include: ['test/e2e/more/**/*.test.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
