/** LEDs of keyboards. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { read } from './proc.ts';

/** Folder of all LEDs: "input3::capslock" (Linux 6.1, Documentation/leds/leds-class.rst). */
const LEDS = '/sys/class/leds';

/** Functions of LEDs that are on, of any device: "capslock", "numlock". */
export function litLeds(folder = LEDS): Set<string> {
  const lit = new Set<string>();
  for (const led of existsSync(folder) ? readdirSync(folder) : []) {
    const [, kind] = led.split('::');
    if (kind !== undefined && Number(read(join(folder, led, 'brightness'))) > 0) lit.add(kind);
  }
  return lit;
}
