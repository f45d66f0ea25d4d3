import { PACE_KEYS, type PaceKey } from '@pacewright/pace';
import type { PlanReading, WeekTotals } from '@pacewright/plan';

/** A week of a season as it is drawn. Times in seconds. */
export type SeasonWeek = {
  week: number;
  /** The title of the last heading that names it. */
  title: string;
  /** "third of four", where several weeks in a row have its title. */
  position: string;
  runs: number;
  seconds: number;
  metres: number;
  isAtLeast: boolean;
  /** Time at each pace, without races. */
  lanes: Record<PaceKey, number>;
  /** Everything faster than easy, without races. */
  fastSeconds: number;
  /** The longest race of the week; its time is unknown beyond the paces. */
  race: { seconds: number; metres: number; title: string } | undefined;
  /** Clearly less than the weeks before. */
  isLight: boolean;
  /** A script of one of its days has a mistake. */
  isUnclear: boolean;
};

/** The largest values of the two parts of the drawing, in seconds. */
export type SeasonScale = { fast: number; easy: number };

const MINUTE = 60;
const HOUR = 3600;
const LIGHT_SHARE = 0.86;
const FAST_PACES = PACE_KEYS.filter((key) => key !== 'E');

export function describeWeeks(reading: PlanReading, totals: readonly WeekTotals[]): SeasonWeek[] {
  const titles = reading.weeks.map((week) => week.titles.at(-1) ?? '');
  return totals.map(({ week, time, distance, runs, lanes }, index) => {
    const races = runs.filter(({ day }) => day.races.length > 0);
    const own = { E: 0, M: 0, T: 0, I: 0, R: 0 };
    for (const key of PACE_KEYS)
      own[key] =
        lanes[key].seconds -
        (key === 'E' ? 0 : races.reduce((sum, race) => sum + race.lanes[key].seconds, 0));
    const race = races.map(describeRace).sort((a, b) => b.metres - a.metres)[0];
    const most = Math.max(
      0,
      ...totals.slice(Math.max(0, index - 3), index).map((before) => before.time.seconds),
    );
    return {
      week,
      title: titles[index] ?? '',
      position: describePosition(titles, index),
      runs: runs.length,
      seconds: time.seconds,
      metres: distance.metres,
      isAtLeast: time.isAtLeast || distance.isAtLeast,
      lanes: own,
      fastSeconds: FAST_PACES.reduce((sum, key) => sum + own[key], 0),
      race,
      isLight: race === undefined && time.seconds > 0 && time.seconds < LIGHT_SHARE * most,
      isUnclear: runs.some(({ day }) => day.mistakes > 0),
    };
  });
}

function describeRace({ day, lanes }: WeekTotals['runs'][number]) {
  return {
    seconds: FAST_PACES.reduce((sum, key) => sum + lanes[key].seconds, 0),
    metres: Math.max(...day.races),
    title: day.title,
  };
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];
const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

function describePosition(titles: readonly string[], index: number): string {
  const title = titles[index] ?? '';
  if (title === '') return '';
  let [first, last] = [index, index];
  while (titles[first - 1] === title) first--;
  while (titles[last + 1] === title) last++;
  const [ordinal, count] = [ORDINALS[index - first], NUMBERS[last - first]];
  return last === first || !ordinal || !count ? '' : `${ordinal} of ${count}`;
}

/** Each part grows in even steps if a week needs more than usual. */
export function scaleOf(
  weeks: readonly Pick<SeasonWeek, 'fastSeconds' | 'lanes'>[],
  least: SeasonScale = { fast: 105 * MINUTE, easy: 5.4 * HOUR },
): SeasonScale {
  const fast = Math.max(0, ...weeks.map(({ fastSeconds }) => fastSeconds));
  const easy = Math.max(0, ...weeks.map(({ lanes }) => lanes.E));
  return {
    fast: Math.max(least.fast, Math.ceil(fast / (15 * MINUTE)) * 15 * MINUTE),
    easy: Math.max(least.easy, Math.ceil(easy / HOUR) * HOUR),
  };
}

/** A block of a column: from its top, in the units of the drawing. */
export type SeasonBlock = { lane: PaceKey; y: number; height: number; seconds: number };

export type SeasonColumn = {
  week: SeasonWeek;
  x: number;
  width: number;
  blocks: SeasonBlock[];
  /** The box of a race, on top of everything else. */
  race: { y: number; height: number } | undefined;
  /** The top of what is drawn. */
  top: number;
};

export type SeasonSize = {
  width: number;
  /** Heights of the two parts, and the gap between them. */
  fast: number;
  gap: number;
  easy: number;
};

/** Places every week, to scale. The painted line is at the height of the upper part. */
export function layOutSeason(
  weeks: readonly SeasonWeek[],
  scale: SeasonScale,
  { width, fast, gap, easy }: SeasonSize,
): SeasonColumn[] {
  const step = width / Math.max(1, weeks.length);
  const space = Math.min(4, step * 0.12);
  const base = fast + gap + easy;
  return weeks.map((week, index) => {
    const blocks: SeasonBlock[] = [];
    let top = fast;
    for (const lane of FAST_PACES) {
      const seconds = week.lanes[lane];
      if (seconds <= 0) continue;
      const height = Math.max(MIN_BLOCK, (seconds / scale.fast) * fast);
      top -= height;
      blocks.push({ lane, y: top, height, seconds });
    }
    const easyHeight = Math.min(easy, (week.lanes.E / scale.easy) * easy);
    if (week.lanes.E > 0)
      blocks.push({
        lane: 'E',
        y: base - Math.max(MIN_BLOCK, easyHeight),
        height: Math.max(MIN_BLOCK, easyHeight),
        seconds: week.lanes.E,
      });
    // Longer than the scale for a marathon, so the box ends at the top.
    const raceHeight = week.race
      ? Math.min(top, Math.max(MIN_RACE * fast, (week.race.seconds / scale.fast) * fast))
      : 0;
    return {
      week,
      x: index * step + space / 2,
      width: step - space,
      blocks,
      race: week.race && { y: top - raceHeight, height: raceHeight },
      top: top - raceHeight,
    };
  });
}

/** Anything there is can be seen. */
const MIN_BLOCK = 2;
/** A race of a few minutes still has room for its chequers, as a share of the upper part. */
const MIN_RACE = 0.14;

/** Weeks in a row with the same title, as brackets under the drawing. */
export function listBrackets(
  weeks: readonly SeasonWeek[],
): { title: string; from: number; to: number }[] {
  const brackets: { title: string; from: number; to: number }[] = [];
  for (const [index, { title }] of weeks.entries()) {
    const last = brackets.at(-1);
    if (last?.title === title && last.to === index - 1) last.to = index;
    else brackets.push({ title, from: index, to: index });
  }
  return brackets.filter(({ title }) => title !== '');
}
