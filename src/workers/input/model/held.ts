/** The one record of what is down. Pure. */
import type { Control } from './events.ts';

/** A control that stays down after its action on purpose. */
export interface HeldOnPurpose {
  /** What replies call it: "shift", "left". */
  name: string;
  control: Control;
  /** The compositor's device that it was pressed on. */
  deviceId: string | undefined;
}

export interface HeldControls {
  /** Notes a press; `heldOnPurpose` says that it stays down after its action. */
  press(control: Control, heldOnPurpose?: Omit<HeldOnPurpose, 'control'>): void;
  release(control: Control): void;
  /** What is down but not on purpose, in the order in which to let go: last pressed first. */
  transient(): Control[];
  /** What is down on purpose, in the order it was pressed. */
  onPurpose(): HeldOnPurpose[];
}

/** Makes the record of what is held down; nothing is at first. */
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

/** Whether two controls are the same one. */
export function isSameControl(a: Control, b: Control): boolean {
  return a.device === b.device && a.code === b.code;
}
