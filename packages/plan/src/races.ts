import {
  change,
  formatDistance,
  raceTarget,
  remove,
  type Span,
  writeTarget,
} from '@pacewright/script';

import type { Report } from './diagnostics.ts';
import {
  concat,
  locate,
  locateAll,
  slice,
  substitute,
  trim,
  type MappedText,
} from './mapped-text.ts';
import { matchesOutside } from './quotes.ts';
import type { ReadScript } from './script-cache.ts';

/** P11. The content without the word `race`, each race at its own pace unless it has another, and their metres. */
export function readRaces(
  content: MappedText,
  report: Report,
  readScript: ReadScript,
): { script: MappedText; races: number[] } {
  const found = findRaces(content.text);
  if (found.length === 0) return { script: content, races: [] };

  const races: number[] = [];
  const parts: MappedText[] = [];
  let from = 0;
  for (const { word, end } of found) {
    const step = trim(slice(content, word.to, end));
    const race = readRaceStep(step, readScript);
    if (race) races.push(race.metres);
    else {
      const place = locate(content, word);
      const fixes =
        step.text === ''
          ? ['5km', '10km', 'HM', 'marathon'].map((distance) =>
              change(
                { from: place.to, to: place.to },
                ` ${distance}`,
                `Change to race ${distance}`,
              ),
            )
          : [remove(place, 'Not a race')];
      report('race-needs-distance', place, 'How long is the race?', fixes);
    }
    const gap = substitute(' ', locate(content, { from: end, to: end }));
    parts.push(slice(content, from, word.from), race?.script ?? step, gap);
    from = end;
  }
  return { script: trim(concat(...parts, slice(content, from, content.text.length))), races };
}

/** The word `race` before each race of a script, and the end of its step. */
export function findRaces(text: string): { word: Span; end: number }[] {
  const words = matchesOutside(text, RACE_WORD);
  if (words.length === 0) return [];
  const joins = matchesOutside(text, JOIN);
  let next = 0;
  return words.map(({ index, length }) => {
    const to = index + length;
    while ((joins[next]?.index ?? text.length) < to) next++;
    return { word: { from: index, to }, end: joins[next]?.index ?? text.length };
  });
}

const RACE_WORD = /(?<=^\s*|[+,;\n]\s*)race(?![\w-])(?!\s+(?:pace|effort))/gi;
const JOIN = /[+;\n]|,(?!\d)/g;

const HALF_MARATHON = 21_097.5;
const MARATHON = 42_195;

/** Distances that have a name, and how a script writes them. */
const RACE_NAMES = [
  {
    pattern: /^(?:half[\s-]?marathon|half|hm)(?![\w-])/i,
    metres: HALF_MARATHON,
    distance: '21.0975km',
  },
  { pattern: /^(?:full[\s-]?)?marathon(?![\w-])/i, metres: MARATHON, distance: '42.195km' },
  { pattern: /^mile(?![\w-])/i, metres: 1609.34, distance: '1mi' },
] as const;

/** "race 1500m": nobody races for that many minutes. */
const TRACK_RACE = /^(\d{3,5}) ?m(?![\w-])/i;

/** The distance that a step begins with by its name, in metres and as a script has it. */
export function findRaceName(
  step: string,
): { length: number; metres: number; distance: string } | undefined {
  const [all = '', metresAlone = ''] = TRACK_RACE.exec(step) ?? [];
  if (all !== '')
    return { length: all.length, metres: Number(metresAlone), distance: `${metresAlone}mtr` };
  for (const { pattern, metres, distance } of RACE_NAMES) {
    const length = pattern.exec(step)?.[0].length;
    if (length !== undefined) return { length, metres, distance };
  }
  return undefined;
}

function readRaceStep(
  step: MappedText,
  readScript: ReadScript,
): { metres: number; script: MappedText } | undefined {
  const place = locateAll(step);
  const named = findRaceName(step.text);
  if (named) {
    const { length, metres, distance } = named;
    const rest = slice(step, length, step.text.length);
    const pace = rest.text.trim() === '' ? ` ${paceOfRace(metres)}` : '';
    return { metres, script: concat(substitute(`${distance}${pace}`, place), rest) };
  }

  const [first, ...others] = readScript(step.text).reading.workout.items;
  if (first?.kind !== 'step' || first.amount.kind !== 'distance' || others.length > 0)
    return undefined;
  const { metres } = first.amount;
  const pace = first.target.kind === 'none' ? paceOfRace(metres) : '';
  if (pace === '' || metres === 0) return { metres, script: step };
  const end = { from: place.to, to: place.to };
  return { metres, script: concat(step, substitute(` ${pace}`, end)) };
}

function paceOfRace(metres: number): string {
  return writeTarget(raceTarget(metres));
}

/** "10 km", "half marathon". */
export function nameRace(metres: number): string {
  if (metres === MARATHON) return 'marathon';
  if (metres === HALF_MARATHON) return 'half marathon';
  return formatDistance(metres);
}
