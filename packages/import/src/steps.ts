import { METRES_PER_UNIT, PACE_KEYS, type PaceKey } from '@pacewright/pace';
import {
  MAX_NOTE_LENGTH,
  writeScript,
  writeStep,
  type Amount,
  type Role,
  type Step,
  type Target,
  type WorkoutItem,
} from '@pacewright/script';

import type { Found, ImportOptions, ImportQuestion, Loss } from './result.ts';
import { storable } from './result.ts';

/** A step as a file has it. */
export type FoundStep = {
  amount: Amount;
  target?: Target | undefined;
  /** In m/s, in either order. */
  speed?: { from: number; to: number } | undefined;
  role?: Role | undefined;
  name?: string | undefined;
  note?: string | undefined;
  /** Parts that a script can't express. They go into the note and into the losses. */
  untold?: readonly string[];
};

/** The steps of one workout while its source is read. */
export type StepReader = {
  step: (found: FoundStep) => Step;
  repeat: (count: number, items: WorkoutItem[]) => WorkoutItem[];
  /** The script of the steps. Reading it gives the same steps. */
  script: (items: readonly WorkoutItem[]) => string;
  losses: Loss[];
};

/** Reads the steps of one workout. A question about paces is added to the source's questions once. */
export function createStepReader(options: ImportOptions, { questions }: Found): StepReader {
  const losses: Loss[] = [];
  return {
    step: (found) => readStep(found, options, losses, questions),
    repeat: (count, items) => readRepeat(count, items, losses),
    script: (items) => writePossible(items, losses),
    losses,
  };
}

function readStep(
  found: FoundStep,
  options: ImportOptions,
  losses: Loss[],
  questions: ImportQuestion[],
): Step {
  const { amount, role, name = '', note = '', untold = [] } = found;
  for (const what of untold) losses.push({ what, instead: 'saved as a note' });
  const target = found.target ?? targetOf(found, options, questions);
  const isEnd = role === 'warm-up' || role === 'cool-down';
  const words = [isUsual(name) ? '' : name, note, ...untold];
  const step: Step = { kind: 'step', amount: rounded(amount), target };
  // WU and CD mean E unless the step has another pace or heart rate.
  const isRunEasy = ['none', 'jog', 'rest', 'walk'].includes(target.kind);
  if (isEnd && !isRunEasy) step.role = role;
  else if (isEnd) words.unshift(role === 'warm-up' ? 'Warm-up' : 'Cool-down');
  const all = joinNotes(words, losses);
  if (all !== '') step.note = all;
  return step;
}

/** A text as a note can have it (L10). */
function joinNotes(words: readonly string[], losses: Loss[]): string {
  const texts = words.map(noteText).filter((word) => word !== '');
  const all = [...new Set(texts)].join(' - ');
  if (all.length > MAX_NOTE_LENGTH)
    losses.push({ what: 'a long note', instead: `its first ${MAX_NOTE_LENGTH} characters` });
  return all.slice(0, MAX_NOTE_LENGTH).toWellFormed().trim();
}

