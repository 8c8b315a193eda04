/** The whole text of an element, a part at a time. */
import type { TextQuery, TextReply } from '../../protocol/atspi.ts';
import { DesktopError } from '../../protocol/errors.ts';
import type { App } from './backend.ts';
import { named } from './failure.ts';
import { isWithin, type Node, nodesOf, SEARCHED_CHARS, unreadIn } from './model/node.ts';
import { readingOf } from './model/reading.ts';
import { DOCUMENT_ROLES, PASSWORD_ROLES } from './model/roles.ts';
import { isBlank, OBJECT_CHARACTER } from './model/text.ts';
import { type Parts, publicApp } from './parts.ts';

/** Characters of one element inside a container that are read at most. */
const MAX_PART_CHARS = 200_000;

/** Objects of a page that are read at most. */
const MAX_READ = 20_000;

/** Reads a text, or everything in a container. Fails with `denied` for password fields. */
export async function readText(parts: Parts, query: TextQuery, signal?: AbortSignal): Promise<TextReply> {
  const { node, app, others } = await parts.resolver.toRead(query, signal);
  // What is found by a query may have been read long ago: it may have become a password field without a word.
  const asked = { withParents: false, signal };
  const now = query.target.id === undefined ? await named(app.name, parts.backend.inspect(node.ref, asked)) : node;
  if (now && PASSWORD_ROLES.has(now.role))
    throw new DesktopError(
      'denied',
      'This is a password field: its text is never read.',
      'Ask the user if you need it.',
    );
  const part = await readPart(parts, { node, app, query }, signal);
  const element = await parts.elements.one(node, app, undefined);
  return { element, app: publicApp(app), others, ...part };
}

interface Source {
  node: Node;
  app: App;
  query: TextQuery;
}

async function readPart(
  parts: Parts,
  { node, app, query }: Source,
  signal: AbortSignal | undefined,
): Promise<Pick<TextReply, 'text' | 'length' | 'isCut'>> {
  const { offset, limit } = query;
  const isPlain = node.text !== undefined && !isBlank(node.text) && !node.text.includes(OBJECT_CHARACTER);
  if (isPlain) {
    const range = { start: offset, end: offset + limit, signal };
    return { ...(await named(app.name, parts.backend.text(node.ref, range))), isCut: false };
  }
  const isPage = DOCUMENT_ROLES.has(node.role) || isWithin(node, DOCUMENT_ROLES);
  const whole = { from: node.ref, maxObjects: MAX_READ, signal };
  const tree =
    (isPage ? await named(app.name, parts.backend.readEverything(app, whole)) : undefined) ??
    (await named(app.name, parts.backend.read(app, { from: node.ref, signal })));
  const nodes = nodesOf(tree);
  let isCut = unreadIn(tree).length > 0;
  await Promise.all(
    nodes.map(async (one) => {
      if ((one.text?.length ?? 0) <= SEARCHED_CHARS) return;
      const range = { start: 0, end: MAX_PART_CHARS, signal };
      const part = await named(app.name, parts.backend.text(one.ref, range));
      one.text = part.text;
      if (part.length > MAX_PART_CHARS) isCut = true;
    }),
  );
  const characters = [...readingOf(tree, { isPage })];
  return { text: characters.slice(offset, offset + limit).join(''), length: characters.length, isCut };
}
