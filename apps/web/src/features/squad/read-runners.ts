import { readRace, readRaceTime, type RaceResult, suggestTime } from '@pacewright/pace';

export type Runner = {
  /** Tells the runners of a squad apart. */
  name: string;
  race?: RaceResult | undefined;
  /** Chosen by the coach, from 1. Without it, the race decides. */
  group?: number | undefined;
};

export type RunnerLine =
  | { kind: 'runner'; text: string; runner: Runner; question?: RunnerQuestion | undefined }
  /** A heading, a greeting, a time without a name. */
  | { kind: 'other'; text: string };

export type RunnerQuestion =
  /** The likeliest first, which is the runner's race until another is chosen. */
  | { kind: 'race'; choices: RaceResult[] }
  /** There is no race to take paces from. */
  | { kind: 'group'; reason: string };

export const MAX_RUNNERS = 200;
export const MAX_NAME_LENGTH = 60;
const MAX_LINE_LENGTH = 200;
/** Longer texts are no list of runners. */
export const MAX_RUNNERS_TEXT = MAX_RUNNERS * 100;

/** Reads a list of runners with a race each, one on each line, in any order. Empty lines are dropped. */
export function readRunners(text: string): RunnerLine[] {
  return text
    .slice(0, MAX_RUNNERS_TEXT)
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, MAX_RUNNERS)
    .map(readLine);
}

/**
 * The runners of a list, each once. The same name with another race is another runner, with a number after the name.
 */
export function listRunners(lines: readonly RunnerLine[]): (RunnerLine & { kind: 'runner' })[] {
  const listed = new Map<string, RunnerLine & { kind: 'runner' }>();
  for (const line of lines) {
    if (line.kind !== 'runner') continue;
    const { name, race } = line.runner;
    for (let number = 1; ; number++) {
      const own = number === 1 ? name : `${name} ${number}`;
      const before = listed.get(keyOfName(own));
      if (before && !isSameRace(before.runner.race, race)) continue;
      if (!before) listed.set(keyOfName(own), { ...line, runner: { ...line.runner, name: own } });
      break;
    }
  }
  return [...listed.values()];
}

function isSameRace(one: RaceResult | undefined, other: RaceResult | undefined): boolean {
  return one?.distance === other?.distance && one?.timeInSeconds === other?.timeInSeconds;
}

/** Two names are one runner, however they are spelled. */
export function keyOfName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function readLine(text: string): RunnerLine {
  const line = new Line(text.slice(0, MAX_LINE_LENGTH).normalize('NFC'));
  line.drop(LIST_MARK);
  const group = line.take(GROUP)[0]?.[1];
  line.drop(AGE_GROUP);
  const distances = takeDistances(line);
  const times = takeTimes(line);
  if (distances.length === 0) distances.push(...distancesOfTimes(times));
  line.drop(NOISE);
  line.drop(NOTE);

  const name = nameOf(line.rest());
  const hasRace = distances.length > 0 && times.length > 0;
  const isRunner = name !== '' && (hasRace || !isHeading(text, times.length > 0));
  if (!isRunner) return { kind: 'other', text };
  const chosen = group === undefined ? {} : { group: Number(group) };
  const { races, reason } = racesOf(distances, times, /\d/.test(line.rest()));
  const [race, another] = races;
  if (!race)
    return {
      kind: 'runner',
      text,
      runner: { name, ...chosen },
      question: group === undefined ? { kind: 'group', reason } : undefined,
    };
  const isAsked = another !== undefined || distances.length === 0;
  return {
    kind: 'runner',
    text,
    runner: { name, race, ...chosen },
    question: isAsked ? { kind: 'race', choices: races } : undefined,
  };
}

/** A line of which parts are taken, and what is left of it. */
class Line {
  #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Takes all matches out. What was taken still separates its neighbours. */
  take(pattern: RegExp): RegExpExecArray[] {
    const taken: RegExpExecArray[] = [];
    this.#text = this.#text.replace(pattern, (...found) => {
      // The arguments of a replacement: the groups, then the offset and the text.
      taken.push(found.slice(0, -2) as unknown as RegExpExecArray);
      return CUT;
    });
    return taken;
  }

  drop(pattern: RegExp): void {
    this.take(pattern);
  }

  rest(): string {
    return this.#text;
  }
}

