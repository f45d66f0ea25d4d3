import { WATCH_FILES_README } from '@pacewright/delivery';
import {
  detect,
  placeOnDays,
  readImport,
  readZip,
  type ArchivedFile,
  type Format,
  type ImportedWorkout,
  type ImportOptions,
  type ImportQuestion,
  type ScheduledDay,
  type Skipped,
} from '@pacewright/import';
import { plural } from '@pacewright/pace';
import { loadSecondReader } from '@pacewright/script';
import type { Progress } from '../../ui/work-progress.tsx';

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
  /** Recorded runs among the files, which are compared with the calendar. */
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
  onProgress: (progress: Progress) => void = () => undefined,
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
  const chosen = files.slice(0, MAX_FILES);
  const progress: Progress = { what: 'Files', done: 0, of: chosen.length };
  const count = () => {
    progress.done++;
    if (progress.of > 1) onProgress({ ...progress });
  };
  await loadSecondReader();
  for (const file of chosen) {
    const parts = await unpack(file, read);
    progress.of += Math.max(0, parts.length - 1);
    // The parts of a single text are counted instead.
    const onRead = (done: number, of: number) => {
      if (progress.of === 1) onProgress({ what: 'Workouts', done, of });
    };
    for (const part of parts) {
      addFile(part, { ...options, onRead }, read);
      count();
    }
    if (parts.length === 0) count();
  }
  if (files.length > MAX_FILES)
    read.skipped.push({
      what: `${files.length - MAX_FILES} more files`,
      why: `choose up to ${MAX_FILES} at a time`,
    });
  return placeScheduled(read);
}

/** A file, or one of an archive. */
type Part = ArchivedFile & { toFile: () => File };

/** None of a file that is refused. */
async function unpack(file: File, read: Reading): Promise<Part[]> {
  const { name } = file;
  if (file.size > MAX_FILE_BYTES) {
    refuse(name, 'unknown', 'Files can be up to 50 MB.', read);
    return [];
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (detect(bytes).format !== 'zip') return [{ name, bytes, toFile: () => file }];
  const archive = await readZip(bytes);
  if (!archive.ok) {
    refuse(name, 'zip', archive.reason, read);
    return [];
  }
  read.skipped.push(...archive.skipped);
  return archive.files
    .filter((inner) => inner.name !== WATCH_FILES_README)
    .map((inner) => ({
      ...inner,
      toFile: () =>
        new File([inner.bytes.slice()], inner.name, { lastModified: file.lastModified }),
    }));
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

function addFile({ name, bytes, toFile }: Part, options: ImportOptions, read: Reading): void {
  const reading = readImport(bytes, options);
  const { format } = reading;
  if (!reading.ok) {
    if (!reading.isRun) return refuse(name, format, reading.reason, read);
    read.runs.push(toFile());
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
