import {
  abbreviateTarget,
  ADVICE_CODES,
  formatDistance,
  nameTarget,
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
  type Workout,
  type Zone,
} from '@pacewright/script';
import { formatRaceTime, PACE_KEYS, PACE_NAMES, type PaceKey } from '@pacewright/pace';

import { plainLine } from './text.ts';

/** A workout of the library. The id distinguishes it from the athlete's other workouts. */
export type WrittenWorkout = { id: string; title: string; script: string };

/** A workout with all targets resolved, which needs no paces to be understood. */
export type DeviceWorkout = { title: string; items: DeviceItem[] };

export type DeviceItem<Step extends DeviceStep = DeviceStep> = Step | DeviceRepeat<Step>;

export type DeviceStep = {
  kind: 'step';
  name: string;
  role: Role;
  amount: Amount;
  target: DeviceTarget;
  note?: string;
};

/** `skipsLast` leaves the last step out in the last round. */
export type DeviceRepeat<Step extends DeviceStep = DeviceStep> = {
  kind: 'repeat';
  count: number;
  items: DeviceItem<Step>[];
  skipsLast?: true;
};

/** A speed is in m/s, slow end first. A zone is a heart-rate zone of the watch, a heart rate in beats per minute. */
export type DeviceTarget =
  | { kind: 'none' }
  | { kind: 'speed'; from: number; to: number }
  | { kind: 'zone'; zone: Zone }
  | { kind: 'heart-rate'; from: number; to: number };

/** The alternative is a sentence with the reason and what to do. */
export type Prepared =
  | { ok: true; workout: DeviceWorkout; resolved: ResolvedItem[]; totals: Totals; notes: string[] }
  | { ok: false; reason: string };

/** What a script means, in anybody's paces. */
export type ReadWorkout = { workout: Workout; mistakes: number };

export function readWorkout(script: string): ReadWorkout {
  const { workout, diagnostics } = readScript(script, { withoutAdvice: ADVICE_CODES });
  const mistakes = diagnostics.filter(({ severity }) => severity === 'error').length;
  return { workout, mistakes };
}

/** Resolves a script in an athlete's paces, for an export. Notes list the losses. */
export function prepareWorkout(
  { title, script }: Pick<WrittenWorkout, 'title' | 'script'>,
  speeds: AthleteSpeeds,
  { workout, mistakes }: ReadWorkout = readWorkout(script),
): Prepared {
  if (mistakes > 0) return { ok: false, reason: mistakesSentence(mistakes) };
  if (workout.items.length === 0)
    return { ok: false, reason: 'There’s nothing to run yet. Write a step first.' };

  const { items, unrolled, totals } = resolveWorkout(workout, speeds);
  return {
    ok: true,
    workout: { title: plainLine(title) || suggestTitle(workout), items: items.map(deviceItem) },
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
    ? 'Fix the problem in the script first.'
    : `Fix the ${count} problems in the script first.`;
}

function deviceItem(item: ResolvedItem): DeviceItem {
  return item.kind === 'repeat' ? deviceRepeat(item) : deviceStep(item);
}

export function deviceStep(item: ResolvedStep): DeviceStep {
  const { amount, role, target, note } = item;
  const step: DeviceStep = {
    kind: 'step',
    name: nameOf(target),
    role,
    amount,
    target: deviceTarget(item),
  };
  return note === undefined ? step : { ...step, note };
}

function deviceRepeat({ count, items }: ResolvedItem & { kind: 'repeat' }): DeviceRepeat {
  const last = items.at(-1);
  const repeat: DeviceRepeat = { kind: 'repeat', count, items: items.map(deviceItem) };
  return last?.kind === 'step' && last.isBetween ? { ...repeat, skipsLast: true } : repeat;
}

function deviceTarget({ target, speed }: ResolvedStep): DeviceTarget {
  switch (target.kind) {
    case 'zone':
      return { kind: 'zone', zone: target.zone };
    case 'pace':
    case 'race':
    case 'goal':
    case 'stated':
      return speed ? { kind: 'speed', from: speed.from, to: speed.to } : { kind: 'none' };
    case 'beats':
      return { kind: 'heart-rate', from: target.from, to: target.to };
    case 'jog':
    case 'rest':
    case 'walk':
    case 'none':
      return { kind: 'none' };
  }
}

/** Short enough for a watch: 15 characters at most. */
function nameOf(target: Target): string {
  switch (target.kind) {
    case 'pace':
    case 'zone':
    case 'jog':
    case 'rest':
    case 'walk':
      return nameTarget(target);
    case 'race':
      return `${raceText(target.metres)} pace`;
    case 'goal':
      return `In ${formatRaceTime(target.seconds)}`;
    case 'stated':
    case 'beats':
      return abbreviateTarget(target);
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
      `You haven’t set ${unset.map((key) => PACE_NAMES[key]).join(', ')}, so those steps have no target.`,
    );

  const races = steps.filter(({ target }) => target.kind === 'race');
  if (races.some(({ speed }) => !speed))
    notes.push(
      'Race paces need a race result or your threshold pace, so those steps have no target.',
    );
  else if (races.length > 0 && vdot === undefined)
    notes.push('Race paces are estimated from your threshold pace. Enter a race to get your own.');
  return notes;
}

function isUnset({ target, speed }: ResolvedStep, key: PaceKey): boolean {
  return target.kind === 'pace' && target.pace === key && !speed;
}
