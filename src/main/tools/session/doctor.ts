import { z } from 'zod';
import { DesktopError } from '../../../base/errors.ts';
import { oneLine } from '../../../base/escape.ts';
import { isAllowed } from '../../policy/allowlist.ts';
import { consentText } from '../../render/consents.ts';
import { rectText } from '../../render/outline.ts';
import type { Session } from '../../sessions/sessions.ts';
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
  usesSession: false,
  params: z.strictObject({ session: shared.session }),
  result: z.strictObject({ checks: z.array(checkSchema) }),
  run: async ({ session: name }, context) => {
    const checks = [await check('version', async () => `desktop-mcp ${VERSION}, Node ${process.versions.node}`)];
    checks.push(await check('allowlist', () => allowlist(context)));
    let session: Session | undefined;
    const connected = await check('session', async () => {
      session = await context.sessions.get(name);
      return `${session.name}: ${session.wiring.kind}, ${session.wiring.compositor}`;
    });
    checks.push(connected);
    if (session) checks.push(...(await Promise.all(layers(session, context))));
    return { checks };
  },
  render: ({ checks }) =>
    checks
      .map(
        ({ name, ok, detail, remedy }) =>
          `${ok ? 'ok  ' : 'FAIL'} ${name}: ${oneLine(detail)}${remedy ? ` -> ${oneLine(remedy)}` : ''}`,
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

/** What of a session the agent may affect, and what it must ask for. */
async function policyLine(session: Session, { allowFile, consents, signal }: ToolContext): Promise<string> {
  if (session.wiring.kind === 'virtual') return 'private session: every application in it is allowed';
  const list = allowFile.read();
  const apps = await session.atspi.runningApps(signal);
  const running = apps.filter(({ name }) => isAllowed(list, name));
  const asks = list.confirm.map(({ entry }) => entry).join(', ');
  const passwords = list.passwords === 'all' ? 'everywhere' : [...list.passwords].join(', ');
  return [
    `live desktop: ${running.length} of ${apps.length} running applications are allowed`,
    `asks before ${asks || 'nothing but closing windows'}`,
    `password fields are written ${passwords === '' ? 'nowhere' : passwords === 'everywhere' ? passwords : `in ${passwords}`}`,
    ...(consents.timed().size > 0 ? [`agreed for a time: ${consentText(consents.timed())}`] : []),
  ].join('; ');
}

/** One check a layer of the session, each with its own failure. */
function layers(session: Session, context: ToolContext): Promise<Check>[] {
  const { atspi, input, desktop, capture, wiring } = session;
  return [
    check('accessibility', async () => {
      const trouble = session.troubles.at(-1);
      if (trouble !== undefined) throw new DesktopError('failed', trouble, 'session_start makes a whole one.');
      const { reader, applications } = await atspi.status();
      return `${applications} applications on ${reader}`;
    }),
    check('input', async () => {
      const { backend, devices, layouts } = await input.status();
      return `${backend}; ${devices.join(', ')}; layouts ${layouts.join(', ')}`;
    }),
    check('takeover', async () =>
      wiring.kind === 'virtual'
        ? 'not needed: nobody else sits at a private session'
        : "not watched in this version: the user's own keys and pointer do not pause the agent",
    ),
    check('x11', async () => {
      if (wiring.kind === 'live') return 'as the desktop has it';
      return wiring.noX11Because ?? 'programs that know X11 only run on an Xwayland of the session';
    }),
    check('policy', () => policyLine(session, context)),
    check('screens', async () => {
      const { screens } = await desktop.state(context.signal);
      return screens.map(({ name, rect, scale }) => `${name} ${rectText(rect)} scale ${scale}`).join('; ');
    }),
    check('pictures', async () => {
      if (wiring.capture.kind === 'none')
        throw new DesktopError('unsupported', wiring.capture.reason, wiring.capture.hint);
      return (await capture.status()).backend;
    }),
  ];
}
