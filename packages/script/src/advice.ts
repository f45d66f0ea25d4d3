import { readRace } from '@pacewright/pace';

import { change, type AdviceCode, type Diagnostic, type Fix, type Span } from './diagnostics.ts';
import type { Place } from './meaning.ts';
import {
  isHard,
  type ResolvedItem,
  type ResolvedRepeat,
  type ResolvedStep,
  type ResolvedWorkout,
} from './resolve.ts';
import { SPELLINGS } from './spellings.ts';
import type { Target } from './workout.ts';

/** The remarks of a coach. It never keeps a workout from being saved or sent. */
export function adviceOn(
  { items, totals }: ResolvedWorkout,
  places: readonly Place[],
  text: string,
): Diagnostic[] {
  const advice: Diagnostic[] = [];
  const isAllThreshold = every(items, ({ target }) => isPace(target, 'T'));
  const everything = { from: 0, to: text.trimEnd().length };

  function advise(place: Span, { code, message, fixes = [] }: Advice) {
    advice.push({ code, severity: 'advice', from: place.from, to: place.to, message, fixes });
  }

  function visit(inner: readonly ResolvedItem[]) {
    for (const item of inner) {
      const place = places[item.node];
      if (place && !place.isUnclear) {
        const remarks =
          item.kind === 'repeat'
            ? [onRepeat(item, place, text)]
            : [
                onRepetition(item),
                onInterval(item),
                isAllThreshold ? undefined : onThreshold(item),
                onGoal(item),
                onZone(item, place, text),
                onEffort(item, place, text),
              ];
        for (const remark of remarks) if (remark) advise(place, remark);
      }
      if (item.kind === 'repeat') visit(item.items);
    }
  }

  visit(items);
  if (totals.time.seconds > 4 * 3600)
    advise(everything, {
      code: 'long-workout',
      message: 'This workout takes more than four hours.',
    });
  if (places.length > WATCH_STEPS) advise(everything, tooManySteps(places.length));
  return advice;
}

type Advice = { code: AdviceCode; message: string; fixes?: Fix[] };

/** As many as the smaller watches take, a repeat counted as a step of its own. */
const WATCH_STEPS = 50;

function tooManySteps(steps: number): Advice {
  const message = `Some watches only take ${WATCH_STEPS} steps. This workout has ${steps}, counting each repeat as one.`;
  return { code: 'too-many-steps', message };
}

function onRepetition({ amount, target }: ResolvedStep): Advice | undefined {
  if (!isPace(target, 'R')) return undefined;
  const isLong =
    (amount.kind === 'time' && amount.seconds > 120) ||
    (amount.kind === 'distance' && amount.metres > 600);
  const message = 'That’s long for R. Most runners can hold it for up to 2 min or 600 m.';
  return isLong ? { code: 'long-repetition', message } : undefined;
}

function onInterval({ target, seconds = 0 }: ResolvedStep): Advice | undefined {
  if (!isPace(target, 'I') || seconds <= 5 * 60) return undefined;
  const message = `${minutesOf(seconds)} min at I is long. Most runners can hold it for 3 to 5 min.`;
  return { code: 'long-interval', message };
}

function onThreshold({ target, seconds = 0 }: ResolvedStep): Advice | undefined {
  if (!isPace(target, 'T') || seconds <= 20 * 60) return undefined;
  const message = `${minutesOf(seconds)} min at T is long. Most runners can hold it for up to 20 min.`;
  return { code: 'long-threshold', message };
}

/** A share of a pace or of a heart rate, watts, effort from 1 to 10: paces that no step takes. */
const OTHER_MEASURE = /^(?:rpe\s?)?\d[\d.,/ \u2013-]{0,12}(?:%|w(?:atts?)?(?!\p{L})|$)/iu;

