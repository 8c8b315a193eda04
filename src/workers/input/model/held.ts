/** The one record of what is down. Pure. */

/** A key or a button by its evdev code (linux/input-event-codes.h). */
export interface Control {
  device: 'key' | 'button';
  code: number;
}

export interface HeldControls {
  /** Notes a press; `keptAs` names what stays down after its action on purpose. */
  press(control: Control, keptAs?: string): void;
  release(control: Control): void;
  /** What is down but not on purpose, in the order in which to let go: last pressed first. */
  transient(): Control[];
  /** Names of what is down on purpose, in the order it was pressed. */
  names(): string[];
}

/** Makes the record of what is held down; nothing is at first. */
export function createHeld(): HeldControls {
  const down = new Map<string, { control: Control; keptAs: string | undefined }>();
  const keyOf = ({ device, code }: Control): string => `${device} ${code}`;
  return {
    press: (control, keptAs) => void down.set(keyOf(control), { control, keptAs }),
    release: (control) => void down.delete(keyOf(control)),
    transient: () =>
      [...down.values()]
        .filter(({ keptAs }) => keptAs === undefined)
        .map(({ control }) => control)
        .toReversed(),
    names: () => [...down.values()].flatMap(({ keptAs }) => keptAs ?? []),
  };
}
