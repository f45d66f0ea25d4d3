import { MAX_SCRIPT_LENGTH, readScript } from '@pacewright/script';

/** How a text reads as a script. */
type Judgement = {
  isSession: boolean;
  /** Has a warm-up, a repeat or another second step, and takes a while: likely a session of its own. */
  isWhole: boolean;
  mistakes: number;
  steps: number;
};

export function judgeText(text: string): Judgement {
  if (isRestDay(text) || text.length > MAX_SCRIPT_LENGTH)
    return { isSession: false, isWhole: false, mistakes: 0, steps: 0 };
  const { workout, totals, places, diagnostics } = readScript(text);
  const mistakes = diagnostics.filter(({ severity }) => severity === 'error');
  const unknown = mistakes
    .filter(({ code }) => code === 'unknown-word' || code === 'number-needs-unit')
    .reduce((length, { from, to }) => length + to - from, 0);
  const hasAmount = totals.time.seconds >= MIN_SESSION_SECONDS;
  const isSession = workout.items.length > 0 && hasAmount && unknown <= text.length * MAX_UNKNOWN;
  return {
    isSession,
    isWhole: isSession && places.length > 1 && totals.time.seconds >= MIN_WHOLE_SECONDS,
    mistakes: mistakes.length,
    steps: places.length,
  };
}

/** A sentence may contain a number that reads as a step. */
const MIN_SESSION_SECONDS = 60;
const MIN_WHOLE_SECONDS = 15 * 60;
const MAX_UNKNOWN = 0.35;

const REST_DAY =
  /^(?:rest|off|day off|rest day|rest or cross[- ]?train(?:ing)?|cross[- ]?train(?:ing)?|strength(?: training)?|gym|swim|bike|yoga|[-–—x])?[.!]?$/i;

/** A day without a run, in the words of plans. */
export function isRestDay(text: string): boolean {
  return REST_DAY.test(text.trim());
}
