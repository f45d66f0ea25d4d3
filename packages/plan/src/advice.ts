import { plural, type PaceUnits } from '@pacewright/pace';
import { formatLength, LENGTH_UNITS, type AthleteSpeeds, type Span } from '@pacewright/script';

import type { PlanAdviceCode, PlanDiagnostic } from './diagnostics.ts';
import { nameRace } from './races.ts';
import { dayNumber, type PlanReading } from './read.ts';
import { totalWeeks, type RunTotals, type WeekTotals } from './totals.ts';
import { WEEKDAYS, writeWeeks } from './weekdays.ts';

// Advice across days. codes.md has the source of every number.

const MINUTE = 60;
const KM = 1000;

/** A session with this much at T, I and R together is a hard one, so strides are not. */
const HARD_SECONDS = 5 * MINUTE;

/** A rounded amount may be this much over a limit. */
const TOLERANCE = 1.02;

/** In one run, of the week's distance and in all. Up to `silent` seconds nothing is said. */
const SESSION_LIMITS = [
  { pace: 'M', share: 0.2, metres: 29 * KM, silent: 40 * MINUTE },
  { pace: 'T', share: 0.1, metres: Infinity, silent: 15 * MINUTE },
  { pace: 'I', share: 0.08, metres: 10 * KM, silent: 12 * MINUTE },
  { pace: 'R', share: 0.05, metres: 8 * KM, silent: 6 * MINUTE },
] as const;

/** A run, and how many days it is from the first day of the plan. */
type DatedRun = RunTotals & { at: number };

type Week = WeekTotals & {
  titles: readonly string[];
  place: Span;
  /** The weeks before it, the nearest last. */
  before: readonly WeekTotals[];
  /** The largest distance of the week and the two before it, so that light weeks are not flagged. */
  usualMetres: number;
};

type Season = {
  weeks: readonly Week[];
  runs: readonly DatedRun[];
  nameLength: (metres: number) => string;
};

type Advice = { code: PlanAdviceCode; place: Span; week: number; message: string };

/** P20. Advice on a plan in someone's paces. It never blocks. */
export function adviseOnPlan(
  reading: PlanReading,
  {
    speeds,
    totals = totalWeeks(reading, speeds),
    units = 'metric',
    without = [],
  }: {
    speeds?: AthleteSpeeds | undefined;
    /** Its totals in these paces, if they are known. */
    totals?: readonly WeekTotals[];
    units?: PaceUnits;
    /** Kinds of advice not to give. */
    without?: readonly PlanAdviceCode[];
  } = {},
): PlanDiagnostic[] {
  const season: Season = {
    weeks: totals.map((week, index) => ({
      ...week,
      titles: reading.weeks[index]?.titles ?? [],
      place: reading.weeks[index]?.place ?? { from: 0, to: 0 },
      before: totals.slice(0, index),
      usualMetres: Math.max(
        ...totals.slice(Math.max(0, index - 2), index + 1).map(({ distance }) => distance.metres),
      ),
    })),
    runs: totals.flatMap(({ runs }) =>
      runs.map((run) => ({ ...run, at: dayNumber(run.day, reading.weekStart) })),
    ),
    nameLength: (metres) => `${formatLength(metres, units)} ${LENGTH_UNITS[units]}`,
  };
  const advice = CHECKS.flatMap((check) => check(season));
  return mergeWeeks(advice.filter(({ code }) => !without.includes(code)));
}

/** Advice for many weeks of one line is given once, for the first. */
function mergeWeeks(advice: readonly Advice[]): PlanDiagnostic[] {
  const merged = new Map<string, { first: Advice; weeks: Set<number> }>();
  for (const own of advice) {
    const key = `${own.code} ${own.place.from}`;
    const known = merged.get(key);
    if (known) known.weeks.add(own.week);
    else merged.set(key, { first: own, weeks: new Set([own.week]) });
  }
  return Array.from(merged.values(), ({ first: { code, place, message }, weeks }) => {
    const others = [...weeks].slice(1);
    const weekWord = others.length === 1 ? 'week' : 'weeks';
    const also = others.length > 0 ? ` Also in ${weekWord} ${writeWeeks(others)}.` : '';
    const { from, to } = place;
    return {
      code,
      layer: 'plan',
      severity: 'advice',
      from,
      to,
      message: `${message}${also}`,
      fixes: [],
    };
  });
}

