import { readScript, type ScriptReading, type Work } from '@pacewright/script';

const MAX_KEPT = 500;

/** The scripts of a reading, by the work that it counts. */
const readings = new WeakMap<Work, Map<string, ScriptReading>>();

/** As `readScript`, but only once: the same words are tried in several places, and read again for their answers. */
export function readOnce(text: string, work: Work): ScriptReading {
  let known = readings.get(work);
  if (!known || known.size >= MAX_KEPT) {
    known = new Map();
    readings.set(work, known);
  }
  const found = known.get(text) ?? readScript(text, { work });
  known.set(text, found);
  return found;
}
