import { METRES_PER_UNIT } from '@pacewright/pace';
import type { Amount, Role, Target, WorkoutItem, Zone } from '@pacewright/script';

import {
  addWorkout,
  emptyFound,
  refusal,
  workoutOf,
  type Found,
  type ImportOptions,
  type Reading,
} from './result.ts';
import { createStepReader, type FoundStep, type StepReader } from './steps.ts';

const MAX_CHARACTERS = 100_000;

/** The text of a workout of intervals.icu: a step is a line with a hyphen, and `5x` repeats the lines up to a blank one. */
export function readIntervalsText(source: string, options: ImportOptions): Reading {
  if (source.length > MAX_CHARACTERS)
    return refusal(`This text is too long. Paste up to ${MAX_CHARACTERS / 1000} kB at a time.`);
  const found = emptyFound();
  const reader = createStepReader(options, found);
  const items: WorkoutItem[] = [];
  const headings: string[] = [];
  let block: { count: number; items: WorkoutItem[] } | undefined;
  const close = () => {
    if (block) items.push(...reader.repeat(block.count, block.items));
    block = undefined;
  };
  for (const line of source.split('\n')) {
    const text = line.trim();
    if (text === '') {
      close();
      continue;
    }
    if (/^[-*]/.test(text)) {
      const [, count, step = ''] = /^[-*]\s*(?:(\d{1,2})\s?[x×]\s+)?(.*)$/i.exec(text) ?? [];
      const item = readLine(step.trim(), { options, reader, found });
      const read = count === undefined ? [item] : reader.repeat(Number(count), [item]);
      (block?.items ?? items).push(...read);
      continue;
    }
    close();
    const [, name, count] = /^(.{0,200}?)\b(\d{1,3})\s?x$/i.exec(text) ?? [];
    if (count !== undefined) block = { count: Number(count), items: [] };
    if ((name ?? text).trim() !== '') headings.push((name ?? text).trim());
  }
  close();
  if (items.length === 0) return refusal('This text has no steps. Steps start with a hyphen.');
  const [title = '', ...others] = headings.filter((heading) => !USUAL_HEADING.test(heading));
  const notes = others.join('\n');
  const script = reader.script(items);
  addWorkout(found, workoutOf({ title, script, notes, source, losses: reader.losses }));
  return { ok: true, ...found };
}

/** Headings that say no more than the steps below them. */
const USUAL_HEADING = /^(?:warm[ -]?up|cool[ -]?down|main|main set|workout)[: ]*$/i;

type Context = { options: ImportOptions; reader: StepReader; found: Found };

