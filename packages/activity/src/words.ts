// D8: words for a run and its plan. They say what was planned and what was run, and grade nobody.

import { formatEnds, formatPace, METRES_PER_UNIT, type PaceUnits } from '@pacewright/pace';
import { formatDistance, formatDuration, nameAmount } from '@pacewright/script';

import type { Comparison, StepResult } from './compare.ts';
import type { PlannedStep } from './planned-step.ts';
import type { Verdict } from './verdict.ts';

type Unclear = Extract<Comparison, { kind: 'unclear' }>;
/** The parts of a comparison that sentences need, which are also stored. */
type Compared = Omit<Extract<Comparison, { kind: 'compared' }>, 'run' | 'kind'>;

export const VERDICT_WORDS = {
  hit: 'On pace',
  fast: 'Faster',
  slow: 'Slower',
  short: 'Cut short',
  missed: 'Skipped',
  done: 'Done',
} as const satisfies Record<Verdict, string>;

export const UNCLEAR_TEXTS = {
  'nothing-recorded': 'This file has a summary, but not the run itself.',
  'no-pace': 'No pace was recorded, so we can’t tell the reps apart.',
  'looks-different': 'This run doesn’t look like the workout. Here’s what you ran.',
} as const satisfies Record<Unclear['reason'], string>;

type Work = { step: PlannedStep; result: StepResult };

/** A sentence or two about the whole run, the good part first. */
export function summarize(comparison: Compared, units: PaceUnits): string {
  const { planned, steps, extras } = comparison;
  const works = planned.flatMap((step, index) => {
    const result = steps[index];
    return result && step.role === 'work' && !step.isEasy ? [{ step, result }] : [];
  });
  const [only] = works;
  const first =
    works.length > 1
      ? sayWorks(works, comparison, units)
      : only
        ? sayOnlyWork(only, units)
        : sayEasyRun(comparison, units);
  const isLeftOut = works.some(({ result }) => result.verdict === 'missed');
  const more = extras.filter(
    ({ like }) => like !== undefined && planned[like]?.role === 'work' && !isLeftOut,
  ).length;
  return [
    first,
    ...sayLeftOut(planned, steps),
    ...(more > 0
      ? [`${more === 1 ? 'One more rep' : `${capital(inWords(more))} more reps`} than planned.`]
      : []),
  ].join(' ');
}

/** Without hard steps the whole run counts, however many parts it was planned in. */
function sayEasyRun({ planned, steps }: Compared, units: PaceUnits): string {
  const works = planned.flatMap((step, index) => {
    const result = steps[index];
    return step.role === 'work' && result ? [{ step, result }] : [];
  });
  const done = works.flatMap(({ result }) => (result.verdict === 'missed' ? [] : [result]));
  const [first] = done;
  if (!first) return 'We couldn’t find the planned run in this recording.';
  const isMeasured = done.every(({ metres }) => metres !== undefined);
  const seconds = done.reduce((sum, result) => sum + result.seconds, 0);
  const metres = done.reduce((sum, result) => sum + (result.metres ?? 0), 0);
  const moving = done.reduce((sum, result) => sum + result.seconds - result.stoppedSeconds, 0);
  const speed = done.length === 1 || !isMeasured || moving <= 0 ? first.speed : metres / moving;
  const length = sayLength({ seconds, speed }, units);
  const left = works.length - done.length;
  if (left > 0)
    return `${length}. ${capital(inWords(done.length))} of ${inWords(works.length)} easy parts done.`;
  if (done.some(({ verdict }) => verdict === 'fast'))
    return `${length}, faster than your easy pace.`;
  const short = works.find(({ result }) => result.verdict === 'short');
  if (short && works.length > 1) return `${length}, shorter than planned.`;
  if (short) return `${length}; ${nameAmount(short.step.amount)} planned.`;
  return `${length}, as planned.`;
}

