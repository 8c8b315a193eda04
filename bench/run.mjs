/** `npm run bench`: compiles the two C programs on this machine and measures with them in the box `kwin`. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bench = dirname(fileURLToPath(import.meta.url));
const project = dirname(bench);
const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
const programs = join(cache, 'desktop-mcp', 'bench');

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

if (!existsSync(join(project, 'dist/boot.js'))) {
  console.error('There is no dist/boot.js to measure: run `npm run build` first.');
  process.exit(1);
}
if (!hasCompiler()) {
  must('apt-get', ['update']);
  must('apt-get', ['install', '--yes', '--no-install-recommends', 'gcc', 'libc6-dev']);
}
mkdirSync(programs, { recursive: true });
for (const program of ['floor', 'spawn']) {
  const flags = ['-std=gnu11', '-O2', '-Wall', '-Wextra', '-static'];
  must('gcc', [...flags, '-o', join(programs, program), join(bench, `${program}.c`)]);
}
must(join(project, 'scripts/boxes/kwin'), ['node', '/project/bench/driver.mjs', '/out'], { BOX_OUT: programs });
