// D8: words for a run and its plan. They say what was planned and what was run, and grade nobody.

import { formatEnds, formatPace, METRES_PER_UNIT, type PaceUnits } from '@pacewright/pace';
import { formatDistance, formatDuration, nameAmount } from '@pacewright/script';

import type { Comparison, StepResult } from './compare.ts';
import type { PlannedStep } from './planned-step.ts';
import { type ShownVerdict, shownVerdict } from './verdict.ts';

type Unclear = Extract<Comparison, { kind: 'unclear' }>;
/** The parts of a comparison that sentences need, which are also stored. */
type Compared = Omit<Extract<Comparison, { kind: 'compared' }>, 'run' | 'kind'>;

export const VERDICT_WORDS = {
  hit: 'On pace',
  'bit-fast': 'A bit fast',
  'bit-slow': 'A bit slow',
  'too-fast': 'Too fast',
  'too-slow': 'Too slow',
  high: 'Too high',
  low: 'Too low',
  short: 'Cut short',
  missed: 'Skipped',
  done: 'Done',
} as const satisfies Record<ShownVerdict, string>;

export const UNCLEAR_TEXTS = {
  'nothing-recorded': 'This file has a summary, but not the run itself.',
  'no-pace': 'No pace was recorded, so we can’t tell the reps apart.',
  'looks-different': 'This run doesn’t look like the workout. Here’s what you ran.',
} as const satisfies Record<Unclear['reason'], string>;

type Work = { step: PlannedStep; result: StepResult; verdict: ShownVerdict };

