import type { Span } from '@pacewright/script';

import type { PlanDay } from './days.ts';
import { isPlanMistake } from './diagnostics.ts';
import { keyOf } from './placement.ts';
import { readPlan, type PlanReading } from './read.ts';
import { readCached } from './script-cache.ts';
import { locateHeadings } from './week-places.ts';
import { WEEKDAYS } from './weekdays.ts';

/** What a run of a plan says. */
export type DayText = { title: string; script: string; notes: string };

/**
 * P25. The text of a plan in which one run says something else: a value of a list, its own line, or a line for its week.
 * Undefined if none of these changes this day alone.
 */
export function changeDay(text: string, key: string, asked: DayText): string | undefined {
  const to = { ...asked, script: oneLine(readCached(asked.script).script) };
  const reading = readPlan(text);
  const day = reading.days.find((each) => keyOf(each) === key);
  if (!day || day.kind !== 'run' || day.races.length > 0 || reading.diagnostics.some(isPlanMistake))
    return undefined;
  const others = (days: readonly PlanDay[]) =>
    JSON.stringify(days.map((each) => (keyOf(each) === key ? key : { ...each, place: undefined })));
  const before = others(reading.days);
  return listCandidates(text, reading, day, to).find((candidate) => {
    const { days, diagnostics } = readPlan(candidate);
    const now = days.find((each) => keyOf(each) === key);
    return (
      now && isSameText(now, to, day) && !diagnostics.some(isPlanMistake) && others(days) === before
    );
  });
}

function isSameText(now: PlanDay, to: DayText, before: PlanDay): boolean {
  return (
    now.kind === 'run' &&
    now.mistakes === 0 &&
    now.title === to.title &&
    oneLine(now.script) === to.script &&
    oneLine(now.notes) === oneLine(to.notes) &&
    JSON.stringify(now.alternatives) === JSON.stringify(before.alternatives)
  );
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** The smallest change first. A candidate may mean something else. */
function listCandidates(text: string, reading: PlanReading, day: PlanDay, to: DayText): string[] {
  const headings = locateHeadings(text, reading);
  const heading = headings.find(({ days }) => days.some(({ place }) => isAt(place, day.place)));
  const line = heading?.days.find(({ place }) => isAt(place, day.place));
  const values = (line?.lists ?? []).flatMap(
    (list) => list[heading?.weeks.indexOf(day.week) ?? -1] ?? [],
  );
  const ownHeading = headings.findLast(({ weeks }) => weeks.length === 1 && weeks[0] === day.week);
  const end = ownHeading?.days.at(-1)?.place.to ?? endOfLine(text, ownHeading?.place.to ?? 0);
  return [
    ...values.flatMap((value) => changeValue(text, value, day.script, to.script)),
    ...replaceIn(text, day.place, day.script, to.script),
    ...writeDays(day, to).flatMap((written) => [
      replace(text, day.place, written),
      ownHeading
        ? replace(text, { from: end, to: end }, `\n  ${written}`)
        : `${text.trimEnd()}\n\nweek ${day.week}\n  ${written}\n`,
    ]),
  ];
}

function isAt(one: Span, other: Span): boolean {
  return one.from === other.from && one.to === other.to;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

/** With another value in a list, where the change of the script is inside of it. */
function changeValue(text: string, place: Span, before: string, after: string): string[] {
  const value = text.slice(place.from, place.to).trim();
  const changes: string[] = [];
  if (value === '') return changes;
  for (let at = before.indexOf(value); at !== -1; at = before.indexOf(value, at + 1)) {
    const rest = before.slice(at + value.length);
    const isInside = after.startsWith(before.slice(0, at)) && after.endsWith(rest);
    if (isInside && after.length >= at + rest.length)
      changes.push(replace(text, place, after.slice(at, after.length - rest.length)));
  }
  return changes;
}

/** With another script in the line, if the line has the script as it is. */
function replaceIn(text: string, place: Span, before: string, after: string): string[] {
  const at = text.slice(place.from, place.to).indexOf(before);
  if (at === -1) return [];
  const from = place.from + at;
  return [replace(text, { from, to: from + before.length }, after)];
}

/** The line of a day, named after its script if that is its title. */
function writeDays({ weekday, run, alternatives }: PlanDay, to: DayText): string[] {
  const options = [to, ...alternatives];
  const write = (hasTitle: (option: { title: string }) => boolean) =>
    options
      .map((option) => {
        if ('kind' in option && option.kind === 'rest') return 'rest';
        return `${hasTitle(option) ? `${option.title}: ` : ''}${oneLine(option.script)}`.trim();
      })
      .join(' or ');
  const head = `${WEEKDAYS[weekday]}${run === 2 ? ' pm' : ''}`;
  const note = to.notes.trim() === '' ? '' : ` // ${oneLine(to.notes)}`;
  const contents = [() => false, (option: unknown) => option === to, () => true].map(write);
  return [...new Set(contents)].map((content) => `${head} ${content}${note}`);
}

function replace(text: string, { from, to }: Span, insert: string): string {
  return text.slice(0, from) + insert + text.slice(to);
}
