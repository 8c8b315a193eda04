/**
 * Keeps the keyboard with allowed windows while input is under way: a part of the script in KWin, and the data it gets.
 *
 * KWin handles one thing at a time: an event of ours, or the activation of a window. Scripts hear of an activation while KWin
 * handles it, so that a window which is refused here gets no key in between. Measured with KWin 6.3: a GTK program that opened
 * a window every 100 ms during 2,000 characters got 135 of them without this, none with it, and saw no focus at all.
 *
 * A reservation ends by itself after its lease, and at an activation when our end of the bus is gone.
 */
import { type EffectiveTier, type GrantedApps, suffices } from '../../../../protocol/grant.ts';

/** Time after which the script ends a reservation: a server that hangs must not hold the user's keyboard. */
const LEASE_MS = 5000;
/** Time after which a reservation is repeated. */
export const RENEW_AFTER_MS = 1000;

/** Who may have the keyboard: windows whose process or class is `true` here, and neither is `false`. */
export interface Reservation {
  pids: Record<string, boolean>;
  /** In lower case. */
  classes: Record<string, boolean>;
  leaseMs: number;
}

/** Says for each process and window class whether it may have the keyboard. */
export function reservationOf({ needs, pids, classes }: GrantedApps): Reservation {
  const verdicts = (tiers: ReadonlyMap<string | number, EffectiveTier>): Record<string, boolean> =>
    Object.fromEntries([...tiers].map(([key, tier]) => [key, suffices(tier, needs)]));
  return { pids: verdicts(pids), classes: verdicts(classes), leaseMs: LEASE_MS };
}

/** The functions that the script calls. */
export const KEYBOARD_SCRIPT = `
/**
 * pids, classes: whether they may have the keyboard. last: the allowed window that has it; null when that is gone; undefined
 * when no allowed window had it from the start (then nothing is sent). wanted: the window that was refused.
 */
let reservation;
/** Prevents a loop with another server on this KWin that does the same. */
let isInsisting = false;

function startReservation({ pids, classes, leaseMs }) {
  const { last, wanted } = reservation || {};
  reservation = { pids, classes, untilMs: Date.now() + leaseMs, last, wanted };
  const active = workspace.activeWindow;
  if (active && mayHaveKeyboard(active)) reservation.last = active;
}

function endReservation() {
  const wanted = reservation && reservation.wanted;
  reservation = undefined;
  if (wanted) workspace.activeWindow = wanted;
}

function mayHaveKeyboard(w) {
  const verdicts = [reservation.pids[w.pid], reservation.classes[String(w.resourceClass).toLowerCase()]];
  return verdicts.includes(true) && !verdicts.includes(false);
}

/** Called for every window that becomes active. Takes the keyboard back from one that may not have it. */
function keepKeyboard(w) {
  if (reservation && Date.now() > reservation.untilMs) reservation = undefined;
  if (!reservation || !w || isInsisting) return;
  if (mayHaveKeyboard(w)) { reservation.last = w; return; }
  if (reservation.last === undefined) return;
  reservation.wanted = w;
  isInsisting = true;
  workspace.activeWindow = reservation.last;
  const active = workspace.activeWindow;
  if (active && !mayHaveKeyboard(active)) workspace.activeWindow = null;
  isInsisting = false;
  callDBus('org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus', 'NameHasOwner', receiver,
    (has) => { if (!has) endReservation(); });
}

/** A removed window neither has the keyboard nor wants it. */
function forgetReserved(w) {
  if (!reservation) return;
  if (reservation.wanted === w) reservation.wanted = undefined;
  if (reservation.last === w) reservation.last = null;
}

/** The window that would be active without the reservation. */
function wantedWindow() { return (reservation && reservation.wanted) || workspace.activeWindow; }
`;
