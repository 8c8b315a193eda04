/** The rules of ARCHITECTURE.md that a machine can check: who imports what, sizes, names. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';
import { tools } from '../src/main/registry.ts';

/** For each folder (the longest match applies): what of src it may import, and which packages. */
const RULES: Record<string, { src: string[]; packages: string[] }> = {
  base: { src: ['base'], packages: ['fastest-levenshtein', 'node:timers'] },
  protocol: { src: ['protocol', 'base'], packages: ['zod', 'comlink', 'node:events', 'node:worker_threads'] },
  main: {
    src: ['main', 'protocol', 'base'],
    packages: [
      '@modelcontextprotocol/server',
      'zod',
      'node:worker_threads',
      'node:fs',
      'node:path',
      'node:stream',
      'node:util',
      'node:timers',
      'node:v8',
    ],
  },
  'main/host': {
    src: ['main/host'],
    packages: ['koffi', 'node:fs', 'node:net', 'node:os', 'node:path', 'node:stream'],
  },
  'main/version.ts': { src: [], packages: [] },
  'main/policy': { src: ['main/policy', 'protocol', 'base'], packages: [] },
  'main/render': { src: ['main/render', 'protocol', 'base'], packages: [] },
  'workers/platform': { src: ['workers/platform', 'protocol', 'base'], packages: ['node:net', 'node:fs', 'node:path'] },
  'workers/platform/dbus/fd-bus.ts': { src: ['workers/platform', 'base'], packages: ['node:timers'] },
  'workers/platform/linux/ffi.ts': { src: ['base'], packages: ['koffi', 'node:util'] },
  'workers/platform/dbus/session-bus.ts': { src: ['workers/platform', 'base'], packages: ['dbus-next'] },
  'workers/atspi': { src: ['workers/atspi', 'protocol', 'base'], packages: ['node:worker_threads', 'node:timers'] },
  'workers/atspi/backends': {
    src: ['workers/atspi', 'workers/platform', 'protocol', 'base'],
    packages: ['node:timers'],
  },
  'workers/input': {
    src: ['workers/input', 'workers/platform', 'protocol', 'base'],
    packages: ['node:worker_threads', 'node:timers'],
  },
  'workers/capture': {
    src: ['workers/capture', 'protocol', 'base'],
    packages: ['node:worker_threads', 'node:fs', 'sharp', 'piscina'],
  },
  'workers/desktop': {
    src: ['workers/desktop', 'workers/platform', 'protocol', 'base'],
    packages: [
      'node:worker_threads',
      'node:child_process',
      'node:fs',
      'node:os',
      'node:path',
      'node:crypto',
      'node:readline',
      'node:url',
      'node:timers',
    ],
  },
  'workers/atspi/model': { src: ['workers/atspi/model', 'protocol', 'base'], packages: [] },
  'workers/atspi/model/match/pattern.ts': { src: ['workers/atspi/model', 'base'], packages: ['node:vm'] },
  'workers/input/model': { src: ['workers/input/model', 'protocol', 'base'], packages: [] },
  'workers/capture/model': { src: ['workers/capture/model', 'protocol', 'base'], packages: [] },
  'workers/desktop/model': { src: ['workers/desktop/model', 'protocol', 'base'], packages: [] },
};

/** Tables of roles and keys may be longer. */
const MAX_LINES = 400;
const TABLES = new Set(['workers/input/model/keysyms.ts']);

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const read = (file: string): string => readFileSync(join('src', file), 'utf8');

function ruleFor(file: string) {
  const [folder] = Object.keys(RULES)
    .filter((key) => file === key || file.startsWith(`${key}/`))
    .toSorted((a, b) => b.length - a.length);
  return folder === undefined ? undefined : RULES[folder];
}

