// Plays the demo through the official MCP client and prints every call as a person would read it.
// Usage: node scripts/demo.mjs own|box [PICTURE]; PICTURE is the PNG file to write, else one in a temporary folder.

import { chmodSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import sharp from 'sharp';

const inBox = process.argv[2] === 'box';
const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'desktop-mcp-demo-'));
/** The folder as the programs of the session see it. */
const seen = inBox ? '/out' : folder;
const LINES = 'Dear reader,\nğüşİ ß 漢 arrived as typed.\nWritten by an agent.\n';

const server = inBox
  ? { command: at('scripts/boxes/kwin'), args: ['desktop-mcp'], env: { ...process.env, BOX_OUT: folder } }
  : { command: process.execPath, args: [at('dist/boot.js')], env: process.env };
const client = new Client({ name: 'desktop-mcp-demo', version: '1' });
const transport = new StdioClientTransport({ ...server, stderr: 'inherit' });
const ending = new AbortController();
let isLeaving = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void leave(130));

const started = performance.now();
try {
  await client.connect(transport);
  await play();
  console.log(`\nDone in ${((performance.now() - started) / 1000).toFixed(1)} s. Nothing is left running.`);
  await leave(0);
} catch (error) {
  if (!isLeaving) console.error(`\nThe demo failed: ${error.message}`);
  await leave(1);
}

async function play() {
  const file = `${seen}/notes.txt`;
  await call('session_start', { width: 1280, height: 640 });
  await call('launch', { app: 'kate', args: [file] });
  await call('tree', { app: 'kate' });
  await call('type_text', { text: LINES });
  await call('key', { key: 'ctrl+s' });
  await untilSaved(join(folder, 'notes.txt'));
  await call('launch', { app: 'kcalc' });
  // Side by side, so that the picture shows both.
  await call('move_window', { query: 'Kate', x: 20, y: 20, width: 730, height: 600 });
  await call('move_window', { query: 'KCalc', x: 770, y: 20, width: 490, height: 600 });
  for (const name of ['Seven', 'Add', 'Eight', 'Equals']) {
    const { structuredContent } = await call('find', {
      app: 'kcalc',
      query: name,
      match: 'exact',
      role: 'button',
      max: 1,
    });
    const [button] = structuredContent.elements;
    if (!button) throw new Error(`KCalc has no button ${name}`);
    await call('click', { id: button.id });
  }
  await call('wait_for', { app: 'kcalc', query: '15', match: 'exact', timeout_ms: 5000 });
  await call('get_text', { app: 'kcalc', query: '15', match: 'exact' });
  const picture = await call('screenshot', { marks: true });
  const path = resolve(process.argv[3] ?? join(folder, 'desktop.png'));
  const { data } = picture.content.find(({ type }) => type === 'image');
  await sharp(Buffer.from(data, 'base64')).png({ palette: true }).toFile(path);
  await call('session_stop', {});
  console.log(`\nThe picture: ${path}`);
}

/** One call, its reply and its time, as a person would read them. Throws when the reply is an error. */
async function call(name, args) {
  const before = performance.now();
  const result = await client.callTool({ name, arguments: args }, { signal: ending.signal });
  const ms = performance.now() - before;
  const text = result.content
    .map((part) => (part.type === 'text' ? part.text : `(picture, ${part.mimeType})`))
    .join('\n');
  const shown = Object.entries(args).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  console.log(`\n> ${name}(${shown.join(', ')})  ${ms.toFixed(ms < 10 ? 1 : 0)} ms\n${text.replace(/^/gm, '  ')}`);
  if (result.isError) throw new Error(text);
  return result;
}

async function untilSaved(path) {
  const deadline = Date.now() + 5000;
  for (;;) {
    const content = readIfThere(path);
    if (content === LINES) break;
    if (Date.now() > deadline) throw new Error(`The file on disk is not what was typed: ${JSON.stringify(content)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  console.log(`\nThe file on disk is what was typed:\n${LINES.replace(/^/gm, '  ').trimEnd()}`);
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Ends the server, which ends its sessions, and waits for it. */
async function leave(code) {
  if (isLeaving) return;
  isLeaving = true;
  ending.abort();
  await client.close();
  if (inBox) chmodSync(folder, 0o755);
  process.exit(code);
}
