import { readScript, suggestTitle, writeScript, type ScriptReading } from '@pacewright/script';

export type CachedScript = {
  reading: ScriptReading;
  /** In its one spelling; as written, if it has mistakes. */
  script: string;
  title: string;
  mistakes: number;
};

const cache = new Map<string, CachedScript>();
const MAX_CACHED = 2000;

/** Reads a script, once: most days of a plan are like others, and a plan is read with every letter typed. */
export function readCached(text: string): CachedScript {
  const known = cache.get(text);
  if (known) return known;
  const reading = readScript(text);
  const { workout } = reading;
  const mistakes = reading.diagnostics.filter(({ severity }) => severity === 'error').length;
  const read: CachedScript = {
    reading,
    script: mistakes === 0 ? writeScript(workout) : trimLines(text),
    title: workout.items.length > 0 ? suggestTitle(workout) : text.trim(),
    mistakes,
  };
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(text, read);
  return read;
}

/** For measurements of a first reading. */
export function clearScriptCache(): void {
  cache.clear();
}

export function isCorrectScript(text: string): boolean {
  return readCached(text).mistakes === 0;
}

/** A line break may join two steps, so it is no white space like any other. */
export function trimLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}