function sayOnlyWork({ step, result }: Work, units: PaceUnits): string {
  if (result.verdict === 'missed') return 'You skipped the hard part.';
  const length = sayLength(result, units);
  const asked = step.target ? `, planned at ${sayRange(step.target, units)}` : '';
  switch (result.verdict) {
    case 'hit':
      return `Hard part on pace: ${length}.`;
    case 'fast':
      return `Hard part faster than planned: ${length}${asked}.`;
    case 'slow':
      return `Hard part slower than planned: ${length}${asked}.`;
    case 'short':
      return `Hard part cut short: ${length}, of ${nameAmount(step.amount)}.`;
    case 'done':
      return `Hard part done: ${length}.`;
  }
}

function sayWorks(works: readonly Work[], comparison: Compared, units: PaceUnits): string {
  const count = (verdict: Verdict) =>
    works.filter(({ result }) => result.verdict === verdict).length;
  const total = works.length;
  const all = inWords(total);
  const name = works.every(({ step }) => step.rounds.length > 0) ? 'reps' : 'hard steps';
  const hits = count('hit');
  if (hits === total) return `All ${all} ${name} on pace.`;
  if (count('missed') === total) return `You skipped all ${all} ${name}.`;
  if (count('done') === total) return `All ${all} ${name} done.`;
  for (const [verdict, word] of [
    ['fast', 'faster'],
    ['slow', 'slower'],
  ] as const)
    if (count(verdict) === total)
      return `All ${all} ${name} ${word} than planned, ${sayDifference(works, units)}.`;

  const broken = works.filter(
    ({ result: { verdict } }) => verdict === 'short' || verdict === 'missed',
  );
  if (broken.length > 0 && broken.length <= 2 && broken.length < total)
    return sayBroken(works, broken, comparison);

  const parts = [
    part(count('fast'), 'faster'),
    part(count('slow'), isFading(works) ? 'slower towards the end' : 'slower'),
    part(count('done'), 'done'),
    part(count('short'), 'cut short'),
    part(count('missed'), 'skipped'),
  ].flat();
  const head =
    hits > 0
      ? `${capital(inWords(hits))} of ${all} ${name} on pace, `
      : `${capital(all)} ${name}: `;
  return `${head}${parts.join(', ')}.`;
}

/** "Three of five in full, and the easy parts stayed easy. The fourth ended at 2:12; the fifth was left out." */
function sayBroken(
  works: readonly Work[],
  broken: readonly Work[],
  { planned, steps }: Compared,
): string {
  const easy = planned.flatMap(({ isEasy, target }, index) =>
    isEasy && target ? [steps[index]?.verdict] : [],
  );
  const didEasyStayEasy = easy.length > 0 && !easy.includes('fast');
  const details = broken.map(({ step, result }) => {
    const which = `the ${ordinal(works.findIndex((work) => work.result === result) + 1)}`;
    if (result.verdict === 'missed') return `${which} was skipped`;
    return step.amount.kind === 'distance' && result.metres !== undefined
      ? `${which} ended after ${formatDistance(roundTo10(result.metres))}`
      : `${which} ended at ${formatDuration(result.seconds)}`;
  });
  const full = works.filter((work) => !broken.includes(work));
  const count = (verdict: Verdict) =>
    full.filter(({ result }) => result.verdict === verdict).length;
  const off = [
    ...part(count('fast'), 'faster than planned'),
    ...part(count('slow'), 'slower than planned'),
  ];
  const rest =
    off.length > 0
      ? `, ${off.join(' and ')}`
      : didEasyStayEasy
        ? ', and the easy parts stayed easy'
        : '';
  return `${capital(inWords(full.length))} of ${inWords(works.length)} in full${rest}. ${capital(details.join('; '))}.`;
}

function part(count: number, word: string): string[] {
  return count === 0 ? [] : [`${inWords(count)} ${word}`];
}

/** The slow ones are all at the end. */
function isFading(works: readonly Work[]): boolean {
  const run = works.filter(({ result }) => result.verdict !== 'missed');
  const first = run.findIndex(({ result }) => result.verdict === 'slow');
  return (
    first >= run.length / 2 && run.slice(first).every(({ result }) => result.verdict === 'slow')
  );
}