/** Words that say how hard and not how fast are a note. */
function onEffort({ amount, target, note }: ResolvedStep, place: Span, text: string) {
  const spelling = note === undefined ? undefined : SPELLINGS.get(note.toLowerCase());
  const isEffort = spelling?.kind === 'vague' || OTHER_MEASURE.test(note ?? '');
  if (target.kind !== 'none' || amount.kind === 'open' || !isEffort) return undefined;
  const from = text.slice(0, place.to).indexOf(note ?? '', place.from);
  if (from === -1 || /["\u201c]/.test(text.charAt(from - 1))) return undefined;
  const span = { from, to: from + (note ?? '').length };
  const likeliest = spelling?.kind === 'vague' ? spelling.value : 'T';
  const paces = [likeliest, ...['E', 'M', 'T', 'I', 'R'].filter((pace) => pace !== likeliest)];
  return {
    code: 'effort-without-pace' as const,
    message: `“${note}” has no pace. It’s shown as a note.`,
    fixes: paces.map((pace) => change(span, pace, `At ${pace} pace`)),
  };
}

/** A minute begun, so that what is just over a limit does not read as the limit. */
function minutesOf(seconds: number): number {
  return Math.ceil(seconds / 60);
}

function onGoal({ amount, target }: ResolvedStep): Advice | undefined {
  if (amount.kind !== 'distance' || target.kind !== 'goal') return undefined;
  if (!isFasterThanRecord(amount.metres, target.seconds)) return undefined;
  const message = 'That’s faster than the world record. Check the distance and time.';
  return { code: 'faster-than-record', message };
}

/** Over distances too short to be judged as races: the records for 100, 200 and 400 m, by speed. */
const SPRINTS = [
  { below: 150, speed: 100 / 9.58 },
  { below: 300, speed: 200 / 19.19 },
  { below: 800, speed: 400 / 43.03 },
];

function isFasterThanRecord(metres: number, seconds: number): boolean {
  const sprint = SPRINTS.find(({ below }) => metres < below);
  if (sprint) return metres / seconds > sprint.speed;
  const race = readRace({ distance: metres, timeInSeconds: seconds });
  return !race.ok && race.code === 'faster_than_record';
}

function onZone(
  { target, role, seconds = Infinity }: ResolvedStep,
  place: Span,
  text: string,
): Advice | undefined {
  if (target.kind !== 'zone' || role !== 'recovery' || seconds >= 120) return undefined;
  const zone = text.slice(place.from, place.to).search(/z\d+$/i);
  const fixes = zone === -1 ? [] : [change({ from: place.from + zone, to: place.to }, 'jog')];
  const message = 'Heart rate reacts too slowly to guide a recovery under 2 min.';
  return { code: 'zone-on-short-recovery', message, fixes };
}

function onRepeat({ count, items }: ResolvedRepeat, place: Span, text: string): Advice | undefined {
  const isRelentless = count > 1 && every(items, isDemanding);
  // A repeat inside says it already, and fixing that fixes this.
  if (!isRelentless || items.some((item) => item.kind === 'repeat' && item.count > 1))
    return undefined;
  const isClosed = text.charAt(place.to - 1) === ')';
  const at = isClosed ? text.slice(0, place.to - 1).trimEnd().length : place.to;
  const edits = [{ from: at, to: at, insert: isClosed ? ' + 2m jog' : ' w/ 2m jog' }];
  const isLast = isClosed || /^\s*(?:$|[+;\n])/.test(text.slice(place.to));
  const fixes = isLast ? [{ label: 'Add 2m jog', edits }] : [];
  const message = 'There’s no recovery between these.';
  return { code: 'hard-without-recovery', message, fixes };
}

/** Hard enough to need a recovery, which marathon pace is not. */
function isDemanding({ target }: ResolvedStep): boolean {
  return isHard(target) && !isPace(target, 'M') && !(target.kind === 'zone' && target.zone === 3);
}

function every(items: readonly ResolvedItem[], isSo: (step: ResolvedStep) => boolean): boolean {
  return items.every((item) => (item.kind === 'step' ? isSo(item) : every(item.items, isSo)));
}

function isPace(target: Target, pace: 'M' | 'T' | 'I' | 'R'): boolean {
  return target.kind === 'pace' && target.pace === pace;
}
