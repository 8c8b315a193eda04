/** Where programs find their compositor (wayland 1.23, wl_display_connect). */
import type { Environment } from '../../model/environment.ts';

/** The path of the compositor's socket for programs of this environment. */
export function waylandSocket(environment: Environment): string {
  const display = environment['WAYLAND_DISPLAY'] || 'wayland-0';
  return display.startsWith('/') ? display : `${environment['XDG_RUNTIME_DIR'] ?? ''}/${display}`;
}
