import { alignBySignal, type SignalAlignment } from './align-by-signal.ts';
import { alignByLaps } from './align-by-laps.ts';
import { alignBySteps } from './align-by-steps.ts';
import { valueAt } from './columns.ts';
import {
  addCorrection,
  correctStretches,
  usableCorrections,
  type Correction,
} from './corrections.ts';
import { lapMarks } from './evidence.ts';
import type { InParts } from './in-parts.ts';
import type { PlannedStep } from './planned-step.ts';
import type { WatchStep } from './recorded-activity.ts';
import type { Run, Stretch } from './run.ts';
import { judgeStep, type Blur, type JudgedStep } from './verdict.ts';

/** The evidence for the steps: named by the watch, laps by hand, or pace. */
export type Method = 'steps' | 'laps' | 'pace';

/** D5, D6. A corrected step is always sure. */
export type StepResult = { isSure: boolean; isCorrected: boolean } & (
  | ({ verdict: Exclude<JudgedStep['verdict'], 'missed'>; stretch: Stretch } & Omit<
      JudgedStep,
      'verdict'
    >)
  | { verdict: 'missed' }
);

/** Running that was not planned. */
export type ExtraRunning = {
  stretch: Stretch;
  where: 'before' | 'between' | 'after';
  /** The planned step that it resembles, if it is a round more than planned. */
  like: number | undefined;
  metres: number | undefined;
};

export type Comparison =
  | {
      kind: 'compared';
      method: Method;
      run: Run;
      /** The given steps, or those on the watch if they are others. Corrections count these. */
      planned: readonly PlannedStep[];
      isSamePlan: boolean;
      steps: StepResult[];
      extras: ExtraRunning[];
    }
  | {
      kind: 'unclear';
      reason: 'nothing-recorded' | 'no-pace' | 'looks-different';
      run: Run | undefined;
    };

/** In trials fewer than one step of a thousand with this margin was wrong. */
const SURE_MARGIN = 4;
const MIN_EXTRA_SECONDS = 20;
/** The share of laps by hand that are ends of steps. */
const MIN_USED_LAPS = 0.6;

export type CompareOptions = {
  /** The workout on the watch, which laps name the steps of. */
  watchSteps?: readonly WatchStep[];
  zoneBounds?: readonly number[] | undefined;
  corrections?: readonly Correction[];
};

/** Compares a run, of a file or of a trace, with a planned workout. Corrections by hand hold, and the rest is aligned around them. */
export function* compareInParts(
  run: Run,
  planned: readonly PlannedStep[],
  { watchSteps = [], zoneBounds, corrections = [] }: CompareOptions,
): InParts<Comparison> {
  if (planned.length === 0) return { kind: 'unclear', reason: 'looks-different', run };
  const named = alignBySteps(run, watchSteps, planned);
  if (named) {
    const usable = usableCorrections(corrections, named.planned.length, run.seconds);
    const stretches = correctStretches(named.stretches, usable);
    return {
      kind: 'compared',
      method: 'steps',
      run,
      planned: named.planned,
      isSamePlan: named.isSamePlan,
      steps: resultsOf(named.planned, stretches, usable, 0, () => true),
      extras: extrasIn(run, stretches, named.extraRounds),
    };
  }

  const usable = usableCorrections(corrections, planned.length, run.seconds);
  // An athlete who corrects a step says that this was the workout.
  const isConfirmed = usable.length > 0 || planned.length === 1;
  if (!run.speed && lapMarks(run).length === 0 && !isConfirmed)
    return { kind: 'unclear', reason: 'no-pace', run };
  const bySignal = yield* alignBySignal(run, planned, usable);
  const byLaps = alignByLaps(run, planned);
  const doesResemble = resembles(run, planned, bySignal, byLaps !== undefined);
  // Where the pace shows the same hard steps, laps are exact about their ends. Where it is too unsteady to show the
  // workout, they show it. All else is aligned around them.
  const shown = doesResemble ? sameHardSteps(planned, byLaps, bySignal) : byLaps;
  const known = usable.reduce(addCorrection, shown ?? []);
  const around = shown ? yield* alignBySignal(run, planned, known) : bySignal;
  const isSame = planned.every((_, step) => !around.stretches[step] === !bySignal.stretches[step]);
  const found = doesResemble && !isSame ? bySignal : around;
  const { count, used } = found.laps;
  const isByLaps = shown !== undefined || (count > 0 && used >= MIN_USED_LAPS * count);
  if (!run.speed && !isByLaps && !isConfirmed) return { kind: 'unclear', reason: 'no-pace', run };
  if (usable.length === 0 && !byLaps && !doesResemble)
    return { kind: 'unclear', reason: 'looks-different', run };
  return {
    kind: 'compared',
    method: isByLaps ? 'laps' : 'pace',
    run,
    planned,
    isSamePlan: true,
    steps: resultsOf(
      planned,
      found.stretches,
      usable,
      isByLaps ? 1 : 2,
      (step) =>
        (found.margins[step] ?? 0) >= SURE_MARGIN || known.some((each) => each.step === step),
    ),
    extras: extrasIn(run, found.stretches, found.extraRounds),
  };

  function resultsOf(
    steps: readonly PlannedStep[],
    stretches: readonly (Stretch | undefined)[],
    fixed: readonly Correction[],
    blur: Blur,
    isSureOf: (step: number) => boolean,
  ): StepResult[] {
    return steps.map((step, index): StepResult => {
      const stretch = stretches[index];
      const isCorrected = fixed.some((correction) => correction.step === index);
      const certainty = { isSure: isCorrected || isSureOf(index), isCorrected };
      if (!stretch || stretch.to - stretch.from < 1) return { verdict: 'missed', ...certainty };
      const { verdict, ...judged } = judgeStep(run, step, stretch, { blur, zoneBounds });
      if (verdict === 'missed') return { verdict, ...certainty };
      return { verdict, stretch, ...certainty, ...judged };
    });
  }
}

