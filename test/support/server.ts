/** Starts the built server as a child process and speaks MCP to it, as a client would. No assertions here. */
import {
  type CallToolRequestOptions,
  Client,
  type ElicitRequestFormParams,
  type ElicitResult,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { rememberSession, writeLog } from './log.ts';

export interface Reply {
  text: string;
  facts: Record<string, unknown>;
  images: { data: string; mimeType: string }[];
  isError: boolean;
  ms: number;
}

export type CallOptions = CallToolRequestOptions;

export interface TestServer {
  client: Client;
  pid: number;
  /** What the server wrote to stderr so far. */
  log(): string;
  /** Calls a tool; error replies are returned, not thrown. */
  call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<Reply>;
  /** Calls a tool and throws its text when it fails. */
  must(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<Reply>;
  close(): Promise<void>;
}

/** What the client's user answers to a form; undefined: this client shows no forms. */
export type Elicit = (form: { message: string; choices: string[] }) => ElicitResult | Promise<ElicitResult>;

export interface ServerOptions {
  elicit?: Elicit | undefined;
  env?: Record<string, string>;
  args?: string[];
  command?: string;
  clientName?: string;
}

/** Starts `desktop-mcp`. The caller closes it. */
export async function startServer({
  env = {},
  args = [],
  command = 'desktop-mcp',
  clientName = 'test',
  elicit,
}: ServerOptions = {}): Promise<TestServer> {
  const client = new Client(
    { name: clientName, version: '1' },
    { capabilities: elicit ? { elicitation: { form: {} } } : {} },
  );
  if (elicit) {
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      const { answer } = (params as ElicitRequestFormParams).requestedSchema.properties;
      return elicit({ message: params.message, choices: (answer as { enum: string[] }).enum });
    });
  }
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const transport = new StdioClientTransport({
    command,
    args,
    env: { ...inherited, ...env },
    stderr: 'pipe',
  });
  let log = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    log += chunk.toString();
    writeLog(chunk);
  });
  await client.connect(transport);
  const call = async (
    name: string,
    toolArgs: Record<string, unknown> = {},
    options: CallOptions = {},
  ): Promise<Reply> => {
    const started = performance.now();
    const result = await client.callTool(
      { name, arguments: toolArgs },
      { timeout: 60_000, resetTimeoutOnProgress: true, ...options },
    );
    const { folder } = (result.structuredContent ?? {}) as { folder?: string };
    if (name === 'session_start' && folder !== undefined) rememberSession(folder);
    const content = result.content as { type: string; text?: string; data?: string; mimeType?: string }[];
    return {
      text: content.flatMap(({ type, text = '' }) => (type === 'text' ? [text] : [])).join('\n'),
      images: content.flatMap(({ type, data = '', mimeType = '' }) => (type === 'image' ? [{ data, mimeType }] : [])),
      facts: (result.structuredContent ?? {}) as Record<string, unknown>,
      isError: result.isError === true,
      ms: performance.now() - started,
    };
  };
  return {
    client,
    pid: transport.pid ?? 0,
    log: () => log,
    call,
    must: async (name, toolArgs, options) => {
      const reply = await call(name, toolArgs, options);
      if (reply.isError) throw new Error(`${name} ${JSON.stringify(toolArgs)}: ${reply.text}`);
      return reply;
    },
    close: () => client.close(),
  };
}
