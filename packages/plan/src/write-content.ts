import { writeScript } from '@pacewright/script';

import { isList, type Content } from './lists.ts';
import { WHOLE_STEP } from './names.ts';
import { findTitle, OR, REST } from './options.ts';
import { maskQuotes, matchesOutside } from './quotes.ts';
import { findRaceName, findRaces } from './races.ts';
import { readCached, trimLines } from './script-cache.ts';
import { LIST_MARK, spellLists } from './spell-lists.ts';

/**
 * P21. The content of a day in one spelling, on one line. Undefined where it has none: list values that change the
 * meaning of the words next to them (P24), or a script that cannot be read with its names and races marked.
 */
export function writeContent(
  content: Content,
  weeks: number,
  names: ReadonlySet<string>,
): string | undefined {
  const lists: string[][] = [];
  const text = content.parts
    .map((part) => {
      if (!isList(part)) return part.text;
      lists.push(part.values.map((value) => value.text));
      return String.fromCharCode(LIST_MARK + lists.length - 1);
    })
    .join('');
  const source = content.parts.map((part) => (isList(part) ? part.values : [part])).flat();
  if (source.some((part) => PRIVATE_USE.test(part.text))) return undefined;
  return writeOptions(text, lists);

  function writeOptions(
    options: string,
    values: readonly (readonly string[])[],
  ): string | undefined {
    const ors = matchesOutside(options, OR);
    const starts = [0, ...ors.map(({ index, length }) => index + length)];
    return joinAll(
      starts.map((from, at) => writeOption(options.slice(from, ors[at]?.index).trim(), values)),
      ' or ',
    );
  }

  function writeOption(option: string, values: readonly (readonly string[])[]): string | undefined {
    const titled = findTitle(option);
    if (titled) {
      if (PRIVATE_USE.test(titled.title)) return undefined;
      const rest = writeOption(option.slice(titled.length).trim(), values);
      return rest === undefined ? undefined : `${titled.title}: ${rest}`.trimEnd();
    }
    if (option === '') return '';
    if (REST.test(option)) return 'rest';
    if (!PRIVATE_USE.test(option)) return writeSteps(option, names);
    if (option.length > 1)
      return spellLists(option, values, weeks, (part) => markNames(part, names));
    const own = values[option.charCodeAt(0) - LIST_MARK] ?? [];
    const written = joinAll(
      own.map((value) => writeOptions(value, [])),
      ', ',
    );
    return written === undefined ? undefined : `{${written}}`;
  }
}

/** As it was written, but for white space. A line break stays one. */
export function writeUnchanged({ parts }: Content): string {
  const written = parts.map((part) =>
    isList(part) ? `{${part.values.map(({ text }) => text).join(', ')}}` : part.text,
  );
  return trimLines(written.join(''));
}

function joinAll(parts: readonly (string | undefined)[], separator: string): string | undefined {
  return parts.some((part) => part === undefined) ? undefined : parts.join(separator);
}

/** Characters that nobody writes. They mark lists, and names and races in the note of a step. */
const PRIVATE_USE = /[\ue000-\uf8ff]/;

/** Steps without lists: the script reader reads them and its writer writes them. Names and races are marked by a note. */
function writeSteps(steps: string, names: ReadonlySet<string>): string | undefined {
  const marked = markRaces(markNames(steps, names, (name) => `1m E ${name}`));
  const { reading, mistakes } = readCached(marked);
  if (mistakes > 0 || reading.headings.length > 0) return undefined;
  return writeScript(reading.workout)
    .replaceAll(/\(\s*\n\s*/g, '(')
    .replaceAll(/\s*\n\s*\)/g, ')')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(/1m E "\uf000([^"]*)"/g, '$1')
    .replaceAll(
      /(^|[+(] )([^+()"]*?)( E)? "\uf001(.*?)"/g,
      (_, before: string, step: string, pace: string | undefined, isEasy: string) =>
        `${before}race ${step}${isEasy === '' ? (pace ?? '') : ''}`,
    )
    .replaceAll('race 21.0975km', 'race HM')
    .replaceAll('race 42.195km', 'race marathon');
}

/** Each name that is used as a step becomes a note of its own. */
function markNames(
  steps: string,
  names: ReadonlySet<string>,
  asStep: (note: string) => string = (note) => note,
): string {
  let marked = '';
  let from = 0;
  for (const { 0: all, 1: before = '', 2: word = '', index } of maskQuotes(steps).matchAll(
    WHOLE_STEP,
  )) {
    if (!names.has(word.toLowerCase())) continue;
    marked += `${steps.slice(from, index)}${before}${asStep(`"\uf000${word.toLowerCase()}"`)}`;
    from = index + all.length;
  }
  return marked + steps.slice(from);
}

/** Each race becomes a step with a note. One without a target is read at E, as a step without any may be a question. */
function markRaces(steps: string): string {
  let marked = '';
  let from = 0;
  for (const { word, end } of findRaces(steps)) {
    const own = steps.slice(word.to, end).trim();
    const named = findRaceName(own);
    const step = named ? `${named.distance}${own.slice(named.length)}` : own;
    const [first] = readCached(step).reading.workout.items;
    const hasTarget = first?.kind === 'step' && first.target.kind !== 'none';
    marked += `${steps.slice(from, word.from)}${step} ${hasTarget ? '"\uf001"' : 'E "\uf001e"'} `;
    from = end;
  }
  return marked + steps.slice(from);
}
