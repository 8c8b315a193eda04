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

/** How long a yes for a time holds. */
const CONSENT_MINUTES = 20;
/** What the user can choose; a form has it under `answer`. */
export const CHOICE = { no: 'no', once: 'yes, this once', timed: `yes, for ${CONSENT_MINUTES} minutes` } as const;

/** An answer in less time than this was given by a program: nobody has read the question. */
const HUMAN_MS = 400;

/** What an answer allows, or why nothing. */
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

/** A refusal in words. `what` is the action, such as `press key "ctrl+s" in konsole`; `tookMs` the time of the answer. */
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

/** Until when the user agreed, by application in lower case; milliseconds. */
export type Agreements = ReadonlyMap<string, number>;

/** The agreements after the user agreed for CONSENT_MINUTES. */
export function agree(agreements: Agreements, apps: readonly string[], nowMs: number): Agreements {
  const untilMs = nowMs + CONSENT_MINUTES * 60_000;
  return new Map([...current(agreements, nowMs), ...apps.map((app): [string, number] => [app.toLowerCase(), untilMs])]);
}

/** The agreements that still hold. */
export function current(agreements: Agreements, nowMs: number): Agreements {
  return new Map([...agreements].filter(([, untilMs]) => untilMs > nowMs));
}