const CUT = '|';
const LIST_MARK = /^\s*(?:\d{1,3}[.)]\s+|[-–—•*·▪]+\s*)/;
const GROUP = /(?<![\p{L}\d])(?:group|grp|gr|g)\.?\s*([1-9])(?![\p{L}\d:.,])/giu;
/** W45, F35, U20. */
const AGE_GROUP = /(?<![\p{L}\d])(?:[FMWV][2-9][05]|U(?:1[1-9]|2[03]))(?![\p{L}\d])/gu;
/** Words around a race that say nothing about it. George Best has a capital. */
const NOISE =
  /(?<![\p{L}\d])(?:PB|PR|SB|TBC|TBA|pb|pr|sb|best|time|race|in|for|over|at|of|ran|[Ss]ub|under|about|approx|around|circa|ca|flat|injured|returning|tbc|tba|no time)(?![\p{L}\d])\.?|[~@≈?=<>#*]/gu;
const NOTE = /\([^()]*\)|\[[^\][]*\]/g;

const METRES_OF_WORD: [word: RegExp, metres: number][] = [
  [/^(?:half|hm)/i, 21_097.5],
  [/^(?:full|mar|fm)/i, 42_195],
  [/^park/i, 5000],
  [/^mile/i, 1609.344],
];
const WORD_DISTANCE =
  /(?<![\p{L}\d.:])(half[- ]?marathon|half|hm|full marathon|marathon|parkrun|park run|mile)(?![\p{L}\d])/giu;
const FIGURE_DISTANCE =
  /(?<![\p{L}\d.:,])(\d{1,6}(?:[.,]\d{1,3})?)\s?(kilomet(?:er|re)s?|kms?|k|met(?:er|re)s?|mtrs?|m|miles?|mi)(?![\p{L}\d'’])/giu;

function takeDistances(line: Line): number[] {
  const figures = line
    .take(FIGURE_DISTANCE_WITHOUT_MINUTES)
    .map(([, figure = '', unit = '']) => metresOf(Number(figure.replace(',', '.')), unit));
  const words = line
    .take(WORD_DISTANCE)
    .map(([word]) => METRES_OF_WORD.find(([pattern]) => pattern.test(word))?.[1] ?? 0);
  return [...new Set([...figures, ...words])];
}

/** "19m" is minutes; only hundreds of m are metres. */
const FIGURE_DISTANCE_WITHOUT_MINUTES = new RegExp(
  FIGURE_DISTANCE.source.replace('|m|', '|(?<=\\d{3}\\s?)m|'),
  'giu',
);

function metresOf(figure: number, unit: string): number {
  const isMiles = /^mi/i.test(unit);
  const metres = isMiles ? figure * 1609.344 : /^k/i.test(unit) ? figure * 1000 : figure;
  // "21k", "13.1 miles", "42.2 km".
  if (metres >= 20_900 && metres <= 21_200) return 21_097.5;
  if (metres >= 41_900 && metres <= 42_300) return 42_195;
  return metres;
}

const TIME =
  /(?<![\p{L}\d])(?:\d{1,2}\s?h(?:(?:ou)?rs?)?\s?(?:\d{1,2}(?:\s?(?:m(?:in(?:ute)?s?)?|['’′:])?\s?(?:\d{1,2}\s?(?:s(?:ec)?|["”″])?)?)?)?|\d{1,3}\s?(?:m(?:in(?:ute)?s?)?|['’′])\s?(?:\d{1,2}\s?(?:s(?:ec)?|["”″])?)?|\d{1,3}(?:[:.,]\d{1,2}){1,3}|\d{2,6})(?![\p{L}\d:])/giu;

function takeTimes(line: Line): string[] {
  return line.take(TIME).map(([time]) => time.trim());
}

/** Track distances that are written without a unit. */
const BARE_DISTANCES = [800, 1000, 1500, 1600, 2000, 3000, 3200, 5000, 8000, 10_000, 15_000];

/** Moves the distances out of the figures, as long as a time is left. */
function distancesOfTimes(times: string[]): number[] {
  const at = times.findIndex((time) => BARE_DISTANCES.includes(Number(time)));
  if (at < 0 || times.length < 2) return [];
  return times.splice(at, 1).map(Number);
}

const NO_TIME = 'No time yet';
const NOT_UNDERSTOOD = 'We couldn’t read the time';

/** The races that a line may mean, and why there is none. */
function racesOf(
  distances: readonly number[],
  times: readonly string[],
  hasMore: boolean,
): { races: RaceResult[]; reason: string } {
  if (times.length === 0) return { races: [], reason: hasMore ? NOT_UNDERSTOOD : NO_TIME };
  if (distances.length === 0) return { races: guessRaces(times), reason: NOT_UNDERSTOOD };
  const isPaired = distances.length === times.length;
  const read = distances.flatMap((distance, index) =>
    (isPaired ? [times[index] ?? ''] : times).map((time) => readOne(distance, time)),
  );
  const races = read.flatMap((each) => each.races);
  const refusal = read.find(({ reason }) => reason !== '')?.reason;
  return { races, reason: refusal ?? NOT_UNDERSTOOD };
}

function readOne(distance: number, time: string): { races: RaceResult[]; reason: string } {
  const reading = readRaceTime(time, distance);
  const seconds = reading.ok ? [reading.seconds] : reading.choices;
  const typed = seconds.map((timeInSeconds) => ({ distance, timeInSeconds }));
  const judged = typed.map((race) => readRace(race));
  const races = typed.filter((_, index) => judged[index]?.ok);
  const refused = judged.find((each) => !each.ok);
  const [first] = typed;
  const meant = races.length === 0 && first ? suggestTime(first) : undefined;
  return {
    races: meant === undefined ? races : [{ distance, timeInSeconds: meant }],
    reason: refused?.ok === false ? refused.message : '',
  };
}

/** The commonest races first. */
const LIKELY_DISTANCES = [
  5000, 10_000, 21_097.5, 42_195, 3000, 1609.344, 1500, 800, 4828.032, 16_093.44, 8046.72,
];
/** Of nearly everyone in a club. */
const LIKELY_VDOT = { from: 30, to: 72 };
const MAX_CHOICES = 3;

/** A time without a distance. One that only one race is likely for could still be of another, which is asked. */
function guessRaces(times: readonly string[]): RaceResult[] {
  const judged = LIKELY_DISTANCES.flatMap((distance) =>
    times.flatMap((time) => {
      const reading = readRaceTime(time, distance);
      return (reading.ok ? [reading.seconds] : reading.choices)
        .map((timeInSeconds) => ({ distance, timeInSeconds }))
        .flatMap((race) => {
          const read = readRace(race);
          return read.ok ? { race, vdot: read.vdot } : [];
        });
    }),
  );
  const isLikely = ({ vdot }: { vdot: number }) =>
    vdot >= LIKELY_VDOT.from && vdot <= LIKELY_VDOT.to;
  const likely = judged.filter(isLikely);
  const found =
    likely.length === 1
      ? [...likely, ...judged.filter((each) => !isLikely(each)).slice(0, 1)]
      : likely.slice(0, MAX_CHOICES);
  return found.map(({ race }) => race);
}

const PUNCTUATION = ' \t,;:/()[]"“”–—-';

function trimPunctuation(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && PUNCTUATION.includes(text.charAt(from))) from++;
  while (to > from && PUNCTUATION.includes(text.charAt(to - 1))) to--;
  return text.slice(from, to);
}

function nameOf(rest: string): string {
  const name = rest
    .split(/[|;\t]/)
    .map((part) => trimPunctuation(part).replaceAll(/\s+/g, ' '))
    // What has a figure in it is no name; it was meant to be a time.
    .map((part) =>
      part
        .split(' ')
        .filter((word) => !/\d/.test(word))
        .join(' '),
    )
    .filter((part) => /\p{L}/u.test(part))
    .join(' ')
    .slice(0, MAX_NAME_LENGTH)
    .trim();
  return name === name.toLowerCase() ? capitalise(name) : name;
}

function capitalise(name: string): string {
  return name.replaceAll(/(?<![\p{L}’'])\p{L}/gu, (letter) => letter.toUpperCase());
}

const HEADING_WORD =
  /(?<![\p{L}])(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|squad|runners?|names?|group|session|warm[- ]?up|hi|hello|hey|thanks|cheers|dear|everyone)(?![\p{L}])/iu;
const MAX_NAME_WORDS = 4;

function isHeading(text: string, hasTime: boolean): boolean {
  if (HEADING_WORD.test(text.replaceAll(GROUP, ''))) return true;
  return !hasTime && (text.endsWith(':') || text.split(/\s+/).length > MAX_NAME_WORDS);
}
