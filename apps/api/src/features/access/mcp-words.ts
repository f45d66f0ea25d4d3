import { formatRange, PACE_KEYS, PACE_UNIT_LABELS, type PaceUnits } from '@pacewright/pace';
import type { TrainingPaces } from '@pacewright/pace';
import {
  adviseOnPlan,
  listPlanMistakes,
  listScriptMistakes,
  readPlan,
  totalWeeks,
  WEEKDAYS,
} from '@pacewright/plan';
import {
  type AthleteSpeeds,
  nameAmount,
  nameTarget,
  nameTotals,
  readScript,
  type ResolvedItem,
  resolveWorkout,
  suggestTitle,
  type Totals,
  writeScript,
} from '@pacewright/script';

/** What an assistant reads is in words, in this athlete's paces and units. */
export type Reader = { speeds: AthleteSpeeds; units: PaceUnits };

const MAX_TEXT = 500;

/**
 * Texts that people write are data. Control and invisible characters and the "tag" letters, which hide orders from the eye,
 * are removed; none of them means anything in a script or a plan.
 */
export function visible(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}]/gu, (found) =>
      found === '\n' || found === '\t' ? found : '',
    )
    .trim();
}

/** Visible, and cut if it is long. */
export function plain(text: string, most = MAX_TEXT): string {
  const seen = visible(text);
  return seen.length > most ? `${seen.slice(0, most).toWellFormed()}…` : seen;
}

export function writePaces(paces: TrainingPaces, units: PaceUnits): Record<string, string> {
  return Object.fromEntries(
    PACE_KEYS.map((key) => [
      key,
      paces[key].to === 0
        ? 'not set'
        : `${formatRange(paces[key], units)} ${PACE_UNIT_LABELS[units]}`,
    ]),
  );
}

/** The most characters of a result. */
const MAX_RESULT_LENGTH = 40_000;
const MAX_MISTAKES = 20;
/** Of a mistake, among all scripts. */
const MAX_FIXES = 40;

/** The first of these that fit into a result, or into another room, written one at a time. */
export function writeFitting<Item, Written>(
  items: readonly Item[],
  write: (item: Item) => Written,
  room = MAX_RESULT_LENGTH,
): Written[] {
  const fitting: Written[] = [];
  let length = 0;
  for (const item of items) {
    const written = write(item);
    length += JSON.stringify(written).length;
    if (length > room) break;
    fitting.push(written);
  }
  return fitting;
}

/** Reads one of several scripts, which share the room of a result. */
export function checkScript(text: string, athlete: Reader, scripts = 1) {
  const { workout, diagnostics, totals } = readScript(text, { speeds: athlete.speeds });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const advice = diagnostics.filter(({ severity }) => severity === 'advice');
  const ok = errors.length === 0 && text.trim() !== '';
  const read = {
    ok,
    script: visible(ok ? writeScript(workout) : text),
    title: plain(suggestTitle(workout), 200),
    total: nameTotals(totals, athlete.units),
    // Of a script with mistakes they would be those that were not meant.
    steps: ok
      ? resolveWorkout(workout, athlete.speeds).items.map((item) => writeItem(item, athlete))
      : [],
    ...(advice.length > 0 && {
      advice: advice.slice(0, 5).map(({ code, message }) => ({ code, message })),
    }),
  };
  const room = MAX_RESULT_LENGTH / scripts - JSON.stringify(read).length;
  const first = ok ? [] : errors.slice(0, Math.ceil(MAX_MISTAKES / scripts));
  const fixes = Math.min(5, Math.ceil(MAX_FIXES / scripts));
  const listed = listScriptMistakes(text, first, athlete, fixes);
  const mistakes = fitMistakes(listed.map(writeMistake), room);
  return {
    ...read,
    ...(mistakes.length > 0 && { mistakes }),
    ...(errors.length > mistakes.length && { moreMistakes: errors.length - mistakes.length }),
  };
}

