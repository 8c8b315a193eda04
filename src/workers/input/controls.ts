/** Sends single events and keeps the record of what is down. */
import { log } from '../../base/log.ts';
import type { InputBackend } from './backend.ts';
import type { Control, InputEvent } from './model/events.ts';
import type { HeldControls, HeldOnPurpose } from './model/held.ts';
import type { Step } from './model/steps.ts';

export interface Controls {
  /** Sends one event and notes what it presses and releases. Fails as `InputBackend.send` does. */
  send(step: Exclude<Step, { kind: 'pause' }>): void;
  /** Releases everything that is not held on purpose, last pressed first. */
  release(): void;
  /** Releases what is held on purpose, last pressed first: all of it, or some. */
  releaseHeldOnPurpose(some?: readonly HeldOnPurpose[]): void;
}

/** Makes the controls of a backend. A release that cannot be sent is logged, and counts as released. */
export function createControls({ backend, held }: { backend: InputBackend; held: HeldControls }): Controls {
  const releaseAll = (controls: Control[]): void => {
    for (const control of controls) {
      held.release(control);
      try {
        backend.send(releaseOf(control));
      } catch (error) {
        // The compositor releases everything when a device or the connection ends.
        log('warn', `not released by us: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  };
  return {
    send: (step) => {
      for (const control of pressedBy(step)) {
        const { heldAs: name } = step;
        held.press(control, name === undefined ? undefined : { name, deviceId: backend.deviceOf(control) });
      }
      backend.send(step);
      for (const control of releasedBy(step)) held.release(control);
    },
    release: () => releaseAll(held.transient()),
    releaseHeldOnPurpose: (some = held.onPurpose()) => releaseAll(some.map(({ control }) => control).toReversed()),
  };
}

function finger(code: number): Control {
  return { device: 'finger', code };
}

function pressedBy(event: InputEvent): Control[] {
  if (event.kind === 'touch-down') return event.touches.map((touch) => finger(touch.finger));
  return event.kind === 'press' ? [event.control] : [];
}

function releasedBy(event: InputEvent): Control[] {
  if (event.kind === 'touch-up') return event.fingers.map(finger);
  return event.kind === 'release' ? [event.control] : [];
}

function releaseOf(control: Control): InputEvent {
  if (control.device === 'finger') return { kind: 'touch-up', fingers: [control.code] };
  return { kind: 'release', control };
}
