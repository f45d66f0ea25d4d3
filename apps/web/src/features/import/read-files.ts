import { WATCH_FILES_README } from '@pacewright/delivery';
import {
  detect,
  placeOnDays,
  readImport,
  readZip,
  type Format,
  type ImportedWorkout,
  type ImportOptions,
  type ImportQuestion,
  type ScheduledDay,
  type Skipped,
} from '@pacewright/import';
import { plural } from '@pacewright/pace';
import { loadSecondReader } from '@pacewright/script';

/** A file, or a file of an archive, with what was found in it. */
export type FileReading = {
  name: string;
  format: Format;
  workoutCount: number;
  isRun: boolean;
  /** The reason why it has no workouts. */
  problem?: string;
};

export type ReadFiles = {
  files: FileReading[];
  workouts: ImportedWorkout[];
  /** Recorded runs among the files, which are added on another screen. */
  runs: File[];
  /** Parts of files that were read. */
  skipped: Skipped[];
  /** Each once, for all files. */
  questions: ImportQuestion[];
  /** What can be changed like an answer, but is not asked. */
  corrections: ImportQuestion[];
};

const MAX_FILES = 1000;
const MAX_WORKOUTS = 1000;
const MAX_FILE_BYTES = 50_000_000;

/** Reads files one after the other, and archives with all files in them. Everything else is listed with a reason. */
export async function readFiles(
  files: readonly File[],
  options: ImportOptions,
): Promise<ReadFiles> {
  const read: Reading = {
    files: [],
    workouts: [],
    runs: [],
    skipped: [],
    questions: [],
    corrections: [],
    schedule: [],
  };
  await loadSecondReader();
  for (const file of files.slice(0, MAX_FILES)) {
    if (file.size > MAX_FILE_BYTES) {
      refuse(file.name, 'unknown', 'Files can be up to 50 MB.', read);
      continue;
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (detect(bytes).format !== 'zip') {
      addFile(file, bytes, options, read);
      continue;
    }
    const archive = await readZip(bytes);
    if (!archive.ok) {
      refuse(file.name, 'zip', archive.reason, read);
      continue;
    }
    read.skipped.push(...archive.skipped);
    for (const inner of archive.files)
      if (inner.name !== WATCH_FILES_README)
        addFile(new File([inner.bytes.slice()], inner.name), inner.bytes, options, read);
  }
  if (files.length > MAX_FILES)
    read.skipped.push({
      what: `${files.length - MAX_FILES} more files`,
      why: `choose up to ${MAX_FILES} at a time`,
    });
  return placeScheduled(read);
}

/** The days of a schedule may be in a file before or after the workouts. */
type Reading = ReadFiles & { schedule: ScheduledDay[] };

function placeScheduled({ workouts: found, schedule, ...read }: Reading): ReadFiles {
  const { skipped } = read;
  const { workouts, unplaced } = placeOnDays(found, schedule);
  const left = unplaced.length;
  if (left > 0)
    skipped.push({
      what: plural(left, 'scheduled day'),
      why: 'choose their workout files too',
    });
  if (workouts.length > MAX_WORKOUTS)
    skipped.push({
      what: `${workouts.length - MAX_WORKOUTS} more days`,
      why: `add up to ${MAX_WORKOUTS} workouts at a time`,
    });
  return { ...read, workouts: workouts.slice(0, MAX_WORKOUTS) };
}

function addFile(file: File, bytes: Uint8Array, options: ImportOptions, read: Reading): void {
  const { name } = file;
  const reading = readImport(bytes, options);
  const { format } = reading;
  if (!reading.ok) {
    if (!reading.isRun) return refuse(name, format, reading.reason, read);
    read.runs.push(file);
    read.files.push({ name, format, workoutCount: 0, isRun: true });
    return;
  }
  const workoutCount = reading.workouts.filter(({ isUnclear }) => !isUnclear).length;
  read.files.push({ name, format, workoutCount, isRun: false });
  read.skipped.push(...reading.skipped);
  read.schedule.push(...reading.schedule);
  for (const list of ['questions', 'corrections'] as const)
    for (const question of reading[list])
      if (!read[list].some(({ id }) => id === question.id)) read[list].push(question);
  const left = MAX_WORKOUTS - read.workouts.length;
  read.workouts.push(...reading.workouts.slice(0, left));
  if (reading.workouts.length > left)
    read.skipped.push({
      what: `${reading.workouts.length - left} more workouts from ${name}`,
      why: `add up to ${MAX_WORKOUTS} at a time`,
    });
}

function refuse(name: string, format: Format, problem: string, read: Reading): void {
  read.files.push({ name, format, workoutCount: 0, isRun: false, problem });
}
