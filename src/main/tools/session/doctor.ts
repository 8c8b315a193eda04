import { z } from 'zod';
import { DesktopError } from '../../../base/errors.ts';
import { escape } from '../../../base/escape.ts';
import { isAllowed } from '../../policy/allowlist.ts';
import { consentText } from '../../render/consents.ts';
import { rectText } from '../../render/outline.ts';
import * as shared from '../../tool/params.ts';
import { defineTool, type ToolContext } from '../../tool/tool.ts';
import { VERSION } from '../../version.ts';

const checkSchema = z.strictObject({
  name: z.string(),
  ok: z.boolean(),
  detail: z.string(),
  remedy: z.string().optional(),
});
type Check = z.output<typeof checkSchema>;

export default defineTool({
  title: 'Check the set-up',
  description:
    'Checks version, allowlist, sessions, accessibility, input, compositor, screens and pictures; one line each, with the one ' +
    'thing that mends what is wrong.',
  tier: 'view',
  params: z.strictObject({ session: shared.session }),
  result: z.strictObject({ checks: z.array(checkSchema) }),
  run: async (_params, context) => {
    const checks = [await check('version', async () => `desktop-mcp ${VERSION}, Node ${process.versions.node}`)];
    checks.push(await check('allowlist', () => allowlist(context)));
    const session = await check('session', async () => {
      const { name, wiring } = await context.session();
      return `${name}: ${wiring.kind}, ${wiring.compositor}`;
    });
    checks.push(session);
    if (session.ok) checks.push(...(await Promise.all(layers(context))));
    return { checks };
  },
  render: ({ checks }) =>
    checks
      .map(
        ({ name, ok, detail, remedy }) =>
          `${ok ? 'ok  ' : 'FAIL'} ${name}: ${escape(detail)}${remedy ? ` -> ${escape(remedy)}` : ''}`,
      )
      .join('\n'),
  facts: (outcome) => outcome,
});

/** Mistakes of the allowlist that are named. */
const MAX_PROBLEMS = 10;

async function check(name: string, look: () => Promise<string>): Promise<Check> {
  try {
    return { name, ok: true, detail: await look() };
  } catch (error) {
    if (error instanceof DesktopError) return { name, ok: false, detail: error.message, remedy: error.hint };
    return { name, ok: false, detail: error instanceof Error ? error.message : String(error) };
  }
}

async function allowlist({ allowFile }: ToolContext): Promise<string> {
  const { apps, problems } = allowFile.read();
  if (problems.length > 0) {
    const lines = problems.slice(0, MAX_PROBLEMS).map(({ line, text }) => `line ${line}: ${text}`);
    const rest = problems.length > MAX_PROBLEMS ? `; and ${problems.length - MAX_PROBLEMS} more` : '';
    throw new DesktopError(
      'denied',
      `${allowFile.path} ${lines.join('; ')}${rest}`,
      'The user can mend these lines; the comment in a new file tells the form.',
    );
  }
  const names = [...apps].map(([name, tier]) => (tier === 'full' ? name : `${name}:${tier}`));
  return `${allowFile.path}: ${names.join(', ') || 'empty'}; for the live desktop only`;
}

/** What of a session the agent may reach, and what it must ask for. */
async function policyLine({ policy, consents }: ToolContext): Promise<string> {
  const rules = await policy();
  if (rules.kind === 'private') return 'private session: every application in it is allowed';
  const { list, applications } = rules;
  const running = applications.filter(({ name }) => isAllowed(list, name));
  const asks = list.confirm.map(({ entry }) => entry).join(', ');
  const passwords = list.passwords === 'all' ? 'everywhere' : [...list.passwords].join(', ');
  return [
    `live desktop: ${running.length} of ${applications.length} running applications are allowed`,
    `asks before ${asks || 'nothing but closing windows'}`,
    `password fields are written ${passwords === '' ? 'nowhere' : passwords === 'everywhere' ? passwords : `in ${passwords}`}`,
    ...(consents.timed().size > 0 ? [`agreed for a time: ${consentText(consents.timed())}`] : []),
  ].join('; ');
}

/** One check a layer of the session, each with its own failure. */
function layers(context: ToolContext): Promise<Check>[] {
  const { signal } = context;
  return [
    check('accessibility', async () => {
      const { bus, applications } = await (await context.session()).atspi.status();
      return `${applications} applications on ${bus}`;
    }),
    check('input', async () => {
      const { backend, devices, layouts } = await (await context.session()).input.status();
      return `${backend}; ${devices.join(', ')}; layouts ${layouts.join(', ')}`;
    }),
    check('takeover', async () => {
      const { wiring } = await context.session();
      return wiring.kind === 'virtual'
        ? 'not needed: nobody else sits at a private session'
        : "not watched in this version: the user's own keys and pointer do not pause the agent";
    }),
    check('policy', () => policyLine(context)),
    check('screens', async () => {
      const { screens } = await (await context.session()).desktop.state(signal);
      return screens.map(({ name, rect, scale }) => `${name} ${rectText(rect)} scale ${scale}`).join('; ');
    }),
    check('pictures', async () => {
      const { capture, wiring } = await context.session();
      if (wiring.capture.kind === 'none')
        throw new DesktopError('unsupported', wiring.capture.reason, wiring.capture.hint);
      return (await capture.status()).backend;
    }),
  ];
}
