/** The settings that a private KWin and the programs in it start with. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SessionRequest } from '../../../../protocol/session.ts';

export interface Output extends Pick<SessionRequest, 'width' | 'height' | 'scale'> {
  /** KWin's name for its output, nested in an X server or without a screen. */
  connector: 'X11-0' | 'Virtual-0';
}

/** Writes the settings into the session's folder `path`. */
export async function writeKwinSettings(path: string, output: Output): Promise<void> {
  await mkdir(join(path, 'kwin'), { mode: 0o700 });
  await Promise.all([
    // Without animations a picture shows at once what an action led to.
    writeFile(join(path, 'kwin/kdeglobals'), '[KDE]\nAnimationDurationFactor=0\n'),
    writeFile(join(path, 'kwin/kwinoutputconfig.json'), outputConfig(output)),
    // Keeps the user's wallet closed.
    writeFile(join(path, 'defaults/kwalletrc'), '[Wallet][$i]\nEnabled=false\nFirst Use=false\n'),
  ]);
}

/**
 * What KWin remembers of its output (kwinoutputconfig.json, 6.3). Without it KWin chooses a scale by the size of the output
 * and ignores its option --scale.
 */
function outputConfig({ connector, width, height, scale }: Output): string {
  const mode = { width: Math.round(width * scale), height: Math.round(height * scale), refreshRate: 60_000 };
  const output = { connectorName: connector, mode, scale, transform: 'Normal' };
  const placed = { enabled: true, outputIndex: 0, position: { x: 0, y: 0 }, priority: 0 };
  return JSON.stringify([
    { name: 'outputs', data: [output] },
    { name: 'setups', data: [{ lidClosed: false, outputs: [placed] }] },
  ]);
}
