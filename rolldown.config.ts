import { defineConfig } from 'rolldown';

/** Native packages stay outside, and two optional parts of dbus-next that are never loaded; the generated descriptions are read by `scripts/generate.mjs`. */
const external = ['koffi', 'sharp', 'x11', 'usocket'];
const workers = ['atspi', 'capture', 'desktop', 'input'];
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
  ...workers.map((name) => ({
    ...shared,
    // Workers use types and plain functions of protocol files that also declare schemas: zod is shaken off.
    treeshake: { moduleSideEffects: false, manualPureFunctions: ['z'] },
    input: `src/workers/${name}/entry.ts`,
    output: { file: `dist/worker-${name}.mjs`, format: 'esm' as const, minify: true, codeSplitting: false },
  })),
]);
