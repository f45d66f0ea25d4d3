import {
  resolveWorkout,
  type AthleteSpeeds,
  type ResolvedItem,
  type ResolvedStep,
} from '@pacewright/script';

import { prepareWorkout, type WrittenWorkout } from './device-workout.ts';
import { fileNameOf, plainLine } from './text.ts';

export type ZwiftFile =
  | { ok: true; fileName: string; text: string; notes: string[] }
  | { ok: false; reason: string };

/** Writes a run for Zwift. Its format is documented by its users, not by Zwift. */
export function writeZwift(written: WrittenWorkout, speeds: AthleteSpeeds): ZwiftFile {
  const prepared = prepareWorkout(written, speeds);
  if (!prepared.ok) return prepared;
  const raceSpeed = findRaceSpeed(speeds);
  if (raceSpeed === undefined)
    return {
      ok: false,
      reason:
        'Zwift runs at a share of your 10 km pace. Enter a race result or your threshold pace first.',
    };

  const steps = allSteps(prepared.resolved);
  const measure: Measure = steps.every(isDistance) ? 'distance' : 'time';
  const file: FileKind = { measure, raceSpeed };
  const { title } = prepared.workout;
  const text = [
    '<workout_file>',
    '<author>Pacewright</author>',
    `<name>${escaped(title)}</name>`,
    `<description>${escaped(plainLine(written.script))}. Reference: 10 km pace.</description>`,
    '<sportType>run</sportType>',
    `<durationType>${measure}</durationType>`,
    '<tags/>',
    '<workout>',
    ...prepared.resolved.flatMap((item) => elements(item, file)),
    '</workout>',
    '</workout_file>',
    '',
  ].join('\n');
  return {
    ok: true,
    fileName: `${fileNameOf(title, written.id)}.zwo`,
    text,
    notes: [...prepared.notes, ...notesOn(steps, file)],
  };
}

/** A file is in seconds or in metres throughout. */
type Measure = 'time' | 'distance';
type FileKind = { measure: Measure; raceSpeed: number };

/** Zwift's number for the 10 km, of which a pace can be a share. */
const TEN_KILOMETRES = { metres: 10_000, number: 2 };

function findRaceSpeed(speeds: AthleteSpeeds): number | undefined {
  const race = {
    kind: 'step' as const,
    amount: { kind: 'open' as const },
    target: { kind: 'race' as const, metres: TEN_KILOMETRES.metres },
  };
  const [step] = resolveWorkout({ items: [race] }, speeds).items;
  return step?.kind === 'step' && step.speed ? middle(step.speed) : undefined;
}

function middle({ from, to }: { from: number; to: number }): number {
  return (from + to) / 2;
}

function allSteps(items: readonly ResolvedItem[]): ResolvedStep[] {
  return items.flatMap((item) => (item.kind === 'step' ? [item] : allSteps(item.items)));
}

/** A rest covers no distance, so it makes the file one in seconds. */
function isDistance({ amount, target }: ResolvedStep): boolean {
  return amount.kind === 'distance' && target.kind !== 'rest';
}

function elements(item: ResolvedItem, file: FileKind): string[] {
  if (item.kind === 'step') return [element(item, file)];
  const pair = pairElement(item, file);
  if (pair !== undefined) return [pair];
  const round = item.items.flatMap((inner) => elements(inner, file));
  const last = item.items.at(-1);
  const rounds = Array.from({ length: item.count }, () => round).flat();
  // A step between rounds is one element, and the last of them is left out.
  return last?.kind === 'step' && last.isBetween ? rounds.slice(0, -1) : rounds;
}

/** Zwift repeats pairs of a hard and an easy step; any other repeat is written out. */
function pairElement(
  { count, items }: Extract<ResolvedItem, { kind: 'repeat' }>,
  file: FileKind,
): string | undefined {
  const [on, off, third] = items;
  if (on?.kind !== 'step' || off?.kind !== 'step' || third || off.isBetween) return undefined;
  const [onPower, offPower] = [powerOf(on, file), powerOf(off, file)];
  if (onPower === undefined || offPower === undefined) return undefined;
  return `<IntervalsT Repeat="${count}" OnDuration="${duration(on, file)}" OffDuration="${duration(off, file)}" OnPower="${onPower}" OffPower="${offPower}" pace="${TEN_KILOMETRES.number}"/>`;
}

function element(step: ResolvedStep, file: FileKind): string {
  const power = powerOf(step, file);
  return power === undefined
    ? `<FreeRide Duration="${duration(step, file)}"/>`
    : `<SteadyState Duration="${duration(step, file)}" Power="${power}" pace="${TEN_KILOMETRES.number}"/>`;
}

/** Targets that are no pace. */
const NOTHING_TO_HOLD: readonly string[] = ['none', 'rest', 'walk', 'beats'];

/** The share of 10 km pace, or nothing to hold: a rest, or a step that has no target. */
function powerOf({ target, speed }: ResolvedStep, { raceSpeed }: FileKind): string | undefined {
  if (NOTHING_TO_HOLD.includes(target.kind) || !speed) return undefined;
  return (middle(speed) / raceSpeed).toFixed(3);
}

/** The duration of a step that ends with the lap button, or has no known speed. */
const UNKNOWN_SECONDS = 600;

function duration({ seconds, metres }: ResolvedStep, { measure }: FileKind): number {
  const value = measure === 'time' ? seconds : metres;
  return Math.max(1, Math.round(value ?? UNKNOWN_SECONDS));
}

function notesOn(steps: readonly ResolvedStep[], { measure }: FileKind): string[] {
  const notes = ['Paces are shares of your 10 km pace. Enter the same 10 km time in Zwift.'];
  if (measure === 'time' && steps.some(({ amount }) => amount.kind === 'distance'))
    notes.push(
      'Zwift counts a whole file in time or in distance, so distances became times at your pace.',
    );
  if (steps.some(({ amount, seconds }) => amount.kind === 'open' || seconds === undefined))
    notes.push(
      `Zwift has no lap button, so steps without an end last ${UNKNOWN_SECONDS / 60} minutes.`,
    );
  if (steps.some(({ target }) => target.kind === 'zone'))
    notes.push('Zwift runs have no heart-rate zones, so zones became paces.');
  if (steps.some(({ target }) => target.kind === 'beats'))
    notes.push('Zwift runs have no heart rates, so those steps have no target.');
  if (steps.some(({ note }) => note !== undefined)) notes.push('Zwift does not show the notes.');
  if (steps.some(({ target }) => target.kind === 'pace' || target.kind === 'race'))
    notes.push('Zwift takes one pace a step, so the middle of each range is used.');
  return notes;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
