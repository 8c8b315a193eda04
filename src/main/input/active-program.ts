/** Input of many events stays with the program that it began with. */
import type { Grant } from '../../protocol/grant.ts';
import { keptTo } from '../policy/grants.ts';
import type { ToolContext } from '../tool/tool.ts';

/** The grant of a call, for the program in front alone: when that ends, what is left does not go to the next window. */
export async function forActiveProgram({ session, input, signal }: ToolContext): Promise<Grant> {
  const { grant } = input();
  const activeWindow = await (await session()).desktop.activeWindow(signal);
  return activeWindow ? keptTo(grant, activeWindow.pid) : grant;
}
