// Simulated weeks: sessions as planned, and what became of them. Nothing here knows how runs are matched.

import { createRandom, type Random } from '@pacewright/growth';
import { trainingPaces } from '@pacewright/pace';
import { readScript, resolveWorkout } from '@pacewright/script';

import {
  type Candidate,
  chooseMatch,
  judgeOwn,
  judgeRun,
  listCandidates,
  readRun,
  type RunReading,
} from '../src/index.ts';
import { between } from './random.ts';
import { DEVIATIONS, type RecordingKind } from './run-parts.ts';
import { SCRIPTS } from './scripts.ts';
import { simulate } from './simulate.ts';
import { watchStepsOf } from './watch-steps.ts';
import { type Recording, writeActivity } from './write-activity.ts';

export type WeekFigures = {
  files: number;
  /** Matched with its session, or left alone if it was unplanned. */
  right: number;
  /** Asked about its session. */
  asked: number;
  /** Asked about another session, and the athlete says no. */
  askedInVain: number;
  /** Of a planned session, and neither matched nor asked about. */
  notFound: number;
  /** Matched with another session. */
  wrong: number;
  cases: string[];
};

type Entry = { id: number; day: string; timeOfDay: 'am' | 'pm' | undefined; script: string };
type File = {
  session: Entry | undefined;
  day: string;
  timeOfDay: 'am' | 'pm' | undefined;
  recording: Recording;
  story: string;
};

const MONDAY = Date.UTC(2026, 10, 16);
const EASY = ['30m E', '40m E', '45m E', '50m E', '60m E', '8km E', '10km E'] as const;
const LONG = [
  '90m E',
  '1h45m E',
  '2h E',
  '20km E',
  '90m E + 30m M',
  '60m E + 20m T + 10m E',
] as const;
const HARD = SCRIPTS.filter((script) => /[TIRM5]/.test(script.replaceAll(/\d+m\b/g, '')));

/** Every run of some weeks, in any order, matched as it arrives. Whoever is asked answers truthfully. */
export function matchWeeks(count: number, seed = 1): WeekFigures {
  const figures = noFigures();
  for (let week = 0; week < count; week++)
    matchWeek(createRandom(seed * 1_000_003 + week * 7919), figures);
  return figures;
}

function noFigures(): WeekFigures {
  return { files: 0, right: 0, asked: 0, askedInVain: 0, notFound: 0, wrong: 0, cases: [] };
}

/** A recording of somebody, what was to be run, and their paces. */
export type OwnRecording = { name: string; bytes: Uint8Array; script: string; vdot: number };

/** Each recording in some weeks, beside other sessions, on the day of its session or up to two days before or after. */
export function matchRecordings(
  recordings: readonly OwnRecording[],
  weeks: number,
  seed = 1,
): WeekFigures {
  const figures = noFigures();
  for (const [place, { name, bytes, script, vdot }] of recordings.entries()) {
    const reading = readRun(bytes);
    if (!reading.ok) continue;
    for (let week = 0; week < weeks; week++) {
      const random = createRandom(seed * 1_000_003 + (place * weeks + week) * 7919);
      const entries = planWeek(random);
      const { id } = pick(entries, random);
      const session = { ...(entries[id] as Entry), script };
      entries[id] = session;
      const away = random() < 0.5 ? 0 : pick([-2, -1, 1, 2], random);
      const day = dayOf(Math.round((Date.parse(session.day) - MONDAY) / 86_400_000) + away);
      const timeOfDay = pick(['am', 'pm', undefined] as const, random);
      const file = { session, day, timeOfDay, story: `${name}, ${away} days away` };
      matchFile(file, reading, { entries, vdot, taken: new Set() }, figures);
    }
  }
  return figures;
}

function matchWeek(random: Random, figures: WeekFigures): void {
  const vdot = between(random, 38, 60);
  const entries = planWeek(random);
  const files = shuffle(runWeek(entries, vdot, random), random);
  const taken = new Set<number>();
  for (const { recording, ...file } of files) {
    const reading = readRun(writeActivity(recording));
    if (reading.ok) matchFile(file, reading, { entries, vdot, taken }, figures);
  }
}

type Week = {
  entries: readonly Entry[];
  vdot: number;
  /** The entries that have a run. */
  taken: Set<number>;
};

