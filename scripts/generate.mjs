// Writes what the boot answers with (dist/*.json) and docs/tools.md, from the tools themselves.
// `--check` writes nothing and fails when docs/tools.md is stale.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const { describeGreeting, describeTools } = await import('../dist/describe.mjs');
const at = (path) => new URL(`../${path}`, import.meta.url);

writeFileSync(at('dist/initialize.json'), JSON.stringify(describeGreeting()));
for (const form of ['plain', 'structured'])
  writeFileSync(at(`dist/tools-${form}.json`), JSON.stringify(describeTools(form)));
// The boot is CommonJS, which starts faster; everything else says `.mjs`.
writeFileSync(at('dist/package.json'), '{"type":"commonjs"}\n');
copyFileSync(at('src/workers/desktop/sessions/session.sh'), at('dist/session.sh'));
rmSync(at('dist/describe.mjs'));

// A schema that a worker drags in costs its start 80 KB of zod: see manualPureFunctions in rolldown.config.ts.
const heavy = readdirSync(at('dist')).filter(
  (name) => name.startsWith('worker-') && readFileSync(at(`dist/${name}`), 'utf8').includes('ZodType'),
);
if (heavy.length > 0) {
  console.error(`zod is in ${heavy.join(', ')}`);
  process.exit(1);
}

const docs = describeTools('structured').tools.map(toolSection).join('\n');
const text = `# Tools\n\nGenerated from the tools by \`npm run docs\`; do not edit.\n\n${docs}`;
const path = at('docs/tools.md');
if (process.argv.includes('--check')) {
  if (readFileSync(path, 'utf8') !== text) {
    console.error('docs/tools.md is stale: run npm run docs');
    process.exit(1);
  }
} else {
  mkdirSync(at('docs'), { recursive: true });
  writeFileSync(path, text);
}

function toolSection({ name, title, description, inputSchema, annotations }) {
  const rows = Object.entries(inputSchema.properties).map(([argument, schema]) =>
    argumentRow(argument, schema, inputSchema.required),
  );
  const hints = [
    annotations.readOnlyHint ? 'reads only' : 'acts',
    annotations.destructiveHint && 'may destroy',
    annotations.idempotentHint && 'may be repeated',
    annotations.openWorldHint && 'reaches beyond the desktop',
  ].filter(Boolean);
  const table = ['| argument | type | default | meaning |', '|---|---|---|---|', ...rows].join('\n');
  return `## ${name}\n\n${title}. ${description}\n\n_${hints.join(', ')}_\n\n${table}\n`;
}

function argumentRow(argument, schema, required = []) {
  const type = schema.enum?.map((value) => `\`${value}\``).join(' \\| ') ?? [schema.type].flat().join(' or ');
  const fallback =
    schema.default === undefined
      ? required.includes(argument)
        ? 'required'
        : ''
      : `\`${JSON.stringify(schema.default)}\``;
  const meaning = (schema.description ?? '').replaceAll('|', '\\|');
  return `| \`${argument}\` | ${type} | ${fallback} | ${meaning} |`;
}