/** The hard steps that laps show, if the pace shows each of them at the same place. */
function sameHardSteps(
  planned: readonly PlannedStep[],
  byLaps: readonly Correction[] | undefined,
  { stretches }: SignalAlignment,
): readonly Correction[] | undefined {
  const hard = byLaps?.filter(
    ({ step }) => planned[step]?.role === 'work' && !planned[step].isEasy,
  );
  const isSame = ({ step, stretch: one }: Correction) => {
    const other = stretches[step];
    if (!one || !other) return false;
    const both = Math.min(one.to, other.to) - Math.max(one.from, other.from);
    return 2 * both > Math.max(one.to - one.from, other.to - other.from);
  };
  return hard?.every(isSame) ? hard : undefined;
}

/** Chosen in trials: 97 of 100 runs of the workout pass, and 7 of 100 of another one. */
const RESEMBLANCE = {
  minWorkFound: 0.4,
  minExplained: 0.5,
  maxMisfit: 2.8,
  maxSeparated: 0.34,
  minContrast: 0.3,
  // Somebody who pressed the button so often elsewhere ran another workout.
  minLaps: 5,
  minUsedLaps: { shown: 0.25, other: 0.6 },
  minWorkAtLaps: 0.5,
  lapSeconds: 5,
  // Without a pace only the lengths count, so they have to agree.
  maxMisfitWithoutPace: 1.2,
} as const;

/** D7: whether this is a run of this workout at all. */
function resembles(
  run: Run,
  planned: readonly PlannedStep[],
  { stretches, misfit, laps }: SignalAlignment,
  isShownByLaps: boolean,
): boolean {
  const works = planned.flatMap(({ role }, index) => (role === 'work' ? [index] : []));
  const found = works.filter((index) => stretches[index] !== undefined).length;
  const explained = stretches.reduce(
    (sum, stretch) => sum + (stretch ? stretch.to - stretch.from : 0),
    0,
  );
  return (
    found >= RESEMBLANCE.minWorkFound * works.length &&
    explained >= RESEMBLANCE.minExplained * run.seconds &&
    misfit <= (run.speed ? RESEMBLANCE.maxMisfit : RESEMBLANCE.maxMisfitWithoutPace) &&
    separatedShare(planned, stretches) <= (run.speed ? RESEMBLANCE.maxSeparated : 0) &&
    contrastShare(run, planned, stretches) >= RESEMBLANCE.minContrast &&
    (laps.count < RESEMBLANCE.minLaps ||
      (isShownByLaps
        ? laps.used >= RESEMBLANCE.minUsedLaps.shown * laps.count
        : laps.used >= RESEMBLANCE.minUsedLaps.other * laps.count &&
          shareAtLaps(run, planned, stretches) >= RESEMBLANCE.minWorkAtLaps))
  );
}

