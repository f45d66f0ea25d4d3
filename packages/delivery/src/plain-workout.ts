import {
  formatDistance,
  readScript,
  RACES,
  resolveWorkout,
  suggestTitle,
  type Amount,
  type AthleteSpeeds,
  type ResolvedItem,
  type ResolvedStep,
  type Role,
  type Target,
  type Totals,
  type Zone,
} from '@pacewright/script';
import { formatRaceTime, PACE_KEYS, PACE_NAMES, type PaceKey } from '@pacewright/pace';

import { plainLine } from './text.ts';

/** A workout as a runner keeps it. The id is whatever tells it from the runner's other workouts. */
export type WrittenWorkout = { id: string; title: string; script: string };

/** A workout with nothing left to look up: it says the same to anyone who reads it. */
export type PlainWorkout = { title: string; items: PlainItem[] };

export type PlainItem = PlainStep | PlainRepeat;

export type PlainStep = {
  kind: 'step';
  name: string;
  role: Role;
  amount: Amount;
  target: PlainTarget;
};

export type PlainRepeat = { kind: 'repeat'; count: number; items: PlainItem[] };

/** A speed is in m/s, slow end first. A zone is a heart-rate zone of the watch. */
export type PlainTarget =
  | { kind: 'none' }
  | { kind: 'speed'; from: number; to: number }
  | { kind: 'zone'; zone: Zone };

/** Or the sentence that says why not, and what to do. */
export type Prepared =
  | { ok: true; workout: PlainWorkout; resolved: ResolvedItem[]; totals: Totals; notes: string[] }
  | { ok: false; reason: string };

/** Reads a script in an athlete's paces, to leave for somewhere else. Notes say what gets lost. */
export function prepareWorkout(
  { title, script }: Pick<WrittenWorkout, 'title' | 'script'>,
  speeds: AthleteSpeeds,
): Prepared {
  const { workout, diagnostics } = readScript(script, { speeds });
  const mistakes = diagnostics.filter(({ severity }) => severity === 'error').length;
  if (mistakes > 0) return { ok: false, reason: mistakesSentence(mistakes) };
  if (workout.items.length === 0)
    return { ok: false, reason: 'There is nothing to run yet. Write a step first.' };

  const { items, unrolled, totals } = resolveWorkout(workout, speeds);
  return {
    ok: true,
    workout: { title: plainLine(title) || suggestTitle(workout), items: items.map(plainItem) },
    resolved: items,
    totals,
    notes: notesOn(
      unrolled.map(({ step }) => step),
      speeds,
    ),
  };
}

function mistakesSentence(count: number): string {
  return count === 1
    ? 'Fix the mistake in the script first.'
    : `Fix the ${count} mistakes in the script first.`;
}

function plainItem(item: ResolvedItem): PlainItem {
  if (item.kind === 'repeat')
    return { kind: 'repeat', count: item.count, items: item.items.map(plainItem) };
  const { amount, role, target } = item;
  return { kind: 'step', name: nameOf(target), role, amount, target: plainTarget(item) };
}

function plainTarget({ target, speed }: ResolvedStep): PlainTarget {
  switch (target.kind) {
    case 'zone':
      return { kind: 'zone', zone: target.zone };
    case 'pace':
    case 'race':
    case 'goal':
      return speed ? { kind: 'speed', from: speed.from, to: speed.to } : { kind: 'none' };
    case 'jog':
    case 'rest':
    case 'none':
      return { kind: 'none' };
  }
}

/** Short enough for a watch: 15 characters at most. */
function nameOf(target: Target): string {
  switch (target.kind) {
    case 'pace':
      return PACE_NAMES[target.pace];
    case 'zone':
      return `Zone ${target.zone}`;
    case 'jog':
      return 'Jog';
    case 'rest':
      return 'Rest';
    case 'race':
      return `${raceText(target.metres)} pace`;
    case 'goal':
      return `In ${formatRaceTime(target.seconds)}`;
    case 'none':
      return 'Run';
  }
}

function raceText(metres: number): string {
  return RACES.find((race) => race.metres === metres)?.text ?? formatDistance(metres);
}

function notesOn(steps: readonly ResolvedStep[], { vdot }: AthleteSpeeds): string[] {
  const notes: string[] = [];
  const unset = PACE_KEYS.filter((key) => steps.some((step) => isUnset(step, key)));
  if (unset.length > 0)
    notes.push(
      `You have not set ${unset.map((key) => PACE_NAMES[key]).join(', ')}, so those steps have no target.`,
    );

  const races = steps.filter(({ target }) => target.kind === 'race');
  if (races.some(({ speed }) => !speed))
    notes.push(
      'Race paces need a race result or your threshold pace, so those steps have no target.',
    );
  else if (races.length > 0 && vdot === undefined)
    notes.push(
      'Race paces are estimated from your threshold pace. A race result makes them yours.',
    );
  return notes;
}

function isUnset({ target, speed }: ResolvedStep, key: PaceKey): boolean {
  return target.kind === 'pace' && target.pace === key && !speed;
}
