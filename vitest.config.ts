import { defineConfig } from 'vitest/config';

/** `unit` needs nothing; `e2e` speaks to the built server in the kwin box and runs one file at a time. */
export default defineConfig({
  test: {
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
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          setupFiles: ['test/support/home.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
