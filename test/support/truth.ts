/** Programs of every toolkit with the same widgets, which write down what reaches them (test/fixtures/truth). No assertions here. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readIfThere } from './session.ts';

/** A program that is to be launched, or is. */
export interface Probe {
  /** Arguments of `launch`. */
  launch: { app: string; args: string[] };
  /** Its name, as tools take it. */
  app: string;
  /** What it has written: `press Alpha`, `text Name=…`, `tab Second`, a line for each event. */
  lines(): string[];
  close(): void;
}

export const TOOLKITS = ['Qt', 'GTK 3', 'GTK 4', 'Firefox', 'Chromium'] as const;
export type Toolkit = (typeof TOOLKITS)[number];

const FIXTURES = '/project/test/fixtures/truth';

/**
 * Prepares a program of this toolkit; the caller launches it, waits until `lines` says `ready`, and closes it. With `thiefMs`
 * another field takes the focus so long after the first change of Name: `Thief` in a dialog, in a page `Notes`.
 */
export async function prepareProbe(toolkit: Toolkit, { thiefMs }: { thiefMs?: number } = {}): Promise<Probe> {
  const query = thiefMs === undefined ? '' : `?thief=${thiefMs}`;
  if (toolkit === 'Firefox') return servePage({ program: 'firefox-esr', app: 'firefox', query });
  if (toolkit === 'Chromium') return servePage({ program: 'chromium', app: 'chromium', query });
  const version = toolkit.slice(-1);
  const log = join(tmpdir(), `truth-${process.pid}-${version}-${thiefMs ?? 'none'}.log`);
  const args = [log, ...(thiefMs === undefined ? [] : [String(thiefMs)])];
  const [file, app] = toolkit === 'Qt' ? ['qt.py', 'truth-qt'] : ['gtk.py', `truth-gtk${version}`];
  if (toolkit !== 'Qt') args.unshift(version);
  return {
    launch: { app: 'python3', args: [join(FIXTURES, file), ...args] },
    app,
    lines: () => (readIfThere(log) ?? '').split('\n').slice(0, -1),
    close: () => undefined,
  };
}

/** The page comes from a server of ours, to which it sends its lines. */
async function servePage({ program, app, query }: Record<'program' | 'app' | 'query', string>): Promise<Probe> {
  const lines: string[] = [];
  const server = createServer((request, response) => {
    if (request.method !== 'POST') {
      response.setHeader('content-type', 'text/html').end(readFileSync(join(FIXTURES, 'page.html')));
      return;
    }
    let line = '';
    request.setEncoding('utf8').on('data', (chunk: string) => void (line += chunk));
    request.on('end', () => {
      lines.push(line);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    launch: { app: program, args: [`http://127.0.0.1:${port}/${query}`] },
    app,
    lines: () => lines,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The lines that are events; what fields hold is a state. */
export function eventsOf(probe: Probe): string[] {
  return probe.lines().filter((line) => line !== 'ready' && !line.startsWith('text '));
}

/** What a field holds, as its program has written last. */
export function contentOf(probe: Probe, field: string): string | undefined {
  const line = probe.lines().findLast((one) => one.startsWith(`text ${field}=`));
  return line?.slice(`text ${field}=`.length).replaceAll('\\n', '\n');
}
