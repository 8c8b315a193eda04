/** What a platform cannot do, or wants done in its own way. Plans and the sender ask for it, not for the platform. Pure. */

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

/** Properties of one platform. What a backend leaves out does not concern its platform. */
export interface InputTraits {
  /** How fast programs may be sent events before any are lost or pile up. */
  eventRate: EventRate;
  reservedGestures?: ReservedGestures;
  /** Why no point left of or above 0,0 can be reached, as a clause: "KWin takes no pointer of ours". */
  negativePointsRefused?: string;
  /** The compositor forgets what is held a moment before it replaces the device, so that devices are checked twice. */
  replacesDevicesLate?: boolean;
}