function noteText(text: string): string {
  return storable(text)
    .replaceAll(/["\u201c\u201d]/g, "'")
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
}

function targetOf(
  { speed, role, name = '' }: FoundStep,
  options: ImportOptions,
  questions: ImportQuestion[],
): Target {
  if (speed) return paceTarget(speed, options, questions);
  const word = name.trim().toLowerCase();
  if (word === 'jog' || word === 'rest' || word === 'walk') return { kind: word };
  if (role === 'rest') return { kind: 'rest' };
  return role === 'recovery' ? { kind: 'jog' } : { kind: 'none' };
}

function paceTarget(
  speed: { from: number; to: number },
  { units, speeds, answers }: ImportOptions,
  questions: ImportQuestion[],
): Target {
  const pace = PACE_KEYS.find((key) => isClose(speed, speeds?.trainingPaces[key]));
  if (pace) askLetters(pace, answers?.letters ?? 0, questions);
  if (pace && answers?.letters === 1) return { kind: 'pace', pace };
  const metres = METRES_PER_UNIT[units];
  const ends = [speed.from, speed.to].map((end) => Math.round(metres / Math.max(end, 0.001)));
  const per = units === 'metric' ? 'km' : 'mi';
  return { kind: 'stated', slow: Math.max(...ends), fast: Math.min(...ends), per };
}

function askLetters(pace: PaceKey, chosen: number, questions: ImportQuestion[]): void {
  if (questions.some(({ id }) => id === 'letters')) return;
  questions.push({
    id: 'letters',
    text: `Some paces match yours, like ${pace}. Should they follow your paces from now on?`,
    choices: ['Keep these exact paces', 'Follow my paces'],
    chosen,
  });
}

const CLOSE = 0.01;

function isClose(one: { from: number; to: number }, other?: { from: number; to: number }): boolean {
  if (!other || !(other.from > 0)) return false;
  return isNear(one.from, other.from) && isNear(one.to, other.to);
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= other * CLOSE;
}

/** Names that say no more than the step does. */
const USUAL_NAMES = [
  /^(?:run|step|work|active|interval|intervals|on|off|easy|rest|recover|recovery|jog|walk)?$/i,
  /^(?:warm[ -]?up|cool[ -]?down|threshold|marathon|repetition|zone [1-5]|in [\d:.]+)$/i,
  /^[\d.,]{1,7}\s?(?:m|mi|mtr|k|km) pace$|^HM pace$/i,
  /^[\d:–-]+\s?(?:\/km|\/mi|bpm)$/i,
];

function isUsual(name: string): boolean {
  return USUAL_NAMES.some((usual) => usual.test(name.trim()));
}

/** To the millisecond and a tenth of a millimetre, as precise as the language. */
function rounded(amount: Amount): Amount {
  switch (amount.kind) {
    case 'time':
      return { kind: 'time', seconds: Math.round(amount.seconds * 1000) / 1000 };
    case 'distance':
      return { kind: 'distance', metres: Math.round(amount.metres * 10_000) / 10_000 };
    case 'open':
      return amount;
  }
}

const MAX_COUNT = 99;
const MAX_ROUNDS = 990;

/** Rounds beyond 99 become several repeats. */
function readRepeat(count: number, items: WorkoutItem[], losses: Loss[]): WorkoutItem[] {
  if (items.length === 0) return [];
  if (count === 1) return items;
  if (!Number.isInteger(count) || count < 1 || count > MAX_ROUNDS) {
    losses.push({
      what: Number.isNaN(count) ? 'a repeat without a count' : `${count} reps`,
      instead: 'repeated once',
    });
    return items;
  }
  if (count <= MAX_COUNT) return [{ kind: 'repeat', count, items }];
  losses.push({ what: `${count} reps`, instead: 'several repeats' });
  const whole = Math.floor(count / MAX_COUNT);
  const rest = count % MAX_COUNT;
  return [
    ...Array.from({ length: whole }, () => ({ kind: 'repeat' as const, count: MAX_COUNT, items })),
    ...(rest === 0 ? [] : rest === 1 ? items : [{ kind: 'repeat' as const, count: rest, items }]),
  ];
}

/** Repeats nest up to four deep (G4). */
const MAX_DEPTH = 4;

function writePossible(items: readonly WorkoutItem[], losses: Loss[]): string {
  const outer = items.map((item) => (item.kind === 'step' ? always(item, losses) : item));
  return writeScript({ items: outer.flatMap((item) => possible(item, losses, 1)) });
}

function possible(item: WorkoutItem, losses: Loss[], depth: number): WorkoutItem[] {
  if (item.kind === 'step') return [possibleStep(item, losses)];
  const items = item.items
    .map((inner, index) =>
      inner.kind === 'step' && index < item.items.length - 1 ? always(inner, losses) : inner,
    )
    .flatMap((inner) => possible(inner, losses, depth + 1));
  if (depth <= MAX_DEPTH) return [{ ...item, items }];
  losses.push({ what: `${item.count} reps, nested ${depth} deep`, instead: 'repeated once' });
  return items.map((inner) => (inner.kind === 'step' ? always(inner, losses) : inner));
}

/** Only the last step of a repeat can be left out in its last round (G10). */
function always(step: Step, losses: Loss[]): Step {
  if (!step.isBetween) return step;
  const { isBetween: _, ...rest } = step;
  losses.push({ what: `“${writeStep(rest)}” between reps only`, instead: 'in every rep' });
  return rest;
}

const MAX_SECONDS = 86_400;
const MAX_METRES = 400_000;

function possibleStep(step: Step, losses: Loss[]): Step {
  return possibleTarget(possibleAmount(step, losses), losses);
}

function possibleAmount(step: Step, losses: Loss[]): Step {
  const { amount, note } = step;
  if (amount.kind === 'open') return step;
  const [value, most, unit] =
    amount.kind === 'time'
      ? ([amount.seconds, MAX_SECONDS, 'seconds'] as const)
      : ([amount.metres, MAX_METRES, 'metres'] as const);
  if (value > 0 && value <= most) return step;
  const what = `${value} ${unit}`;
  losses.push({ what: `a step of ${what}`, instead: 'an open step' });
  return { ...step, amount: { kind: 'open' }, note: joinNotes([note ?? '', what], losses) };
}

function possibleTarget(step: Step, losses: Loss[]): Step {
  if (isPossible(step.target)) return step;
  const what = writeStep({ kind: 'step', amount: { kind: 'open' }, target: step.target });
  losses.push({ what: `a target of ${what}`, instead: 'saved as a note' });
  const { role: _, ...rest } = step;
  const note = joinNotes([step.note ?? '', what], losses);
  return { ...rest, target: { kind: 'none' }, note };
}

const SECONDS_PER_KILOMETRE = { min: 90, max: 1800 };
const BEATS = { min: 30, max: 250 };

function isPossible(target: Target): boolean {
  switch (target.kind) {
    case 'beats':
      return (
        Number.isInteger(target.from) &&
        Number.isInteger(target.to) &&
        target.from >= BEATS.min &&
        target.to <= BEATS.max
      );
    case 'stated': {
      const kilometres = METRES_PER_UNIT[target.per === 'km' ? 'metric' : 'imperial'] / 1000;
      const { min, max } = SECONDS_PER_KILOMETRE;
      return target.fast / kilometres >= min && target.slow / kilometres <= max;
    }
    case 'none':
    case 'pace':
    case 'zone':
    case 'jog':
    case 'rest':
    case 'walk':
    case 'race':
    case 'goal':
      return true;
  }
}
