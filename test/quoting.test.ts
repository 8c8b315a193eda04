/** No word of a caller or an application gets into a sentence but through a function that keeps it on one line. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Sentences that reach no reply: usage errors, defects, the list of the allowlist, which counts its own characters. */
const OTHERS = new Set([
  'main/cli.ts',
  'main/policy/allowlist.ts',
  'workers/atspi/model/roles.ts',
  'workers/atspi/backends/at-spi/names.ts',
  'workers/platform/dbus/bus-calls.ts',
  'workers/platform/dbus/bus-message.ts',
  'workers/atspi/backend.ts',
]);

test('what is put in quotes is quoted by quote() or escape()', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const raw = files
    .filter((file) => !OTHERS.has(file))
    .flatMap((file) =>
      readFileSync(`src/${file}`, 'utf8')
        .split('\n')
        .filter((line) => /"\$\{(?!escape\()/.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(raw).toEqual([]);
});
