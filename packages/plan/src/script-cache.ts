import {
  readScript,
  suggestTitle,
  writeScript,
  type ScriptReading,
  type Spend,
} from '@pacewright/script';

export type CachedScript = {
  reading: ScriptReading;
  /** In its one spelling; as written, if it has mistakes. */
  script: string;
  title: string;
  mistakes: number;
  /** The work of the reading. */
  work: number;
};

/** Reads a script, or finds its reading. */
export type ReadScript = (text: string) => CachedScript;

const cache = new Map<string, CachedScript>();
const MAX_CACHED = 2000;

/** Reads a script, once: most days of a plan are like others, and a plan is read with every letter typed. */
export function readCached(text: string): CachedScript {
  const known = cache.get(text);
  if (known) return known;
  const work = { used: 0 };
  const reading = readScript(text, { work });
  const { workout } = reading;
  const mistakes = reading.diagnostics.filter(({ severity }) => severity === 'error').length;
  const read: CachedScript = {
    reading,
    script: mistakes === 0 ? writeScript(workout) : trimLines(text),
    title: workout.items.length > 0 ? suggestTitle(workout) : text.trim(),
    mistakes,
    work: work.used,
  };
  if (reading.diagnostics.some(({ code }) => code === 'being-read')) return read;
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(text, read);
  return read;
}

/** Reads the scripts of one plan. A script counts as read anew the first time, whatever other plans have in common with it. */
export function scriptsOfPlan(spend: Spend): ReadScript {
  const known = new Set<string>();
  return (text) => {
    const read = readCached(text);
    spend(known.has(text) ? 1 : read.work);
    known.add(text);
    return read;
  };
}

/** For measurements of a first reading. */
export function clearScriptCache(): void {
  cache.clear();
}

/** A line break may join two steps, so it is no white space like any other. */
export function trimLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}
