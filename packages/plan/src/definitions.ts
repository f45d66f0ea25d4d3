import { change, MAX_SCRIPT_LENGTH, type Span } from '@pacewright/script';

import { contentOfWeek, listsOf } from './lists.ts';
import { slice, trim } from './mapped-text.ts';
import { expandNames, isTakenName, type FindName, type NamedWorkout } from './names.ts';
import { findTitle, readOptions, type ReadContext } from './options.ts';
import type { NameLine } from './outline.ts';
import { maskQuotes } from './quotes.ts';
import { trimLines } from './script-cache.ts';
import { WEEKDAY_NAMES, WEEKDAYS } from './weekdays.ts';

/** The named workouts of a plan, by name in lower case. */
export type Definitions = {
  names: ReadonlyMap<string, NamedWorkout & { line: NameLine }>;
  used: Set<string>;
  /** Finds a name among the first ones that are defined. */
  findAmong: (count: number) => FindName;
};

/** P12. Reads the workouts of all names, each of which may use those above it. */
export function* readDefinitions(
  text: string,
  lines: readonly NameLine[],
  context: ReadContext,
): Generator<void, Definitions> {
  const { report, spend } = context;
  const names = new Map<string, NamedWorkout & { line: NameLine }>();
  const used = new Set<string>();
  const findAmong = (count: number) => (word: string) => {
    const named = names.get(word.toLowerCase());
    return named && named.order < count ? named : undefined;
  };
  for (const [order, line] of lines.entries()) {
    const named = readDefinition(line, order);
    if (named) names.set(named.name, { ...named, line });
    yield;
  }
  return { names, used, findAmong };

  function readDefinition(line: NameLine, order: number): NamedWorkout | undefined {
    const { name, place, content, notes, noteSlot } = line;
    for (const list of listsOf(content))
      report('list-in-name', list.place, 'Lists work on days, not in names', [
        change(list.place, list.values[0]?.text ?? '', 'Keep the first'),
      ]);
    const written = trim(contentOfWeek(content, 0));
    if (written.text === '') report('empty-day', place, `What is ${name}?`);
    const findName = findAmong(order);
    const markUsed = (other: string) => used.add(other);
    const [option, ...others] = readOptions(written, true, {
      ...context,
      findName,
      noteSlot,
      markUsed,
    });
    if (others.length > 0)
      report('name-taken', place, 'A name is one workout. Use “or” on the day instead');

    const isKnown = names.has(name.toLowerCase());
    if (isKnown || isTakenName(name)) {
      const message = isKnown
        ? `“${name}” is already defined`
        : `“${name}” already means something else`;
      const own = `my-${name}`;
      spend(text.length >> 4);
      const uses = isKnown ? [] : listUses(text, name, line.whole.to);
      const edits = [place, ...uses].map((use) => ({ from: use.from, to: use.to, insert: own }));
      report('name-taken', place, message, [{ label: `Change to ${own}`, edits }]);
      return undefined;
    }
    const titled = findTitle(written.text);
    const bare = trim(slice(written, titled?.length ?? 0, written.text.length));
    // In its one spelling if it has one, so that formatting the definition changes no day that uses it.
    const isPlain = option?.kind === 'run' && option.mistakes === 0 && option.races.length === 0;
    const body = isPlain
      ? option.script.replaceAll(/\s+/g, ' ')
      : trimLines(expandNames(bare, findName).expanded.text);
    return {
      name: name.toLowerCase(),
      order,
      body: body.slice(0, MAX_SCRIPT_LENGTH + 1),
      title: titled?.title ?? `${name.charAt(0).toUpperCase()}${name.slice(1).toLowerCase()}`,
      notes: notes.filter((note) => note !== '').join('\n'),
      codes: option?.codes ?? new Set(),
    };
  }
}

/** Where a name is used as a step below its definition. A word with an amount before it has its own meaning. */
function listUses(text: string, name: string, from: number): Span[] {
  const searched = maskQuotes(text).replaceAll(/\/\/.*/g, ({ length }) => ' '.repeat(length));
  // A name is letters, digits and hyphens, so it is its own pattern.
  const use = new RegExp(`(?<=${BEFORE_STEP})${name}(?=${AFTER_STEP})`, 'gi');
  return Array.from(searched.matchAll(use), ({ index, 0: { length } }) => ({
    from: index,
    to: index + length,
  })).filter((span) => span.from >= from);
}

const BEFORE_STEP = `(?:[+(,;:{=]|\\b(?:or|and|then|am|pm|${WEEKDAY_NAMES.join('|')}|${WEEKDAYS.join('|')}))\\s*`;
const AFTER_STEP = '\\s*(?:$|[+),;}\\n]|(?:or|and|then)\\b)';