function sayDifference(works: readonly Work[], units: PaceUnits): string {
  const gaps = works.flatMap(({ step, result }) => {
    if (result.verdict === 'missed' || result.speed === undefined || !step.target) return [];
    const edge = result.speed > step.target.to ? step.target.to : step.target.from;
    return [Math.abs(METRES_PER_UNIT[units] / result.speed - METRES_PER_UNIT[units] / edge)];
  });
  const [min, max] = [Math.round(Math.min(...gaps)), Math.round(Math.max(...gaps))];
  const unit = units === 'metric' ? 'per kilometre' : 'per mile';
  return min === max ? `by ${max} s ${unit}` : `by ${min} to ${max} s ${unit}`;
}

function sayLeftOut(planned: readonly PlannedStep[], steps: readonly StepResult[]): string[] {
  const isMissing = (role: PlannedStep['role']) =>
    planned.some((step) => step.role === role) &&
    planned.every((step, index) => step.role !== role || steps[index]?.verdict === 'missed');
  const [warmUp, coolDown] = [isMissing('warm-up'), isMissing('cool-down')];
  if (warmUp && coolDown) return ['No warm-up or cool-down recorded.'];
  if (warmUp) return ['No warm-up recorded.'];
  return coolDown ? ['No cool-down recorded.'] : [];
}

/** How the steps were found, and which of them are a guess. */
export function sayConfidence({ method, isSamePlan, planned, steps }: Compared): string {
  const how = {
    steps: 'Your watch recorded each step, so this is exact.',
    laps: 'We found the steps from your laps.',
    pace: 'We found the steps from your pace.',
  }[method];
  const source = isSamePlan ? '' : ' Compared with the workout as it was on your watch.';
  const works = planned.flatMap(({ role }, index) => (role === 'work' ? [index] : []));
  const unsure = works.flatMap((index, place) => (steps[index]?.isSure ? [] : [place]));
  if (unsure.length === 0) return how + source;
  const [only = 0] = unsure;
  if (unsure.length === 1 && works.length > 1)
    return `We’re sure of every rep except the ${ordinal(only + 1)}.${source}`;
  if (unsure.length === works.length) return `${how}${source} We’re not certain, so check it.`;
  return `${how}${source} ${capital(inWords(unsure.length))} of ${inWords(works.length)} are uncertain and marked.`;
}

/** One step as a sentence, for a screen reader. */
export function sayStepResult(result: StepResult, step: PlannedStep, units: PaceUnits): string {
  const probably = result.isSure ? '' : ', probably';
  if (result.verdict === 'missed') return `Skipped${probably}.`;
  const asked = step.target ? ` Planned ${sayRange(step.target, units)}.` : '';
  const heart = result.heartRate ? ` Heart rate ${Math.round(result.heartRate.mean)}.` : '';
  const long = result.isLong ? ' Longer than planned.' : '';
  return `${VERDICT_WORDS[result.verdict]}${probably}: ${sayLength(result, units)}.${asked}${long}${heart}`;
}

function sayLength(
  { seconds, speed }: { seconds: number; speed: number | undefined },
  units: PaceUnits,
): string {
  const pace =
    speed === undefined
      ? ''
      : ` at ${formatPace(speed, units)} per ${units === 'metric' ? 'kilometre' : 'mile'}`;
  return `${formatDuration(seconds)}${pace}`;
}

function sayRange(speed: { from: number; to: number }, units: PaceUnits): string {
  const { faster, slower } = formatEnds(speed, units);
  return faster === slower ? faster : `${faster} to ${slower}`;
}

function roundTo10(metres: number): number {
  return Math.round(metres / 10) * 10;
}

const NUMBERS = 'none one two three four five six seven eight nine ten eleven twelve'.split(' ');
const ORDINALS =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ');

function inWords(count: number): string {
  return NUMBERS[count] ?? String(count);
}

function ordinal(place: number): string {
  const last = place % 100 >= 11 && place % 100 <= 13 ? 0 : place % 10;
  return ORDINALS[place - 1] ?? `${place}${['th', 'st', 'nd', 'rd'][last] ?? 'th'}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
