import { writeDistance, writePace, writeTime } from './amounts.ts';
import {
  RACES,
  type Amount,
  type Step,
  type Target,
  type Workout,
  type WorkoutItem,
} from './workout.ts';

/** A line longer than this is broken (F1). */
const LINE_LENGTH = 100;

/** F1, F3: the one script that means this workout. */
export function writeScript(workout: Workout): string {
  const line = writeLine(workout.items);
  return line.length <= LINE_LENGTH ? line : writeLines(workout.items, '');
}

function writeLine(items: readonly WorkoutItem[]): string {
  return items.map(writeItem).join(' + ');
}

function writeLines(items: readonly WorkoutItem[], indent: string): string {
  return items
    .map((item, index) => `${indent}${index === 0 ? '' : '+ '}${writeBroken(item, indent)}`)
    .join('\n');
}

function writeBroken(item: WorkoutItem, indent: string): string {
  const line = writeItem(item);
  if (item.kind === 'step' || line.length <= LINE_LENGTH) return line;
  return `${item.count}x(\n${writeLines(item.items, `${indent}  `)}\n${indent})`;
}

function writeItem(item: WorkoutItem): string {
  return item.kind === 'step' ? writeStep(item) : `${item.count}x(${writeLine(item.items)})`;
}

/** S1: a target alone is open, so only a step that has neither, or a race that would be a distance, says so. */
export function writeStep({ amount, target, role, note, isBetween }: Step): string {
  const isEasy = target.kind === 'pace' && target.pace === 'E';
  const words = [
    writeAmount(amount),
    role ? ROLE_WORDS[role] : '',
    role && isEasy ? '' : writeTarget(target),
  ].filter((word) => word !== '');
  const isOpen =
    words.length === 0 || (amount.kind === 'open' && isReadAsDistance(target) && !role);
  return [
    ...(isOpen && (words.length > 0 || note === undefined || isBetween) ? ['open'] : []),
    ...words,
    ...(isBetween ? ['between'] : []),
    ...(note === undefined ? [] : [`"${note}"`]),
  ].join(' ');
}

const ROLE_WORDS = { 'warm-up': 'WU', 'cool-down': 'CD' } as const;

export function writeAmount(amount: Amount): string {
  switch (amount.kind) {
    case 'time':
      return writeTime(amount.seconds);
    case 'distance':
      return writeDistance(amount.metres);
    case 'open':
      return '';
  }
}

export function writeTarget(target: Target): string {
  switch (target.kind) {
    case 'pace':
      return target.pace;
    case 'zone':
      return `Z${target.zone}`;
    case 'jog':
    case 'rest':
    case 'walk':
      return target.kind;
    case 'race':
      return raceText(target.metres);
    case 'goal':
      return writeTime(target.seconds);
    case 'stated':
      return writePace(target);
    case 'beats':
      return `${target.from === target.to ? target.from : `${target.from}-${target.to}`}bpm`;
    case 'none':
      return '';
  }
}

function isReadAsDistance(target: Target): boolean {
  return target.kind === 'race' && /^\d/.test(raceText(target.metres));
}

function raceText(metres: number): string {
  return RACES.find((race) => race.metres === metres)?.text ?? writeDistance(metres);
}