function matchFile(
  { session, day, timeOfDay, story }: Omit<File, 'recording'>,
  { run, watch }: Extract<RunReading, { ok: true }>,
  { entries, vdot, taken }: Week,
  figures: WeekFigures,
): void {
  const speeds = { vdot, trainingPaces: trainingPaces(vdot) };
  const { paceSeconds } = judgeOwn(run, speeds.trainingPaces);
  const recorded = { timeOfDay, seconds: run.seconds, paceSeconds, watch };
  const planned = entries
    .filter(({ id }) => !taken.has(id))
    .map((entry): Candidate<Entry> => ({
      entry,
      plan: { title: entry.script, script: entry.script, paces: speeds },
      daysAway: (Date.parse(entry.day) - Date.parse(day)) / 86_400_000,
      workoutFile: 1000 + entry.id,
    }));
  const compared = listCandidates(recorded, planned).map((candidate) => ({
    ...candidate,
    judged: judgeRun(run, watch, candidate.plan, [], 'metric'),
  }));
  const match = chooseMatch(recorded, compared);
  const isFree = session !== undefined && !taken.has(session.id);
  const isRight = match && session && isAlike(match.entry, session);
  const outcome = !match
    ? isFree
      ? 'notFound'
      : 'right'
    : match.kind === 'matched'
      ? isRight
        ? 'right'
        : 'wrong'
      : isRight
        ? 'asked'
        : 'askedInVain';
  if (match && (match.kind === 'matched' || isRight)) taken.add(match.entry.id);
  figures.files++;
  figures[outcome]++;
  if (outcome !== 'right' && outcome !== 'asked')
    figures.cases.push(
      `${outcome}: ${story}, ${session?.day ?? ''} ${session?.script ?? 'unplanned'} on ${day}${match ? ` as ${match.entry.day} ${match.entry.script}` : ''}`,
    );
}

/** Easy runs of about one length are each other's: nobody would say no. */
function isAlike(one: Entry, other: Entry): boolean {
  if (one.script === other.script) return true;
  const lengths = [one, other].map(({ script }) =>
    HARD.includes(script as never) ? undefined : minutesOf(script),
  );
  const [a, b] = lengths;
  return a !== undefined && b !== undefined && Math.min(a, b) / Math.max(a, b) >= 0.7;
}

function minutesOf(script: string): number {
  const speeds = { trainingPaces: trainingPaces(50) };
  return resolveWorkout(readScript(script).workout, speeds).totals.time.seconds / 60;
}

function planWeek(random: Random): Entry[] {
  const entries: Entry[] = [];
  const add = (day: number, script: string, timeOfDay?: 'am' | 'pm') =>
    entries.push({ id: entries.length, day: dayOf(day), timeOfDay, script });
  const hard = shuffle([1, 2, 3, 4], random).slice(0, random() < 0.3 ? 1 : 2);
  for (let day = 0; day < 7; day++) {
    const isDouble = random() < 0.12;
    if (day === 6) add(day, pick(LONG, random));
    else if (hard.includes(day)) add(day, pick(HARD, random), isDouble ? 'pm' : undefined);
    else if (random() < 0.65) add(day, pick(EASY, random), isDouble ? 'am' : undefined);
    else continue;
    if (isDouble && day !== 6) add(day, pick(EASY, random), hard.includes(day) ? 'am' : 'pm');
  }
  return entries;
}

function runWeek(entries: readonly Entry[], vdot: number, random: Random): File[] {
  const files: File[] = [];
  for (const entry of entries) {
    if (random() < 0.1) continue;
    const place = Math.round((Date.parse(entry.day) - MONDAY) / 86_400_000);
    const isMoved = random() < 0.2;
    const day = isMoved ? dayOf(place + pick([-2, -1, 1, 2], random)) : entry.day;
    const timeOfDay =
      isMoved || random() < 0.3 ? pick(['am', 'pm'] as const, random) : entry.timeOfDay;
    const recording = record(entry.script, vdot, random, 1000 + entry.id);
    const story = isMoved ? 'moved' : 'on its day';
    const isSplit = random() < 0.05;
    const parts = isSplit ? split(recording, random) : [recording];
    for (const part of parts)
      files.push({
        session: entry,
        day,
        timeOfDay,
        recording: part,
        story: isSplit ? `${story}, split` : story,
      });
    if (random() < 0.08)
      files.push({
        session: undefined,
        day,
        timeOfDay: pick(['am', 'pm'] as const, random),
        recording: record(`${Math.round(between(random, 15, 35))}m E`, vdot, random),
        story: 'doubled',
      });
  }
  return files;
}

