/** MCP: answers initialize, tools/list and tools/call over stdio. */

import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { log } from '../base/log.ts';
import type { Asker, Question } from './access/consents.ts';
import type { Pipeline } from './call/pipeline.ts';
import type { CallResult } from './call/result.ts';
import {
  CAPABILITIES,
  describeTools,
  type Form,
  formFor,
  INSTRUCTIONS,
  SERVER_INFO,
  type StructuredOption,
} from './describe.ts';
import { StdioTransport, type TransportOptions } from './transport/transport.ts';

export interface ServeOptions extends TransportOptions {
  pipeline: Pipeline;
  structured: StructuredOption;
}

/** Serves MCP until the client closes its end. */
export function serveMcp({ pipeline, structured, ...wire }: ServeOptions): void {
  const transport = new StdioTransport(wire);
  serveStdio(
    () => {
      const server = new Server(SERVER_INFO, { capabilities: CAPABILITIES, instructions: INSTRUCTIONS });
      const form = (context: ServerContext): Form => formFor(clientName(server, context), structured);
      server.setRequestHandler('tools/list', (_request, context) => describeTools(form(context)) as never);
      server.setRequestHandler('tools/call', async ({ params }, context) => {
        const result = await pipeline.call({
          name: params.name,
          args: params.arguments,
          signal: context.mcpReq.signal,
          progress: progressOf(context),
          asker: askerOf(server, context),
        });
        if (result.question) return formOf(result.question);
        return contentOf(result, form(context)) as never;
      });
      return server;
    },
    { transport, onerror: (error) => log('warn', `mcp: ${error.message}`) },
  );
}

function clientName(server: Server, { mcpReq }: ServerContext): string | undefined {
  const envelope = mcpReq.envelope as Record<string, { name?: string } | undefined> | undefined;
  const info = envelope?.[CLIENT_INFO_META_KEY];
  return info?.name ?? server.getClientVersion()?.name;
}

/** Whether the client shows forms, and the answers with which a call came back. */
function askerOf(server: Server, { mcpReq }: ServerContext): Asker {
  const envelope = mcpReq.envelope as Record<string, { elicitation?: object } | undefined> | undefined;
  const { elicitation } = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities() ?? {};
  // Without a mode it means forms, as in the first versions of MCP that had elicitation.
  const canAsk = elicitation !== undefined && ('form' in elicitation || !('url' in elicitation));
  const answers = Object.keys(mcpReq.inputResponses ?? {}).flatMap((key) => {
    const answer = inputResponse(mcpReq.inputResponses, key);
    return answer.kind === 'elicit' ? [[key, answer] as const] : [];
  });
  return { canAsk, answers: Object.fromEntries(answers) };
}

/** Asks the user by a form; the SDK makes the call again with the answer, in every version of MCP. */
function formOf({ key, message, choices }: Question): InputRequiredResult {
  const answer = { type: 'string' as const, title: 'Allow it?', enum: choices };
  const requestedSchema = { type: 'object' as const, properties: { answer }, required: ['answer'] };
  return inputRequired({ inputRequests: { [key]: inputRequired.elicit({ message, requestedSchema }) } });
}

/** Sends progress to a client that gave a token; a step that cannot be sent is only logged. */
function progressOf({ mcpReq }: ServerContext): (done: number, total: number | undefined, text: string) => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  return (progress, total, message) => {
    const params = { progressToken, progress, message, ...(total === undefined ? {} : { total }) };
    mcpReq
      .notify({ method: 'notifications/progress', params })
      .catch((error: Error) => log('debug', `progress: ${error.message}`));
  };
}

function contentOf({ text, facts, images, isError }: CallResult, form: Form): object {
  const pictures = images.map(({ bytes, mimeType }) => ({
    type: 'image',
    data: Buffer.from(bytes).toString('base64'),
    mimeType,
  }));
  const content = [{ type: 'text', text }, ...pictures];
  if (isError) return { content, isError };
  return form === 'structured' ? { content, structuredContent: facts } : { content };
}
