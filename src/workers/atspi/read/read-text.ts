/** The whole text of an element, a part at a time. */

import { DesktopError } from '../../../base/errors.ts';
import type { TextQuery, TextReply } from '../../../protocol/atspi.ts';
import type { App } from '../backend.ts';
import { named } from '../failure.ts';
import { isPlain, readingOf } from '../model/compact/reading.ts';
import { isWithin, type Node, nodesOf, SEARCHED_CHARS, unreadIn } from '../model/node.ts';
import { DOCUMENT_ROLES } from '../model/roles.ts';
import { hasLong } from '../model/text-range.ts';
import { type Parts, publicApp } from '../parts.ts';

/** Characters of one element inside a container that are read at most. */
const MAX_PART_CHARS = 200_000;

/** Objects of a page that are read at most. */
const MAX_READ = 20_000;

/** Reads a text, or everything in a container. Fails with `denied` for password fields. */
export async function readText(parts: Parts, query: TextQuery, signal?: AbortSignal): Promise<TextReply> {
  const { node, app, others } = await parts.resolver.toRead(query, signal);
  const kept = parts.backend.kept(node.ref);
  // What is found by a query may have been read long ago: it may have become a password field without a word.
  const asked = { withParents: false, signal };
  const isAsked = query.target.id === undefined && !kept;
  const now = isAsked ? await named(app.name, parts.backend.inspect(node.ref, asked)) : node;
  if (now && now.role === 'password text')
    throw new DesktopError(
      'denied',
      'This is a password field: its text is never read.',
      'Ask the user if you need it.',
    );
  const source = { node, app, query };
  const part =
    node.role === 'terminal'
      ? await readTerminal(parts, source, signal)
      : { offset: query.offset ?? 0, ...((kept && keptPart(kept, query)) ?? (await readPart(parts, source, signal))) };
  const element = await parts.elements.one(node, app, undefined);
  return { element, app: publicApp(app), others, ...part };
}

/** What a terminal remembers: as a rule it is the end that one wants to read. */
async function readTerminal(
  { backend }: Parts,
  { node, app, query }: Source,
  signal: AbortSignal | undefined,
): Promise<Part & { offset: number }> {
  const { text, isCut } = await named(app.name, backend.transcript(node.ref, signal));
  const { length } = [...text];
  const offset = query.offset ?? Math.max(0, length - query.limit);
  return { ...partOf(text, { ...query, offset }), offset, isCut };
}

type Part = Pick<TextReply, 'text' | 'length' | 'isCut'>;

/** The text of an element that is kept, when all of it is; a page is read with what is out of view. */
function keptPart(node: Node, query: TextQuery): Part | undefined {
  const isWhole = nodesOf(node).every(({ text = '' }) => text.length <= SEARCHED_CHARS);
  if (!isWhole || isOfPage(node)) return undefined;
  if (!isPlain(node)) return { ...partOf(readingOf(node), query), isCut: false };
  const { text = '' } = node;
  // Toolkits count long characters in ways of their own: parts of a text must join up also when some were read anew.
  return hasLong(text) ? undefined : { ...partOf(text, query), isCut: false };
}

/** The part of a text that a call asks for. */
function partOf(text: string, { offset = 0, limit }: TextQuery): Pick<TextReply, 'text' | 'length'> {
  const characters = [...text];
  return { text: characters.slice(offset, offset + limit).join(''), length: characters.length };
}

function isOfPage(node: Node): boolean {
  return DOCUMENT_ROLES.has(node.role) || isWithin(node, DOCUMENT_ROLES);
}

interface Source {
  node: Node;
  app: App;
  query: TextQuery;
}

async function readPart(parts: Parts, { node, app, query }: Source, signal: AbortSignal | undefined): Promise<Part> {
  if (isPlain(node)) {
    const { offset = 0, limit } = query;
    const range = { start: offset, end: offset + limit, signal };
    return { ...(await named(app.name, parts.backend.text(node.ref, range))), isCut: false };
  }
  const isPage = isOfPage(node);
  const whole = { from: node.ref, maxObjects: MAX_READ, signal };
  const tree =
    (isPage ? await named(app.name, parts.backend.readEverything(app, whole)) : undefined) ??
    (await named(app.name, parts.backend.read(app, { from: node.ref, signal })));
  const nodes = nodesOf(tree);
  let isCut = unreadIn(tree).length > 0;
  await Promise.all(
    nodes.map(async (one) => {
      if ((one.text?.length ?? 0) <= SEARCHED_CHARS || one.role === 'terminal') return;
      const range = { start: 0, end: MAX_PART_CHARS, signal };
      const part = await named(app.name, parts.backend.text(one.ref, range));
      const goesOn = part.length > MAX_PART_CHARS;
      one.text = goesOn ? `${part.text}…` : part.text;
      if (goesOn) isCut = true;
    }),
  );
  return { ...partOf(readingOf(tree, { isPage }), query), isCut };
}
