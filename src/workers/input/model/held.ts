/** The only record of what is down. Pure. */
import type { Control } from './events.ts';

/** A control that stays down after its action. */
export interface HeldOnPurpose {
  /** Name in replies: "shift", "left". */
  name: string;
  control: Control;
  /** The device on which it was pressed; see `InputBackend.deviceOf`. */
  deviceId: string | undefined;
}

export interface HeldControls {
  /** Notes a press. With `heldOnPurpose` it stays down after its action. */
  press(control: Control, heldOnPurpose?: Omit<HeldOnPurpose, 'control'>): void;
  release(control: Control): void;
  /** What is down but not held on purpose, in the order of release: last pressed first. */
  transient(): Control[];
  /** What is held on purpose, first pressed first. */
  onPurpose(): HeldOnPurpose[];
}

/** Makes an empty record. */
export function createHeld(): HeldControls {
  const down = new Map<string, { control: Control; heldOnPurpose: HeldOnPurpose | undefined }>();
  const idOf = ({ device, code }: Control): string => `${device} ${code}`;
  return {
    press: (control, heldOnPurpose) =>
      void down.set(idOf(control), { control, heldOnPurpose: heldOnPurpose && { ...heldOnPurpose, control } }),
    release: (control) => void down.delete(idOf(control)),
    transient: () =>
      [...down.values()]
        .filter(({ heldOnPurpose }) => heldOnPurpose === undefined)
        .map(({ control }) => control)
        .toReversed(),
    onPurpose: () => [...down.values()].flatMap(({ heldOnPurpose }) => heldOnPurpose ?? []),
  };
}

/** True for two descriptions of the same control. */
export function isSameControl(a: Control, b: Control): boolean {
  return a.device === b.device && a.code === b.code;
}
