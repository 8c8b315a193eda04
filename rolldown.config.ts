import { defineConfig } from 'rolldown';

/** Native packages stay outside, piscina, which starts a file of its own, and two optional parts of dbus-next that are never loaded; the generated descriptions are read by `scripts/generate.mjs`. */
const external = ['koffi', 'piscina', 'sharp', 'x11', 'usocket'];
/** Each in a bundle of its own: the workers, and what the threads of the capture worker's pool run. */
const workers = {
  atspi: 'atspi/entry.ts',
  capture: 'capture/entry.ts',
  'capture-encode': 'capture/encode-task.ts',
  desktop: 'desktop/entry.ts',
  input: 'input/entry.ts',
};
const shared = { platform: 'node', external, treeshake: { moduleSideEffects: false } } as const;

export default defineConfig([
  {
    ...shared,
    input: 'src/main/boot.ts',
    external: ['./core.mjs'],
    output: { file: 'dist/boot.js', format: 'cjs', minify: true },
  },
  {
    ...shared,
    input: 'src/main/core.ts',
    output: { file: 'dist/core.mjs', format: 'esm', minify: true, codeSplitting: false },
  },
  {
    ...shared,
    input: 'src/main/describe.ts',
    output: { file: 'dist/describe.mjs', format: 'esm', codeSplitting: false },
  },
  ...Object.entries(workers).map(([name, file]) => ({
    ...shared,
    // Workers use types and plain functions of protocol files that also declare schemas: zod is shaken off.
    treeshake: { moduleSideEffects: false, manualPureFunctions: ['z', 'rectSchema'] },
    input: `src/workers/${file}`,
    output: { file: `dist/worker-${name}.mjs`, format: 'esm' as const, minify: true, codeSplitting: false },
  })),
]);
