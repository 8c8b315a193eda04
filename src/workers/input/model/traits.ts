/** What a platform cannot do, or wants done in its own way: plans and the sender ask these instead of naming it. Pure. */

/** Events that may go at once, and how many a second from then on. */
export interface EventRate {
  burst: number;
  perSecond: number;
}

/** Touch gestures that a compositor takes for itself, unless the first finger is down alone for a while. */
export interface ReservedGestures {
  /** Fewest fingers of such a gesture. */
  fingers: number;
  /** Time from the first finger to the others after which the program gets all of them. */
  leadMs: number;
}

/** Properties of one platform. What is left out needs no care there. */
export interface InputTraits {
  /** How fast programs may be sent events before any are lost or pile up. */
  eventRate: EventRate;
  reservedGestures?: ReservedGestures;
  /** Why no point left of or above 0,0 can be reached, as a clause: "KWin takes no pointer of ours". */
  negativePointsRefused?: string;
  /** A device is replaced a moment after the compositor has forgotten what is held on it: look twice. */
  replacesDevicesLate?: boolean;
}
