import type { AthleteSpeeds } from '@pacewright/script';

import type { WrittenWorkout } from './device-workout.ts';
import { encodeFit, encodeSchedule } from './fit-encode.ts';
import { writeZip, type ZipEntry } from './zip.ts';

/** A workout on a day, such as `2026-11-17`. */
export type DatedWorkout = WrittenWorkout & { day: string; speeds: AthleteSpeeds };

export type WatchFiles =
  | { ok: true; bytes: Uint8Array<ArrayBuffer>; workouts: number; skipped: string[] }
  | { ok: false; reason: string };

/** Watches keep about 30 days, so a year is far more than one can use. */
const MAX_DAYS = 366;

/** The folder on the watch. */
const FOLDER = 'NEWFILES';

/** The file with the instructions, in the archive. */
export const WATCH_FILES_README = 'read-me.txt';

const INSTRUCTIONS = `For Garmin watches: connect the watch by cable and copy the files in ${FOLDER} to GARMIN/NEWFILES on the watch.
schedule.fit contains the dates. Eject the watch and unplug it; it imports the files automatically.
`;

/**
 * Writes an archive for a Garmin watch: a FIT file for each workout, and one with their days. A workout on several days
 * is one file. `skipped` has a sentence for each workout that makes no file.
 */
export function encodeWatchFiles(workouts: readonly DatedWorkout[]): WatchFiles {
  const contents = new Map<string, string>();
  const files = new Map<string, ZipEntry>();
  const days: { id: string; day: string }[] = [];
  const skipped = new Set<string>();
  for (const workout of workouts.slice(0, MAX_DAYS)) {
    const content = JSON.stringify([workout.title, workout.script, workout.speeds]);
    const isChanged = (contents.get(workout.id) ?? content) !== content;
    // A changed content under the same id would replace the first one on the watch.
    const id = isChanged ? `${workout.id} ${content}` : workout.id;
    contents.set(id, content);
    if (!files.has(id)) {
      const file = encodeFit({ ...workout, id }, workout.speeds);
      if (!file.ok) {
        skipped.add(`${workout.title}: ${file.reason}`);
        continue;
      }
      files.set(id, { name: newName(file.fileName, files), bytes: file.bytes });
    }
    days.push({ id, day: workout.day });
  }
  if (files.size === 0)
    return { ok: false, reason: [...skipped][0] ?? 'There are no workouts on these days.' };

  const bytes = writeZip([
    ...files.values(),
    { name: `${FOLDER}/schedule.fit`, bytes: encodeSchedule(days) },
    { name: WATCH_FILES_README, bytes: new TextEncoder().encode(INSTRUCTIONS) },
  ]);
  return { ok: true, bytes, workouts: files.size, skipped: [...skipped] };
}

/** Two workouts of one title get two names. */
function newName(fileName: string, files: ReadonlyMap<string, ZipEntry>): string {
  const taken = new Set([`${FOLDER}/schedule.fit`, ...[...files.values()].map(({ name }) => name)]);
  for (let count = 1; ; count++) {
    const suffix = count === 1 ? '' : `-${count}`;
    const name = `${FOLDER}/${fileName.replace(/\.fit$/, '')}${suffix}.fit`;
    if (!taken.has(name)) return name;
  }
}
