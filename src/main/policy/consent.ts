/** What the user is asked, what an answer means, and how long it holds. Pure: the time is an argument. */

/**
 * Why the user has not agreed. `not_confirmed`: the form came back without a yes. `cancelled`: it was closed, or never shown.
 * `unsupported`: the client shows no forms. `refused`: the server runs with --live-consent refuse.
 */
export const REFUSALS = ['not_confirmed', 'declined', 'cancelled', 'unsupported', 'refused'] as const;
export type Refusal = (typeof REFUSALS)[number];

/** An answer to a form, as MCP's ElicitResult gives it. */
export interface Answer {
  action: 'accept' | 'decline' | 'cancel';
  content?: Record<string, unknown> | undefined;
}

/** Duration of a timed consent. */
const CONSENT_MINUTES = 20;
/** Choices of the form, under its key `answer`. */
export const CHOICE = { no: 'no', once: 'yes, this once', timed: `yes, for ${CONSENT_MINUTES} minutes` } as const;

/** A faster answer comes from a program: nobody can have read the question. */
const HUMAN_MS = 400;

/** Gives what an answer allows, or why it allows nothing. */
export function verdictOf({ action, content }: Answer): 'once' | 'timed' | Refusal {
  if (action === 'decline') return 'declined';
  if (action === 'cancel') return 'cancelled';
  const choice = content?.['answer'];
  if (choice === CHOICE.once) return 'once';
  return choice === CHOICE.timed ? 'timed' : 'not_confirmed';
}

export interface RefusalWords {
  message: string;
  hint: string;
}

/** Words a refusal. `what` is the action, such as `press key "ctrl+s" in konsole`; `tookMs` the time of the answer. */
export function refusalWords(refusal: Refusal, what: string, tookMs: number): RefusalWords {
  const unseen = tookMs < HUMAN_MS && refusal !== 'unsupported' && refusal !== 'refused';
  const instant = unseen
    ? ` The answer came after ${Math.round(tookMs)} ms, which is no person's time: perhaps nobody saw the question.`
    : '';
  const said = {
    not_confirmed: 'The user did not say yes',
    declined: 'The user said no',
    cancelled: 'The question was closed, or never shown',
  };
  switch (refusal) {
    case 'unsupported':
      return {
        message: `Not done: to ${what} needs the user's consent, and this client cannot ask for it.`,
        hint: 'Ask the user yourself; only when they agree call again with confirm: true.',
      };
    case 'refused':
      return {
        message: `Not done: to ${what} needs the user's consent, and this server does not ask (--live-consent refuse).`,
        hint: 'Leave it to the user, or find a way that needs no consent when they asked for it.',
      };
    case 'declined':
    case 'not_confirmed':
    case 'cancelled':
      return {
        message: `Not done: ${said[refusal]} (to ${what}).${instant}`,
        hint:
          unseen || refusal === 'cancelled'
            ? 'Tell the user what you want to do; go on without it, or leave it to them.'
            : 'Do not try again unless the user asks for it.',
      };
  }
}

/** End of each timed consent in milliseconds, by application in lower case. */
export type Agreements = ReadonlyMap<string, number>;

/** Adds timed consents of CONSENT_MINUTES. */
export function agree(agreements: Agreements, apps: readonly string[], nowMs: number): Agreements {
  const untilMs = nowMs + CONSENT_MINUTES * 60_000;
  return new Map([...current(agreements, nowMs), ...apps.map((app): [string, number] => [app.toLowerCase(), untilMs])]);
}

/** Drops the timed consents that have ended. */
export function current(agreements: Agreements, nowMs: number): Agreements {
  return new Map([...agreements].filter(([, untilMs]) => untilMs > nowMs));
}