/** A sentence or two about the whole run, the good part first. */
export function summarize(comparison: Compared, units: PaceUnits): string {
  const { planned, steps, extras } = comparison;
  const works = planned.flatMap((step, index) => {
    const result = steps[index];
    return result && step.role === 'work' && !step.isEasy
      ? [{ step, result, verdict: shownVerdict(step, result, units) }]
      : [];
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
  if (works.some(({ step, result }) => isFast(shownVerdict(step, result, units))))
    return `${length}, faster than your easy pace.`;
  const short = works.find(({ result }) => result.verdict === 'short');
  if (short && works.length > 1) return `${length}, shorter than planned.`;
  if (short) return `${length}; ${nameAmount(short.step.amount)} planned.`;
  return `${length}, as planned.`;
}

function sayOnlyWork({ step, result, verdict }: Work, units: PaceUnits): string {
  if (result.verdict === 'missed') return 'You skipped the hard part.';
  const length = sayLength(result, units);
  const asked = step.target ? `, planned at ${sayRange(step.target, units)}` : '';
  if (verdict === 'short') return `Hard part cut short: ${length}, of ${nameAmount(step.amount)}.`;
  const isOutside = verdict !== 'hit' && verdict !== 'done';
  return `Hard part ${wordOf(verdict)}: ${length}${isOutside ? asked : ''}.`;
}

function sayWorks(works: readonly Work[], comparison: Compared, units: PaceUnits): string {
  const total = works.length;
  const all = inWords(total);
  const name = works.every(({ step }) => step.rounds.length > 0) ? 'reps' : 'hard steps';
  const isAll = (verdict: ShownVerdict) => works.every((work) => work.verdict === verdict);
  if (isAll('missed')) return `You skipped all ${all} ${name}.`;
  if (isAll('done')) return `All ${all} ${name} done.`;
  const trend = sayTrend(works, units);
  if (trend) return trend;
  if (isAll('hit')) return `All ${all} ${name} on pace${saySpread(works, units)}.`;

  const broken = works.filter(({ verdict }) => verdict === 'short' || verdict === 'missed');
  if (broken.length > 0 && broken.length <= 2 && broken.length < total)
    return sayBroken(works, broken, comparison);

  // The most of one kind come first, those on pace before others.
  const groups = [...new Set(works.map(({ verdict }) => verdict))]
    .map((verdict) => works.filter((work) => work.verdict === verdict))
    .sort((one, other) => other.length - one.length || rankOf(one) - rankOf(other));
  const [most = [], ...others] = groups;
  const [first] = most;
  if (!first) return '';
  const [odd] = others.length === 1 ? (others[0] ?? []) : [];
  const isLast = others[0]?.length === 1 && odd === works.at(-1);
  const pace = odd && isLast ? paceOf(odd, units) : undefined;
  if (odd && first.verdict === 'hit' && pace !== undefined)
    return `${capital(inWords(most.length))} on pace, then ${sayPace(pace)}. The last was ${wordOf(odd.verdict)}.`;
  const head =
    most.length === total
      ? `All ${all} ${name} were ${wordOf(first.verdict)}${sayPaces(most, units)}.`
      : first.verdict === 'hit' && most.length > 1
        ? `${capital(inWords(most.length))} of ${all} ${name} on pace.`
        : `${capital(inWords(most.length))} of ${all} ${most.length === 1 ? 'was' : 'were'} ${wordOf(first.verdict)}${sayPaces(most, units)}.`;
  return [head, ...others.map((group) => sayGroup(group, works, units))].join(' ');
}

const MIN_TREND_REPS = 3;
/** Per kilometre or mile, between the first rep and the last. */
const MIN_TREND_SECONDS = 4;

/** "You slowed with every rep, 4:08 to 4:26. The last was too slow." */
function sayTrend(works: readonly Work[], units: PaceUnits): string | undefined {
  const paces = works.flatMap((work) => paceOf(work, units) ?? []);
  const [first, last] = [paces[0], paces.at(-1)];
  if (first === undefined || last === undefined || paces.length < MIN_TREND_REPS) return undefined;
  if (paces.length < works.length || !haveOneRange(works)) return undefined;
  const isSteady = (sign: 1 | -1) =>
    paces.every((pace, index) => index === 0 || sign * (pace - (paces[index - 1] ?? 0)) > 0);
  const isSlowing = isSteady(1);
  if ((!isSlowing && !isSteady(-1)) || Math.abs(last - first) < MIN_TREND_SECONDS) return undefined;
  const extremes = (['too-fast', 'too-slow'] as const).flatMap((verdict) => {
    const group = works.filter((work) => work.verdict === verdict);
    return group.length > 0 ? [sayGroup(group, works)] : [];
  });
  const head = `You ${isSlowing ? 'slowed' : 'got faster'} with every rep, ${sayPace(first)} to ${sayPace(last)}.`;
  return [head, ...extremes].join(' ');
}

/** ", within 2 s of each other" */
function saySpread(works: readonly Work[], units: PaceUnits): string {
  const paces = works.flatMap((work) => paceOf(work, units) ?? []);
  const spread = Math.max(...paces) - Math.min(...paces);
  if (paces.length < works.length || !haveOneRange(works)) return '';
  return spread === 0
    ? `, each at ${sayPace(paces[0] ?? 0)}`
    : `, within ${spread} s of each other`;
}

function haveOneRange(works: readonly Work[]): boolean {
  const [first] = works;
  return works.every(
    ({ step: { target } }) =>
      target?.from === first?.step.target?.from && target?.to === first?.step.target?.to,
  );
}

const MAX_NAMED = 3;

/** "The first and the last were too fast, 4:05 and 4:06." */
function sayGroup(group: readonly Work[], works: readonly Work[], units?: PaceUnits): string {
  const names = group.map((work) => {
    const place = works.indexOf(work);
    return place > 0 && place === works.length - 1 ? 'last' : ordinal(place + 1);
  });
  const count = inWords(names.length);
  const isAll = names.length === works.length;
  const who = isAll ? `all ${count}` : names.length > MAX_NAMED ? count : `the ${inList(names)}`;
  const [first] = group;
  const isOutside = first && first.verdict !== 'hit' && first.verdict !== 'missed';
  const paces = units && isOutside ? sayPaces(group, units) : '';
  return `${capital(who)} ${group.length === 1 ? 'was' : 'were'} ${wordOf(first?.verdict ?? 'done')}${paces}.`;
}

/** ", 4:05 and 4:06", or ", 4:05 to 4:12" */
function sayPaces(works: readonly Work[], units: PaceUnits): string {
  const paces = works.flatMap((work) => paceOf(work, units) ?? []);
  if (paces.length === 0 || paces.length < works.length) return '';
  if (paces.length <= 2) return `, ${inList([...new Set(paces)].map(sayPace))}`;
  const [min, max] = [Math.min(...paces), Math.max(...paces)];
  return min === max ? `, ${sayPace(min)}` : `, ${sayPace(min)} to ${sayPace(max)}`;
}

/** Seconds, as they are shown. */
function paceOf({ result, verdict }: Work, units: PaceUnits): number | undefined {
  if (result.verdict === 'missed' || result.speed === undefined) return undefined;
  if (verdict === 'short' || verdict === 'high' || verdict === 'low') return undefined;
  return Math.round(METRES_PER_UNIT[units] / result.speed);
}

function sayPace(seconds: number): string {
  return formatDuration(seconds);
}

function rankOf([first]: readonly Work[]): number {
  return first?.verdict === 'hit' ? 0 : 1;
}

function wordOf(verdict: ShownVerdict): string {
  return VERDICT_WORDS[verdict].toLowerCase();
}

function isFast(verdict: ShownVerdict): boolean {
  return verdict === 'bit-fast' || verdict === 'too-fast';
}

function inList(names: readonly string[]): string {
  return names.length < 2
    ? names.join('')
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
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
  const off = (['bit-fast', 'too-fast', 'bit-slow', 'too-slow'] as const).flatMap((verdict) => {
    const count = full.filter((work) => work.verdict === verdict).length;
    return count === 0 ? [] : [`${inWords(count)} ${wordOf(verdict)}`];
  });
  const rest =
    off.length > 0 ? `, ${inList(off)}` : didEasyStayEasy ? ', and the easy parts stayed easy' : '';
  return `${capital(inWords(full.length))} of ${inWords(works.length)} in full${rest}. ${capital(details.join('; '))}.`;
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
  return `${VERDICT_WORDS[shownVerdict(step, result, units)]}${probably}: ${sayLength(result, units)}.${asked}${long}${heart}`;
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
