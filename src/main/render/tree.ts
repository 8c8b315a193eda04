/** A tree as a reply: within its budget of characters, and with the call that reads on. Pure. */
import { escape } from '../../base/escape.ts';
import type { TreeReply } from '../../protocol/atspi.ts';
import { changesText } from './changes.ts';
import { outline } from './outline.ts';

/** The arguments that the reply repeats. */
export interface TreeRequest {
  session?: string | undefined;
  since?: number | undefined;
  bounds: boolean;
  after?: number | undefined;
  window?: string | undefined;
  id?: number | undefined;
  document: boolean;
  interactive: boolean;
  max_chars: number;
}

export interface TreeText {
  text: string;
  shown: number;
  more: number;
  isAtLeast: boolean;
}

/** Words a tree within its budget; the last line says how much is left and how to read on. */
export function treeText(reply: TreeReply, params: TreeRequest): TreeText {
  const { app, elements, revision, isAtLeast } = reply;
  const head = `${escape(app.name)} (${escape(app.toolkit)}, pid ${app.pid}) revision ${revision}`;
  if (reply.changes) {
    const { text, ...counts } = changesText(reply.changes, {
      more: reply.more,
      maxChars: params.max_chars - head.length,
    });
    const isUnchanged = counts.shown === 0 && counts.more === 0;
    const since = `since ${params.since ?? 0}`;
    return {
      text: isUnchanged ? `${head}, unchanged ${since}` : `${head}, ${since}\n${text}`,
      ...counts,
      isAtLeast: false,
    };
  }
  const again = sameTree(app.name, params);
  const tail = (more: number, last: number): string =>
    `… ${isAtLeast ? 'at least ' : ''}${more} more nodes; continue with tree(${again}, after=${last})`;
  const room = params.max_chars - head.length - 1;
  // The line break of the last line is not shown.
  const whole = outline(elements, room + 1);
  if (whole.left + reply.more === 0) {
    const isPast = elements.length === 0 && params.after !== undefined;
    const text = `${head}\n${isPast ? `… nothing comes after ${params.after}` : whole.text}`.trimEnd();
    return { text, shown: elements.length, more: 0, isAtLeast };
  }
  const longest = tail(elements.length + reply.more, Math.max(0, ...elements.map(({ id }) => id)));
  const body = outline(elements, room - longest.length);
  const more = body.left + reply.more;
  const shown = elements.length - body.left;
  return { text: `${head}\n${body.text}${tail(more, body.last ?? 0)}`, shown, more, isAtLeast };
}

/** Words the arguments that list the same tree again from the start. */
function sameTree(app: string, { session, window, id, document, interactive, bounds }: TreeRequest): string {
  const name = id === undefined ? `app="${escape(app)}"` : `id=${id}`;
  const rest = [
    session !== undefined && `session="${escape(session)}"`,
    window !== undefined && id === undefined && `window="${escape(window)}"`,
    document && 'document=true',
    interactive && 'interactive=true',
    bounds && 'bounds=true',
  ];
  return [name, ...rest].filter(Boolean).join(', ');
}