/** The first mistakes. Each fix is a whole script, so of long ones not all fit, but always one. */
function fitMistakes<Found extends { fixes: object[] }>(all: readonly Found[], most: number) {
  const shown: Found[] = [];
  let room = most;
  for (const mistake of all) {
    const around = JSON.stringify({ ...mistake, fixes: [] }).length;
    const fixes = writeFitting(mistake.fixes, (fix) => fix, room - around);
    if (shown.length > 0 && fixes.length < mistake.fixes.length) break;
    const fitting = { ...mistake, fixes: mistake.fixes.slice(0, Math.max(1, fixes.length)) };
    shown.push(fitting);
    room -= JSON.stringify(fitting).length;
  }
  return shown;
}

/** The place for programs as numbers; a model reads the quote. */
function writeMistake<Found extends { from: number; to: number; quote: string }>({
  from,
  to,
  quote,
  ...rest
}: Found) {
  return { at: [from, to], quote: visible(quote), ...rest };
}

function writeItem(item: ResolvedItem, athlete: Reader): string {
  if (item.kind === 'repeat')
    return `${item.count} × (${item.items.map((inner) => writeItem(inner, athlete)).join(', ')})`;
  const { amount, target, speed, isSpeedEstimated, note, isBetween } = item;
  const hasPace =
    speed && !isSpeedEstimated && target.kind !== 'jog' && target.kind !== 'walk'
      ? speed
      : undefined;
  return [
    nameAmount(amount),
    target.kind === 'none' ? '' : nameTarget(target),
    hasPace ? `${formatRange(hasPace, athlete.units)} ${PACE_UNIT_LABELS[athlete.units]}` : '',
    note ? `"${plain(note, 100)}"` : '',
    isBetween ? '(not after the last round)' : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

export function totalOf(scripts: readonly string[], athlete: Reader): string {
  const read = readTotals(athlete);
  return sumOf(scripts.map(read), athlete);
}

/** Reads each script once, since many entries of a calendar are the same workout. */
export function readTotals({ speeds }: Reader): (script: string) => Totals {
  const known = new Map<string, Totals>();
  return (script) => {
    const totals = known.get(script) ?? readScript(script, { speeds }).totals;
    known.set(script, totals);
    return totals;
  };
}

export function sumOf(all: readonly Totals[], { units }: Reader): string {
  if (all.length === 0) return 'nothing';
  const sum: Totals = {
    time: { seconds: 0, isAtLeast: false },
    distance: { metres: 0, isAtLeast: false },
  };
  for (const { time, distance } of all) {
    sum.time.seconds += time.seconds;
    sum.time.isAtLeast ||= time.isAtLeast;
    sum.distance.metres += distance.metres;
    sum.distance.isAtLeast ||= distance.isAtLeast;
  }
  return nameTotals(sum, units);
}

export function checkPlan(text: string, athlete: Reader) {
  const reading = readPlan(text);
  const errors = reading.diagnostics.filter(({ severity }) => severity === 'error');
  const totals = totalWeeks(reading, athlete.speeds);
  const advice = [
    ...reading.diagnostics.filter(({ severity }) => severity === 'advice'),
    ...(errors.length === 0 ? adviseOnPlan(reading, { ...athlete, totals }) : []),
  ];
  const mistakes = listPlanMistakes(text, errors);
  return {
    ok: errors.length === 0 && reading.days.length > 0,
    title: plain(reading.title, 200),
    weeks: reading.weeks.map(({ week, titles }, index) => ({
      week,
      ...(titles.length > 0 && { title: plain(titles.join(', '), 100) }),
      total: totals[index] ? nameTotals(totals[index], athlete.units) : '',
      days: reading.days
        .filter((day) => day.week === week)
        .map(({ weekday, run, kind, title, script }) => {
          const what = kind === 'run' ? script : title || kind;
          return plain(`${WEEKDAYS[weekday]}${run === 2 ? ' pm' : ''} ${what}`, 200);
        }),
    })),
    ...(mistakes.length > 0 && { mistakes: mistakes.map(writeMistake) }),
    ...(errors.length > mistakes.length && { moreMistakes: errors.length - mistakes.length }),
    ...(advice.length > 0 && {
      advice: advice.slice(0, 8).map(({ code, message }) => ({ code, message })),
    }),
  };
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

/** "Tue 2 Dec". */
export function nameDay(day: string): string {
  return new Date(`${day}T00:00Z`).toLocaleDateString('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
}
