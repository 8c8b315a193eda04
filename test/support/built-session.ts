/** Main's sessions with a worker whose list of backends has one more, built as the build does. No assertions here. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';
import type { createSession } from '../../src/main/sessions/session.ts';

export interface AddedBackend {
  /** The worker's name, which is that of its folder. */
  worker: string;
  /** The list in its `backend.ts`, as it is written there, and as it is with the new entry. */
  list: string;
  longer: string;
  /** What the new entry is called, and the file that exports it. */
  name: string;
  file: string;
}

/** A session's code, and the end of it: `remove` deletes what was built. */
export interface BuiltSession {
  createSession: typeof createSession;
  remove(): void;
}

/** Builds `createSession`, with the worker's bundle beside it. Fails when the list is not written so. */
export async function buildSession({ worker, list, longer, name, file }: AddedBackend): Promise<BuiltSession> {
  const folder = mkdtempSync(resolve('node_modules/.test-'));
  const shared = { platform: 'node' as const, external: ['koffi'] };
  const output = (bundle: string) => ({ file: join(folder, bundle), codeSplitting: false });
  const entry = {
    name: 'entry',
    transform: (code: string, id: string) => {
      if (!id.endsWith(`workers/${worker}/backend.ts`)) return null;
      if (!code.includes(list)) throw new Error(`no list ${list} in ${id}`);
      return `import { ${name} } from '${resolve(file)}';\n${code.replace(list, longer)}`;
    },
  };
  await build({ ...shared, input: 'src/main/sessions/session.ts', output: output('core.mjs') });
  await build({
    ...shared,
    input: `src/workers/${worker}/entry.ts`,
    plugins: [entry],
    output: output(`worker-${worker}.mjs`),
  });
  const { createSession } = await import(pathToFileURL(join(folder, 'core.mjs')).href);
  return { createSession, remove: () => rmSync(folder, { recursive: true }) };
}