function importsOf(file: string): string[] {
  return [
    ...read(file).matchAll(
      /(?:^|\s)(?:import|export)\s[^'"]*?from\s*'([^']+)'|import\('([^']+)'\)|^import '([^']+)'/gm,
    ),
  ].map(([, from, dynamic, bare]) => from ?? dynamic ?? bare ?? '');
}

function complaint(file: string, specifier: string): string | undefined {
  const rule = ruleFor(file);
  if (!rule) return `${file} is in no folder of the table`;
  if (specifier.startsWith('.')) {
    const target = normalize(join(dirname(file), specifier));
    if (target.startsWith('..'))
      return file === 'main/version.ts' ? undefined : `${file} imports ${specifier} from outside src`;
    return rule.src.some((folder) => target === folder || target.startsWith(`${folder}/`))
      ? undefined
      : `${file} must not import ${target}`;
  }
  return rule.packages.some((name) => specifier === name || specifier.startsWith(`${name}/`))
    ? undefined
    : `${file} must not import ${specifier}`;
}

test('every import is one that its folder may have', () => {
  expect(files.length).toBeGreaterThan(40);
  const complaints = files.flatMap((file) => importsOf(file).map((specifier) => complaint(file, specifier)));
  expect(complaints.filter(Boolean)).toEqual([]);
});

/** Pairs of folders, one not within the other, of which both import the other. */
function mutualFolders(): string[] {
  const arrows = new Set(
    files.flatMap((file) =>
      importsOf(file)
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => `${dirname(file)} -> ${dirname(normalize(join(dirname(file), specifier)))}`),
    ),
  );
  return [...arrows].filter((arrow) => {
    const [a = '', b = ''] = arrow.split(' -> ');
    const isNested = a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
    return a < b && !isNested && arrows.has(`${b} -> ${a}`);
  });
}

test('of two folders at most one imports the other', () => {
  expect(mutualFolders()).toEqual([]);
});

test('a folder holds 2 to 15 files', () => {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count === 1 || count > 15)).toEqual([]);
});

test('no file is longer than 400 lines, tables apart', () => {
  const long = files.filter((file) => !TABLES.has(file) && read(file).split('\n').length > MAX_LINES);
  expect(long).toEqual([]);
});

const MAX_FUNCTION_LINES = 60;
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** The functions of a syntax tree, outer ones too, with their places in the text. */
function functionsIn(node: unknown): { start: number; end: number }[] {
  if (Array.isArray(node)) return node.flatMap(functionsIn);
  if (typeof node !== 'object' || node === null) return [];
  const own =
    'type' in node && FUNCTIONS.has(String(node.type)) && 'start' in node && 'end' in node
      ? [{ start: Number(node.start), end: Number(node.end) }]
      : [];
  return [...own, ...Object.values(node).flatMap(functionsIn)];
}

test('no function is longer than 60 lines', () => {
  const long = files.flatMap((file) => {
    const text = read(file);
    const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length;
    return functionsIn(parseAst(text, { lang: 'ts' })).flatMap(({ start, end }) => {
      const lines = lineAt(end) - lineAt(start) + 1;
      return lines > MAX_FUNCTION_LINES ? [`${file}:${lineAt(start)} has ${lines} lines`] : [];
    });
  });
  expect(long).toEqual([]);
});

test('files and folders are kebab-case and say what they hold', () => {
  const names = files.flatMap((file) => file.split('/'));
  expect(names.filter((name) => !/^[a-z0-9-]+(\.d)?(\.ts)?$/.test(name))).toEqual([]);
  expect(names.filter((name) => /^(utils?|helpers?|common|types|manager|index)(\.ts)?$/.test(name))).toEqual([]);
});

test('every file of main/tools is a tool under its own name', () => {
  const named = files
    .filter((file) => file.startsWith('main/tools/'))
    .map((file) => basename(file, '.ts').replaceAll('-', '_'));
  expect(Object.keys(tools)).toEqual(named.toSorted());
});

test('every worker has an entry, an actor and a backend', () => {
  for (const worker of ['atspi', 'input', 'capture', 'desktop']) {
    for (const part of ['entry.ts', 'actor.ts', 'backend.ts']) expect(files).toContain(`workers/${worker}/${part}`);
  }
});

test('a backend is named by the list of its worker alone', () => {
  const workers = ['atspi', 'capture', 'input'].map((name) => `workers/${name}/`);
  const naming = files.filter(
    (file) =>
      workers.some((worker) => file.startsWith(worker)) &&
      !file.includes('/backends/') &&
      importsOf(file).some((specifier) => specifier.includes('/backends/')),
  );
  expect(naming).toEqual(workers.map((worker) => `${worker}backend.ts`).toSorted());
});

test('every exported function has a doc comment', () => {
  const bare = files.flatMap((file) => {
    const lines = read(file).split('\n');
    return lines.flatMap((line, index) => {
      if (!/^export (async )?(function|class) /.test(line) || file.startsWith('main/tools/')) return [];
      return /\*\/\s*$/.test(lines[index - 1] ?? '') || (lines[index - 1] ?? '').startsWith('// oxlint')
        ? []
        : [`${file}:${index + 1} ${line.slice(0, 60)}`];
    });
  });
  expect(bare).toEqual([]);
});
