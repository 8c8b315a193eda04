/** What documents say of files: that these exist, and how large the map may be. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const MAP_LIMIT_BYTES = 9_000;
const PICTURE_LIMIT_BYTES = 150_000;

const files = ['src', 'test', 'scripts', 'bench', 'docs'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
);
const documents = [...readdirSync('.'), ...files].filter((file) => file.endsWith('.md') && !file.includes('fixtures'));
const read = (document: string): string => readFileSync(document, 'utf8');

/** Files may be named by the end of their path: `point/aim.ts` is `src/workers/atspi/point/aim.ts`. */
function isFile(name: string): boolean {
  return files.some((file) => file === name || file.endsWith(`/${name}`));
}

test('every source file that a document names exists', () => {
  const missing = documents.flatMap((document) =>
    [...read(document).matchAll(/(?<![\w/.*-])[\w-]+(?:[./][\w-]+)*\.(?:ts|mjs|sh)\b/g)]
      .map(([name]) => name)
      .filter((name) => !isFile(name))
      .map((name) => `${document}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('every folder of src, test or scripts that a document names exists', () => {
  const missing = documents.flatMap((document) =>
    [
      ...read(document).matchAll(
        /(?<![\w/-])(?:src|test|scripts|bench)(?:\/[a-z][\w-]*)+\/?(?![\w./-]*\.\w)(?!\/[A-Z])/g,
      ),
    ]
      .map(([name]) => name)
      .filter((name) => !existsSync(name))
      .map((name) => `${document}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('every link to a file leads somewhere', () => {
  const broken = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\((?!https?:)([^)#]+)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !existsSync(join(dirname(document), target)))
      .map((target) => `${document}: ${target}`),
  );
  expect(broken).toEqual([]);
});

test('the map can be read in ten minutes', () => {
  expect(statSync('ARCHITECTURE.md').size).toBeLessThanOrEqual(MAP_LIMIT_BYTES);
});

test('the picture of the README is small', () => {
  expect(statSync('docs/demo.png').size).toBeLessThanOrEqual(PICTURE_LIMIT_BYTES);
});
