/** The one record of what is down. Pure. */
import type { Control } from './events.ts';

/** A control that stays down after its action on purpose. */
export interface Kept {
  /** What replies call it: "shift", "left". */
  name: string;
  control: Control;
  /** The compositor's device that it was pressed on. */
  through: string | undefined;
}

export interface HeldControls {
  /** Notes a press; `kept` says that it stays down after its action. */
  press(control: Control, kept?: Omit<Kept, 'control'>): void;
  release(control: Control): void;
  /** What is down but not on purpose, in the order in which to let go: last pressed first. */
  transient(): Control[];
  /** What is down on purpose, in the order it was pressed. */
  kept(): Kept[];
}

/** Makes the record of what is held down; nothing is at first. */
export function createHeld(): HeldControls {
  const down = new Map<string, { control: Control; kept: Kept | undefined }>();
  const keyOf = ({ device, code }: Control): string => `${device} ${code}`;
  return {
    press: (control, kept) => void down.set(keyOf(control), { control, kept: kept && { ...kept, control } }),
    release: (control) => void down.delete(keyOf(control)),
    transient: () =>
      [...down.values()]
        .filter(({ kept }) => kept === undefined)
        .map(({ control }) => control)
        .toReversed(),
    kept: () => [...down.values()].flatMap(({ kept }) => kept ?? []),
  };
}

/** Whether two controls are the same one. */
export function isSameControl(a: Control, b: Control): boolean {
  return a.device === b.device && a.code === b.code;
}