const LENGTH =
  /(?:^|\s)(\d+(?:\.\d+)?\s?(?:km|mtr|mi|yrd|y)|\d+'(?:\d+")?|\d+"|(?=\d+(?:\.\d+)?[hms])(?:\d+(?:\.\d+)?h)?(?:\d+(?:\.\d+)?m)?(?:\d+(?:\.\d+)?s?)?)(?=\s|$)/i;

/** Words before the length are the cue; after it there are targets. */
function readLine(line: string, context: Context): WorkoutItem {
  const { reader } = context;
  const match = LENGTH.exec(line);
  const cue = match ? line.slice(0, match.index).trim() : line;
  const behind = match ? line.slice(match.index + match[0].length).trim() : '';
  const isLap = /press\s+lap/i.test(cue);
  const name = cue.replace(/press\s+lap/i, '').trim();
  const length = match && lengthOf((match[1] ?? '').toLowerCase().replaceAll(' ', ''));
  if (!length && !isLap)
    reader.losses.push({ what: `“${line}” has no duration or distance`, instead: 'an open step' });
  const amount: Amount = isLap || !length ? { kind: 'open' } : length;
  return reader.step({ amount, name, role: roleOf(name), ...targetOf(behind, context) });
}

function roleOf(cue: string): Role | undefined {
  if (/^rest\b/i.test(cue)) return 'rest';
  return /^(?:recover|recovery|jog)\b/i.test(cue) ? 'recovery' : undefined;
}

const METRES = new Map([
  ['km', 1000],
  ['mtr', 1],
  ['mi', METRES_PER_UNIT.imperial],
  ['y', 0.9144],
  ['yrd', 0.9144],
]);

const MIN_METRES = 100;

function lengthOf(text: string): Amount | undefined {
  const [, distance, unit = ''] = /^(\d+(?:\.\d+)?)(km|mtr|mi|yrd|y)$/.exec(text) ?? [];
  if (distance !== undefined)
    return { kind: 'distance', metres: Number(distance) * (METRES.get(unit) ?? 1) };
  const [, primes, rest] = /^(\d+)'(?:(\d+)")?$/.exec(text.replace(/^(\d+)"$/, `0'$1"`)) ?? [];
  const [, hours, minutes = primes, seconds = primes && rest] =
    /^(?:(\d+(?:\.\d+)?)h)?(?:(\d+(?:\.\d+)?)m)?(?:(\d+(?:\.\d+)?)s?)?$/.exec(text) ?? [];
  // "800m" is 13 hours there, and nobody runs those: people write metres.
  if (Number(minutes) >= MIN_METRES && !hours && !seconds && !primes)
    return { kind: 'distance', metres: Number(minutes) };
  const sum = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
  return sum > 0 ? { kind: 'time', seconds: sum } : undefined;
}

/** Targets after the length; words that are none go into the note. */
function targetOf(
  source: string,
  { options, reader, found }: Context,
): Pick<FoundStep, 'target' | 'speed' | 'untold'> {
  const untold: string[] = [];
  let rest = source;
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    const match = pattern.exec(rest) ?? undefined;
    if (match)
      rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length)}`.trim();
    return match;
  };
  const close = <Result extends object>(result: Result) => {
    const words = rest.replaceAll(/\s+/g, ' ').trim();
    if (words !== '' && !/^(?:pace|freeride|hr)$/i.test(words)) untold.push(words);
    return { ...result, untold };
  };
  const cadence = take(/\b\d{1,4}(?:-\d{1,4})?\s?rpm\b/i);
  if (cadence) untold.push(cadence[0]);
  if (take(/\bramp\b/i)) untold.push('ramp');
  // The site's name for the kind of step, which follows from the step itself here.
  take(/\bintensity=\w{1,20}/i);

  const pace = take(/\b(\d{1,2}:\d\d)(?:\s?-\s?(\d{1,2}:\d\d))?\s?\/(km|mi)\b(?:\s?pace)?/i);
  if (pace) {
    const [, slow = '', fast = slow, unit = 'km'] = pace;
    const ends = [slow, fast].map(secondsOf);
    const per = unit.toLowerCase() === 'mi' ? ('mi' as const) : ('km' as const);
    const stated = {
      kind: 'stated' as const,
      slow: Math.max(...ends),
      fast: Math.min(...ends),
      per,
    };
    return close({ target: stated });
  }
  const zone = take(/\bZ([1-5])(?:\s?(HR|Pace))?\b/i);
  if (zone) return close({ target: zoneTarget(Number(zone[1]) as Zone, zone[2], options, found) });
  const share = take(
    /\b(\d{1,3}(?:\.\d{1,2})?)%?(?:\s?-\s?(\d{1,3}(?:\.\d{1,2})?))?%(?:\s?(\w{2,5}))?/i,
  );
  if (share) {
    const [all, low = '', high = low, of = ''] = share;
    const T = options.speeds?.trainingPaces.T;
    if (/^pace$/i.test(of) && T && T.from > 0) {
      reader.losses.push({ what: all.trim(), instead: 'a pace from your current threshold' });
      const threshold = (T.from + T.to) / 2;
      const [from, to] = [(Number(low) / 100) * threshold, (Number(high) / 100) * threshold];
      return close(from > 0 && to > 0 ? { speed: { from, to } } : {});
    }
    untold.push(all.trim());
    return close({});
  }
  return close({});
}

function secondsOf(clock: string): number {
  const [minutes = 0, seconds = 0] = clock.split(':').map(Number);
  return minutes * 60 + seconds;
}

/** Zones of heart rate are the language's. Others are the site's own zones of pace, so the runner decides. */
function zoneTarget(
  zone: Zone,
  kind: string | undefined,
  { answers }: ImportOptions,
  { questions }: Found,
): Target {
  if (kind?.toLowerCase() === 'hr') return { kind: 'zone', zone };
  const chosen = answers?.zones ?? 0;
  if (!questions.some(({ id }) => id === 'zones'))
    questions.push({
      id: 'zones',
      text: `Z${zone} comes from your intervals.icu settings. What should it mean here?`,
      choices: ['Heart-rate zones', 'Paces: Z1 and Z2 = E, Z3 = M, Z4 = T, Z5 = I'],
      chosen,
    });
  if (chosen === 0) return { kind: 'zone', zone };
  return { kind: 'pace', pace: (['E', 'E', 'M', 'T', 'I'] as const)[zone - 1] ?? 'E' };
}
