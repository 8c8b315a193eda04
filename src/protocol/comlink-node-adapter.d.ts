// Comlink ships this file without types that a nodenext project can resolve (comlink 4.4.2).
declare module 'comlink/dist/esm/node-adapter.mjs' {
  import type { MessagePort, Worker } from 'node:worker_threads';
  import type { Endpoint } from 'comlink';
  export default function nodeEndpoint(port: MessagePort | Worker): Endpoint;
}
