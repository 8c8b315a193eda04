import { expect, test } from 'vitest';
import {
  ConsentNeeded,
  ConsentRefused,
  type ConsentRequest,
  createConsents,
  type Question,
} from '../../../src/main/access/consents.ts';
import { type Answer, CHOICE } from '../../../src/main/policy/consent.ts';

const action: ConsentRequest = {
  identity: 'key in konsole',
  what: 'press a key',
  because: 'Line 3 says so.',
  apps: ['konsole'],
};
const yes = (answer: string): Answer => ({ action: 'accept', content: { answer } });

/** Consents with a clock that stands still until it is set. */
function start(mode: 'elicit' | 'refuse' = 'elicit') {
  const clock = { ms: 0 };
  const consents = createConsents(mode, () => clock.ms);
  const demand = (
    answers: Record<string, Answer> = {},
    more: { canAsk?: boolean; confirm?: boolean; action?: ConsentRequest } = {},
  ) =>
    consents.demand(more.action ?? action, {
      asker: { canAsk: more.canAsk ?? true, answers },
      confirm: more.confirm ?? false,
    });
  return { clock, consents, demand };
}

function thrownBy(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

function questionOf(run: () => unknown): Question {
  const error = thrownBy(run);
  if (error instanceof ConsentNeeded) return error.question;
  throw new Error(`it did not ask: ${String(error)}`);
}

function refusalOf(run: () => unknown): string {
  const error = thrownBy(run);
  if (error instanceof ConsentRefused) return error.refusal;
  throw new Error(`it did not refuse: ${String(error)}`);
}

test('asks, and passes when the call comes back with a yes', () => {
  const { demand } = start();
  const question = questionOf(() => demand());
  expect(question).toMatchObject({
    message: 'The agent wants to press a key on your desktop. Line 3 says so.',
    choices: [CHOICE.no, CHOICE.once, CHOICE.timed],
  });
  expect(demand({ [question.key]: yes(CHOICE.once) })).toBe('accepted');
});

test('a yes is good for one call', () => {
  const { demand } = start();
  const { key } = questionOf(() => demand());
  demand({ [key]: yes(CHOICE.once) });
  expect(questionOf(() => demand({ [key]: yes(CHOICE.once) })).key).not.toBe(key);
});

test('an answer to another question counts for nothing', () => {
  const { demand } = start();
  const other = { ...action, identity: 'key in kate' };
  const { key } = questionOf(() => demand({}, { action: other }));
  expect(questionOf(() => demand({ [key]: yes(CHOICE.once) })).key).not.toBe(key);
  expect(questionOf(() => demand({ made_up: yes(CHOICE.once) })).key).not.toBe(key);
});

test('only an action in an application can be agreed to for a time', () => {
  const { demand } = start();
  expect(questionOf(() => demand({}, { action: { ...action, apps: [] } })).choices).toEqual([CHOICE.no, CHOICE.once]);
});

test('a yes for a time is listed until it ends or is revoked', () => {
  const { clock, consents, demand } = start();
  const agreeNow = (): void => {
    const { key } = questionOf(() => demand());
    demand({ [key]: yes(CHOICE.timed) });
  };
  agreeNow();
  clock.ms = 60_000;
  expect(consents.timed()).toEqual(new Map([['konsole', 19 * 60_000]]));
  clock.ms = 20 * 60_000;
  expect(consents.timed().size).toBe(0);
  agreeNow();
  consents.revoke();
  expect(consents.timed().size).toBe(0);
});

test('says how a no came about, and how fast', () => {
  const { clock, demand } = start();
  const { key } = questionOf(() => demand());
  clock.ms = 7;
  const error = thrownBy(() => demand({ [key]: { action: 'decline' } }));
  expect(error).toMatchObject({ refusal: 'declined', words: { message: expect.stringContaining('after 7 ms') } });
});

test('a client that shows no forms needs confirm; one that does is asked whatever the agent says', () => {
  const { demand } = start();
  expect(refusalOf(() => demand({}, { canAsk: false }))).toBe('unsupported');
  expect(demand({}, { canAsk: false, confirm: true })).toBe('confirmed');
  questionOf(() => demand({}, { confirm: true }));
});

test('with --live-consent refuse nothing is asked and nothing passes', () => {
  const { demand } = start('refuse');
  expect(refusalOf(() => demand())).toBe('refused');
  expect(refusalOf(() => demand({}, { canAsk: false, confirm: true }))).toBe('refused');
});

test('questions that nobody answers do not pile up', () => {
  const { demand } = start();
  const { key } = questionOf(() => demand());
  for (let round = 0; round < 100; round++)
    questionOf(() => demand({}, { action: { ...action, identity: `${round}` } }));
  expect(questionOf(() => demand({ [key]: yes(CHOICE.once) })).key).not.toBe(key);
});
