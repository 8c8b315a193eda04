/** The consents of one server: open questions, and what the user agreed to for a time. */
import {
  type Agreements,
  type Answer,
  agree,
  CHOICE,
  current,
  type Refusal,
  type RefusalWords,
  refusalWords,
  verdictOf,
} from '../policy/consent.ts';

/** What needs the user's consent. */
export interface ConsentRequest {
  /** Equal for the same action when its call comes back with the answer. */
  identity: string;
  /** What the agent wants to do: `close the window "notes" of kate`. One line, application text in it escaped. */
  what: string;
  /** Why the user is asked, as a sentence. */
  because: string;
  /** Applications, in lower case, that a timed consent covers; without them only this call can be agreed to. */
  apps: readonly string[];
}

/** What the client of a call can show, and the answers that the call brings. */
export interface Asker {
  /** It shows forms (MCP elicitation). */
  canAsk: boolean;
  /** Answers to earlier questions, by key. */
  answers: Readonly<Record<string, Answer>>;
}

/** A form for the user. */
export interface Question {
  /** Key of its answer. */
  key: string;
  message: string;
  choices: string[];
}

/** Thrown when the user has to answer first; the call is run again with the answer. */
export class ConsentNeeded extends Error {
  readonly question: Question;

  constructor(question: Question) {
    super(question.message);
    this.question = question;
  }
}

/** Thrown when the user has not agreed. The reply reports it as data, not as an error. */
export class ConsentRefused extends Error {
  readonly refusal: Refusal;
  readonly words: RefusalWords;

  constructor(refusal: Refusal, words: RefusalWords) {
    super(words.message);
    this.refusal = refusal;
    this.words = words;
  }
}

export interface Consents {
  /**
   * Returns when the user agrees: `accepted` in a form, or `confirmed` by the agent's word where the client shows no forms.
   * Throws ConsentNeeded and ConsentRefused, both for the pipeline; call it before anything is done.
   */
  demand(action: ConsentRequest, call: { asker: Asker; confirm: boolean }): 'accepted' | 'confirmed';
  /** Gives the timed consents: milliseconds left, by application in lower case. */
  timed(): ReadonlyMap<string, number>;
  /** Ends all consents for a time. */
  revoke(): void;
}

export type LiveConsent = 'elicit' | 'refuse';

/** Open questions kept at most; the oldest are dropped first. */
const MAX_OPEN = 100;

/** Makes the consents of a server that asks (`elicit`) or never does (`refuse`). `now` gives milliseconds. */
export function createConsents(mode: LiveConsent, now: () => number = Date.now): Consents {
  const open = new Map<string, { identity: string; askedMs: number }>();
  let agreed: Agreements = new Map();
  let asked = 0;

  const ask = ({ identity, what, because, apps }: ConsentRequest): ConsentNeeded => {
    const key = `consent-${++asked}`;
    open.set(key, { identity, askedMs: now() });
    for (const old of [...open.keys()].slice(0, -MAX_OPEN)) open.delete(old);
    const choices = [CHOICE.no, CHOICE.once, ...(apps.length > 0 ? [CHOICE.timed] : [])];
    return new ConsentNeeded({ key, message: `The agent wants to ${what} on your desktop. ${because}`, choices });
  };
  const refuse = (refusal: Refusal, { what }: ConsentRequest, tookMs = 0): ConsentRefused =>
    new ConsentRefused(refusal, refusalWords(refusal, what, tookMs));

  return {
    demand: (action, { asker, confirm }) => {
      if (mode === 'refuse') throw refuse('refused', action);
      for (const [key, answer] of Object.entries(asker.answers)) {
        const question = open.get(key);
        if (question?.identity !== action.identity) continue;
        open.delete(key);
        const verdict = verdictOf(answer);
        if (verdict !== 'once' && verdict !== 'timed') throw refuse(verdict, action, now() - question.askedMs);
        if (verdict === 'timed') agreed = agree(agreed, action.apps, now());
        return 'accepted';
      }
      if (asker.canAsk) throw ask(action);
      if (!confirm) throw refuse('unsupported', action);
      return 'confirmed';
    },
    timed: () => new Map([...current(agreed, now())].map(([app, untilMs]) => [app, untilMs - now()])),
    revoke: () => {
      agreed = new Map();
    },
  };
}
