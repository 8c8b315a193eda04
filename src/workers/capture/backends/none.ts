import { DesktopError } from '../../../base/errors.ts';
import type { CaptureSource } from '../../../protocol/capture.ts';
import type { CaptureBackend } from '../backend.ts';

/** A desktop without pixels: every picture fails with `unsupported` and the reason of the source. */
export function createNoCapture(source: Extract<CaptureSource, { kind: 'none' }>): CaptureBackend {
  const refuse = (): Promise<never> => Promise.reject(new DesktopError('unsupported', source.reason, source.hint));
  return { name: 'none', desktop: refuse, read: refuse };
}