const KINDS: readonly RecordingKind[] = ['steps', 'button', 'button', 'kilometres', 'none'];

function record(script: string, vdot: number, random: Random, workoutFile?: number): Recording {
  const speeds = { vdot, trainingPaces: trainingPaces(vdot) };
  const { unrolled } = resolveWorkout(readScript(script).workout, speeds);
  // Nobody follows a workout for a run that was not planned.
  const kind = workoutFile === undefined ? 'none' : pick(KINDS, random);
  const deviations = random() < 0.4 ? [pick(DEVIATIONS, random)] : [];
  const watch = watchStepsOf(script, speeds);
  const { recording } = simulate(unrolled, watch, { kind, deviations }, random);
  const { workoutFile: _made, ...rest } = recording;
  // Other watches than Garmin's name no file.
  return kind === 'steps' && workoutFile !== undefined && random() < 0.5
    ? { ...rest, workoutFile: { serialNumber: workoutFile, manufacturer: 255 } }
    : rest;
}

/** Two files: stopped in the middle, and started again without the workout on the watch. */
function split(whole: Recording, random: Random): Recording[] {
  const cut = Math.round(whole.elapsedSeconds * between(random, 0.3, 0.7));
  const metresBefore = whole.records.findLast(({ time }) => time <= cut)?.metres ?? 0;
  const { workoutFile: _named, ...unnamed } = whole;
  return [
    cutOut(whole, 0, cut, 0),
    cutOut({ ...unnamed, steps: [] }, cut, whole.elapsedSeconds, metresBefore),
  ];
}

function cutOut(whole: Recording, from: number, to: number, metresBefore: number): Recording {
  const isInside = ({ time }: { time: number }) => time >= from && time < to;
  const stopped = pausedSeconds(whole, from, to);
  const records = whole.records.filter(isInside).map(({ time, metres, ...rest }) => ({
    ...rest,
    time: time - from,
    metres: metres === undefined ? undefined : metres - metresBefore,
  }));
  const isNamed = whole.steps.length > 0;
  const laps = whole.laps
    .filter(({ start, elapsedSeconds }) => start < to && start + elapsedSeconds > from)
    .map((lap) => {
      const start = Math.max(from, lap.start);
      const elapsedSeconds = Math.min(to, lap.start + lap.elapsedSeconds) - start;
      const share = elapsedSeconds / Math.max(1, lap.elapsedSeconds);
      return {
        ...lap,
        start: start - from,
        elapsedSeconds,
        timerSeconds: lap.timerSeconds * share,
        metres: lap.metres === undefined ? undefined : lap.metres * share,
        step: isNamed ? lap.step : undefined,
      };
    });
  const inner = whole.timer
    .filter(({ time }) => time > from && time < to)
    .map((event) => ({ ...event, time: event.time - from }));
  return {
    ...whole,
    startedAt: whole.startedAt + from,
    records,
    laps,
    timer: [
      { time: 0, isStart: true, isAutomatic: false },
      ...inner,
      { time: to - from, isStart: false, isAutomatic: false },
    ],
    elapsedSeconds: to - from,
    timerSeconds: to - from - stopped,
    metres: records.at(-1)?.metres,
  };
}

function pausedSeconds({ timer }: Recording, from: number, to: number): number {
  let [paused, since] = [0, Infinity];
  for (const { time, isStart } of timer) {
    if (isStart) paused += Math.max(0, Math.min(time, to) - Math.max(since, from));
    since = isStart ? Infinity : time;
  }
  return paused;
}

function dayOf(place: number): string {
  return new Date(MONDAY + place * 86_400_000).toISOString().slice(0, 10);
}

function pick<Value>(values: readonly Value[], random: Random): Value {
  // The index is inside: random() is below 1.
  return values[Math.floor(random() * values.length)] as Value;
}

function shuffle<Value>(values: readonly Value[], random: Random): Value[] {
  return values
    .map((value) => ({ value, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ value }) => value);
}
