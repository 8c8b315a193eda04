/** Real processes on this machine: what session.sh promises. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type ProcessTree, startProcessTree } from '../../../../src/workers/desktop/sessions/process-tree.ts';
import type { Program } from '../../../../src/workers/desktop/sessions/program.ts';

const PATH = '/usr/local/bin:/usr/bin:/bin';

/** Ignores TERM, and leaves its parent and its login session. */
const STUBBORN = `trap '' TERM HUP; (setsid sh -c "trap '' TERM HUP; while :; do sleep 1; done" &); while :; do sleep 1; done`;

interface Made {
  tree: ProcessTree;
  folder: string;
  marker: string;
  run(script: string): Promise<Program>;
}

async function makeTree(path = PATH, keep = false): Promise<Made> {
  const folder = mkdtempSync(join(tmpdir(), 'tree-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const part of ['launch', 'logs', 'run', 'home']) mkdirSync(join(folder, part));
  const marker = `test-${folder.slice(-6)}`;
  const leftovers = [join(folder, 'leftover')];
  writeFileSync(join(folder, 'leftover'), '');
  const tree = await startProcessTree({ folder, marker, keep, leftovers, path });
  onTestFinished(async () => void (await tree.stop([])));
  let count = 0;
  const run = (script: string): Promise<Program> => {
    count += 1;
    const log = join(folder, 'logs', `${count}.log`);
    const env = { PATH, DESKTOP_MCP_SESSION: marker };
    return tree.run(String(count), { argv: ['/bin/sh', '-c', script], env, directory: '/', log });
  };
  return { tree, folder, marker, run };
}

/** The processes of this machine that carry the marker. */
function marked(marker: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'latin1').includes(marker);
    } catch {
      return false; // it ended meanwhile
    }
  });
}

/** A PATH on which there are no namespaces. */
function pathWithoutUnshare(): string {
  const folder = mkdtempSync(join(tmpdir(), 'no-unshare-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'unshare'), '#!/bin/sh\necho "unshare: not permitted" >&2\nexit 1\n');
  chmodSync(join(folder, 'unshare'), 0o755);
  return `${folder}:${PATH}`;
}

test('a program is told by its pid, its output and its exit code', async () => {
  const { run } = await makeTree();
  const program = await run('echo to stdout; echo to stderr >&2; exit 3');
  expect(program.pid).toBeGreaterThan(1);
  expect(await program.ended).toBe(3);
  expect(program.exitCode).toBe(3);
  expect(readFileSync(program.log, 'utf8')).toBe('to stdout\nto stderr\n');
  expect(await (await run('kill -SEGV $$')).ended).toBe(139);
});

test.each([
  ['in a namespace', () => PATH],
  ['without namespaces', pathWithoutUnshare],
])('%s, stop ends programs that ignore TERM and have double-forked, and removes the folder', async (_name, path) => {
  const { tree, folder, marker, run } = await makeTree(path());
  const program = await run(STUBBORN);
  await expect.poll(() => marked(marker).length).toBeGreaterThanOrEqual(2);
  const started = performance.now();
  await tree.stop([program]);
  expect(performance.now() - started).toBeLessThan(3000);
  expect(marked(marker)).toEqual([]);
  expect(existsSync(folder)).toBe(false);
  expect(program.exitCode).toBeGreaterThan(128);
});

test('without namespaces the reason is given', async () => {
  expect((await makeTree(pathWithoutUnshare())).tree.sharedBecause).toBe('unshare: not permitted');
});

test('a program may save what it has when it is asked to end', async () => {
  const { tree, folder, run } = await makeTree(PATH, true);
  const program = await run(`trap 'sleep 0.2; echo saved; exit 0' TERM; echo ready; while :; do sleep 0.01; done`);
  await expect.poll(() => readFileSync(program.log, 'utf8')).toBe('ready\n');
  await tree.stop([program]);
  expect(readFileSync(program.log, 'utf8')).toBe('ready\nsaved\n');
  expect(readdirSync(folder).toSorted()).toEqual(['home', 'logs']);
});

test('stop can be repeated, and a program asked for afterwards is refused', async () => {
  const { tree, run } = await makeTree();
  await tree.stop([]);
  await tree.stop([]);
  await expect(run('true')).rejects.toMatchObject({ code: 'failed' });
});