const CHECKS: ((season: Season) => Advice[])[] = [
  checkHardShare,
  checkHardDayCount,
  checkWeekJumps,
  checkLightWeeks,
  checkSessions,
  checkLongRuns,
  checkLongRunJumps,
  checkHardDaysInARow,
  checkHardAroundRaces,
  checkTaper,
];

function checkHardShare({ weeks }: Season): Advice[] {
  return weeks.flatMap(({ week, place, runs }) => {
    const training = runs.filter((run) => !isRace(run));
    const [all, hard] = [sum(training, secondsOf), sum(training, hardSecondsOf)];
    if (hard <= 0.2 * all || hard < 20 * MINUTE) return [];
    const message = `Week ${week}: ${percent(hard / all)} of the running is at T, I or R. 20% is the usual limit.`;
    return [{ code: 'hard-share', place, week, message }];
  });
}

function checkHardDayCount({ weeks }: Season): Advice[] {
  return weeks.flatMap(({ week, place, runs }) => {
    const days = new Set(runs.filter(isHard).map(({ day }) => day.weekday)).size;
    const message = `Week ${week} has ${days} hard days. Two or three are usual.`;
    return days > 3 ? [{ code: 'many-hard-days', place, week, message }] : [];
  });
}

function checkWeekJumps({ weeks }: Season): Advice[] {
  return weeks.flatMap(({ week, place, runs, time: { seconds }, before }) => {
    const most = Math.max(0, ...before.slice(-3).map((other) => other.time.seconds));
    const isJump = most > 0 && seconds > 1.3 * most && seconds - most > 20 * MINUTE;
    if (!isJump || runs.some(isRace)) return [];
    const message = `Week ${week} has ${percent(seconds / most - 1)} more running than any of the previous three weeks.`;
    return [{ code: 'week-jump', place, week, message }];
  });
}

function checkLightWeeks({ weeks }: Season): Advice[] {
  return weeks.flatMap(({ week, place, titles, runs, before }) => {
    const title = titles.find((own) => LIGHT.test(own));
    const last = before.at(-1);
    if (title === undefined || !last || runs.length === 0) return [];
    const trained = (own: readonly RunTotals[]) =>
      sum(
        own.filter((run) => !isRace(run)),
        secondsOf,
      );
    if (trained(runs) < trained(last.runs)) return [];
    const message = `Week ${week} is called “${title}” but has at least as much running as week ${last.week}.`;
    return [{ code: 'not-light', place, week, message }];
  });
}

const LIGHT = /\b(?:light|recovery|cut-?back|deload|taper)\b|^(?:rest|off|easy)(?:\s+week)?$/i;

function checkSessions({ weeks, nameLength }: Season): Advice[] {
  return weeks.flatMap(({ week, runs, usualMetres }) =>
    runs
      .filter((run) => !isRace(run))
      .flatMap(({ day, lanes }) =>
        SESSION_LIMITS.flatMap(({ pace, share, metres, silent }): Advice[] => {
          const limit = Math.min(share * usualMetres, metres);
          const own = lanes[pace];
          if (own.metres <= limit * TOLERANCE || own.seconds <= silent) return [];
          const message = `Week ${week}, ${WEEKDAYS[day.weekday]}: ${nameLength(own.metres)} at ${pace} in one run. In a week like this, ${nameLength(limit)} is the usual limit.`;
          return [{ code: 'session-share', place: day.place, week, message }];
        }),
      ),
  );
}

function checkLongRuns({ weeks }: Season): Advice[] {
  return weeks.flatMap(({ week, runs, usualMetres }): Advice[] => {
    const [longest] = runs
      .filter((run) => !isRace(run))
      .sort((a, b) => secondsOf(b) - secondsOf(a));
    if (!longest) return [];
    const { day, time, distance } = longest;
    const name = `Week ${week}, ${WEEKDAYS[day.weekday]}`;
    const advise = (message: string): Advice[] => [
      { code: 'long-run-share', place: day.place, week, message: `${name}: ${message}` },
    ];
    if (time.seconds > 150 * MINUTE) return advise('over two and a half hours.');
    // With few runs a week each is a large part; twice an even share is still in proportion.
    const share = Math.max(usualMetres > 64 * KM ? 0.25 : 0.3, 2 / runs.length);
    const isLong = runs.length > 1 && time.seconds > 60 * MINUTE;
    if (!isLong || distance.metres <= share * usualMetres * TOLERANCE) return [];
    return advise(
      `${percent(distance.metres / usualMetres)} of the week’s running in one run. ${percent(share)} is the usual limit.`,
    );
  });
}