/** The share of hard steps found that begin and end at laps by hand. */
function shareAtLaps(
  run: Run,
  planned: readonly PlannedStep[],
  stretches: readonly (Stretch | undefined)[],
): number {
  const marks = [0, ...lapMarks(run), run.seconds];
  const isMark = (time: number) =>
    marks.some((mark) => Math.abs(mark - time) <= RESEMBLANCE.lapSeconds);
  const hard = stretches.flatMap((stretch, index) =>
    stretch && planned[index]?.role === 'work' && !planned[index].isEasy ? [stretch] : [],
  );
  const atLaps = hard.filter(({ from, to }) => isMark(from) && isMark(to)).length;
  return hard.length === 0 ? 1 : atLaps / hard.length;
}

/** How much of the planned difference between hard and easy steps was run: in an easy run none, whatever its noise. */
function contrastShare(
  { metres }: Run,
  planned: readonly PlannedStep[],
  stretches: readonly (Stretch | undefined)[],
): number {
  if (!metres) return 1;
  const speeds = (isHard: boolean) => {
    let [wanted, run, seconds] = [0, 0, 0];
    planned.forEach(({ role, isEasy, expectedSpeed }, index) => {
      const stretch = stretches[index];
      const isWork = role === 'work' && !isEasy;
      if (!stretch || !expectedSpeed || role === 'rest' || isWork !== isHard) return;
      const length = stretch.to - stretch.from;
      wanted += (length * (expectedSpeed.from + expectedSpeed.to)) / 2;
      run += valueAt(metres, stretch.to) - valueAt(metres, stretch.from);
      seconds += length;
    });
    return seconds === 0 ? undefined : { wanted: wanted / seconds, run: run / seconds };
  };
  const [hard, easy] = [speeds(true), speeds(false)];
  if (!hard || !easy || hard.wanted <= easy.wanted) return 1;
  return Math.log(hard.run / Math.max(0.1, easy.run)) / Math.log(hard.wanted / easy.wanted);
}

/** The share of recoveries that were found without the rep before them, or left out with it found. */
function separatedShare(
  planned: readonly PlannedStep[],
  stretches: readonly (Stretch | undefined)[],
): number {
  const last = stretches.findLastIndex((stretch) => stretch !== undefined);
  const recoveries = planned.flatMap(({ role }, index) =>
    index > 0 && index < last && (role === 'recovery' || role === 'rest') ? [index] : [],
  );
  const separated = recoveries.filter(
    (index) => (stretches[index] === undefined) !== (stretches[index - 1] === undefined),
  );
  return recoveries.length === 0 ? 0 : separated.length / recoveries.length;
}

function extrasIn(
  { seconds, metres }: Run,
  stretches: readonly (Stretch | undefined)[],
  extraRounds: readonly { like: number; stretch: Stretch }[],
): ExtraRunning[] {
  const taken = [...stretches, ...extraRounds.map(({ stretch }) => stretch)]
    .flatMap((stretch) => stretch ?? [])
    .sort((one, other) => one.from - other.from);
  const [first, last] = [taken[0]?.from ?? Infinity, taken.at(-1)?.to ?? 0];
  const gaps: Stretch[] = [];
  let end = 0;
  for (const { from, to } of [...taken, { from: seconds, to: seconds }]) {
    if (from - end >= MIN_EXTRA_SECONDS) gaps.push({ from: end, to: from });
    end = Math.max(end, to);
  }
  const extraOf = (stretch: Stretch, like?: number): ExtraRunning => ({
    stretch,
    where: stretch.to <= first ? 'before' : stretch.from >= last ? 'after' : 'between',
    like,
    metres: metres && valueAt(metres, stretch.to) - valueAt(metres, stretch.from),
  });
  return [
    ...gaps.map((gap) => extraOf(gap)),
    ...extraRounds.map(({ like, stretch }) => extraOf(stretch, like)),
  ].sort((one, other) => one.stretch.from - other.stretch.from);
}
