/** What the parts of the actor share. */
import type { App, AtspiBackend } from './backend.ts';
import type { Elements } from './elements.ts';
import type { Ids } from './model/ids.ts';
import type { Resolver } from './resolve.ts';

export interface Parts {
  backend: AtspiBackend;
  ids: Ids;
  elements: Elements;
  resolver: Resolver;
}

/** An application as replies name it. */
export function publicApp({ name, pid, toolkit }: App): { name: string; pid: number; toolkit: string } {
  return { name, pid, toolkit };
}
