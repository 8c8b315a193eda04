/**
 * `npm run bench`: compiles the C programs on this machine and measures with them in the box `kwin`.
 * `npm run bench -- PART...` measures only these parts.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bench = dirname(fileURLToPath(import.meta.url));
const project = dirname(bench);
const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
const programs = join(cache, 'desktop-mcp', 'bench');

/** What each part runs in the box. */
const PARTS = { calls: 'driver.mjs', reading: 'reading/driver.mjs', input: 'input/driver.mjs' };
/** What each C program is made of. */
const SOURCES = { floor: ['floor.c', 'bus.c'], spawn: ['spawn.c'] };

/** Runs a command with our terminal; ends this process with its status when that is not 0. */
function must(command, args, env = {}) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

function hasCompiler() {
  return spawnSync('gcc', ['--version'], { stdio: 'ignore' }).status === 0 && existsSync(libc());
}

/** The archive that a static program needs, when there is a compiler to name it. */
function libc() {
  return execFileSync('gcc', ['--print-file-name=libc.a'], { encoding: 'utf8' }).trim();
}

const asked = process.argv.slice(2);
const unknown = asked.filter((part) => !Object.hasOwn(PARTS, part));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. Parts: ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}
if (!existsSync(join(project, 'dist/boot.js'))) {
  console.error('There is no dist/boot.js to measure: run `npm run build` first.');
  process.exit(1);
}
if (!hasCompiler()) {
  must('apt-get', ['update']);
  must('apt-get', ['install', '--yes', '--no-install-recommends', 'gcc', 'libc6-dev']);
}
mkdirSync(programs, { recursive: true });
for (const [program, sources] of Object.entries(SOURCES)) {
  const flags = ['-std=gnu11', '-O2', '-Wall', '-Wextra', '-static'];
  must('gcc', [...flags, '-o', join(programs, program), ...sources.map((source) => join(bench, source))]);
}
const drivers = (asked.length > 0 ? asked : Object.keys(PARTS)).map((part) => PARTS[part]);
for (const driver of drivers)
  must(join(project, 'scripts/boxes/kwin'), ['node', `/project/bench/${driver}`, '/out'], { BOX_OUT: programs });