function checkLongRunJumps({ runs }: Season): Advice[] {
  const first = runs[0]?.at ?? 0;
  // In order of time, so the runs of the 30 days before are a range that moves with the run.
  let [from, to] = [0, 0];
  return runs.flatMap((run) => {
    const { day, at } = run;
    while ((runs[from]?.at ?? at) < at - 30) from++;
    while ((runs[to]?.at ?? at) < at) to++;
    const before = runs.slice(from, to);
    const longest = Math.max(0, ...before.map(secondsOf));
    const isJump = secondsOf(run) > 1.1 * longest && secondsOf(run) - longest > 10 * MINUTE;
    // In the first week of a plan nobody knows what the athlete ran before it.
    if (!isJump || isRace(run) || before.length === 0 || at - first < 7) return [];
    const message = `Week ${day.week}, ${WEEKDAYS[day.weekday]}: ${percent(secondsOf(run) / longest - 1)} longer than any run in the previous 30 days.`;
    return [{ code: 'long-run-jump', place: day.place, week: day.week, message }];
  });
}

function checkHardDaysInARow({ runs }: Season): Advice[] {
  const hard = runs.filter(isHard);
  return hard.flatMap((run) => {
    const before = hard.find(({ at }) => at === run.at - 1);
    if (!before || isRace(before) || isRace(run)) return [];
    const { week, weekday, place } = run.day;
    const message = `Week ${week}: ${WEEKDAYS[before.day.weekday]} and ${WEEKDAYS[weekday]} are both hard days.`;
    return [{ code: 'hard-days-in-a-row', place, week, message }];
  });
}

function checkHardAroundRaces({ runs }: Season): Advice[] {
  const hard = runs.filter((run) => isHard(run) && !isRace(run));
  return runs.filter(isRace).flatMap((race) => {
    const metres = Math.max(...race.day.races);
    const name = `the ${nameRace(metres)} in week ${race.day.week}`;
    const easyDays = Math.floor(metres / (4 * KM));
    return hard.flatMap(({ at, day: { place, week } }): Advice[] => {
      const gap = at - race.at;
      if (gap === -1 || gap === -2) {
        const days = gap === -1 ? 'the day' : 'two days';
        const message = `Hard workout ${days} before ${name}.`;
        return [{ code: 'hard-before-race', place, week, message }];
      }
      if (gap < 1 || gap > easyDays) return [];
      const message = `Hard workout ${plural(gap, 'day')} after ${name}. Allow ${plural(easyDays, 'day')} of easy running.`;
      return [{ code: 'hard-after-race', place, week, message }];
    });
  });
}

function checkTaper({ weeks, runs }: Season): Advice[] {
  const goal = runs.findLast(isRace);
  if (!goal) return [];
  const { place, week, races } = goal.day;
  const metres = Math.max(...races);
  const left = sum(
    runs.filter(({ at }) => at >= goal.at - 6 && at < goal.at),
    secondsOf,
  );
  const earlier = weeks.filter((other) => other.week < week);
  const most = Math.max(0, ...earlier.map(({ time }) => time.seconds));
  const share = metres >= 21 * KM ? 0.6 : 0.75;
  if (metres < 5 * KM || most === 0 || left <= share * most) return [];
  const message = `The six days before the ${nameRace(metres)} have ${percent(left / most)} of your biggest week’s running. ${percent(share)} is the usual limit.`;
  return [{ code: 'no-taper', place, week, message }];
}

function secondsOf({ time }: RunTotals): number {
  return time.seconds;
}

function hardSecondsOf({ lanes }: RunTotals): number {
  return lanes.T.seconds + lanes.I.seconds + lanes.R.seconds;
}

function isRace({ day }: RunTotals): boolean {
  return day.races.length > 0;
}

function isHard(run: RunTotals): boolean {
  return isRace(run) || hardSecondsOf(run) >= HARD_SECONDS;
}

function sum(runs: readonly RunTotals[], amountOf: (run: RunTotals) => number): number {
  return runs.reduce((total, run) => total + amountOf(run), 0);
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}
