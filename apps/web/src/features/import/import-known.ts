import type { ImportedWorkout } from '@pacewright/import';
import { readScript, writeScript } from '@pacewright/script';
import { titleOnCalendar } from './import-days.ts';

type Written = { title: string; script: string };

/** The athlete's library, and the calendar from the first day of an import on. */
export type KnownWorkouts = {
  library: readonly (Written & { id: string; notes: string })[];
  calendar: readonly (Written & { day: string })[];
};

/** Finds workouts that the athlete has: with the same name, and a script of the same meaning. */
export function createKnownFinder({ library, calendar }: KnownWorkouts) {
  const inLibrary = Map.groupBy(library, ({ title }) => nameOf(title));
  const onDays = Map.groupBy(calendar, ({ day, title }) => `${day} ${nameOf(title)}`);
  const meanings = new Map<string, string>();
  const meaningOf = (script: string) => {
    const meaning = meanings.get(script) ?? readMeaning(script);
    meanings.set(script, meaning);
    return meaning;
  };
  const find = <One extends Written>(all: readonly One[] = [], script: string) =>
    all.find((one) => meaningOf(one.script) === meaningOf(script));

  return {
    isInLibrary: (workout: ImportedWorkout) =>
      namesOf(workout).some((name) => find(inLibrary.get(name), workout.script)),
    /** The id of the workout in the library that can be put on a day: a day shows the notes of its workout. */
    findId: (workout: ImportedWorkout) => {
      const alike = namesOf(workout).flatMap((name) => inLibrary.get(name) ?? []);
      const isSame = ({ notes }: { notes: string }) => notes.trim() === workout.notes.trim();
      return find(alike.filter(isSame), workout.script)?.id;
    },
    isOnDay: (workout: ImportedWorkout, day: string) =>
      namesOf(workout).some((name) => find(onDays.get(`${day} ${name}`), workout.script)),
    /** Equal for workouts of an import that become one in the library. */
    contentOf: (workout: ImportedWorkout) =>
      JSON.stringify([
        nameOf(titleOnCalendar(workout)),
        meaningOf(workout.script),
        workout.notes,
        workout.tags,
      ]),
    /** Those without a day that were found before, in the same import. */
    findRepeated: (workouts: readonly ImportedWorkout[]) => {
      const seen = new Set<string>();
      return new Set(
        workouts.filter(({ title, script, day, planDay }) => {
          if (day !== undefined || planDay) return false;
          const content = `${nameOf(title)}\n${meaningOf(script)}`;
          const isRepeated = seen.has(content);
          seen.add(content);
          return isRepeated;
        }),
      );
    },
  };
}

/** An import that went onto the calendar is in the library without its weekday. */
function namesOf(workout: ImportedWorkout): string[] {
  return [workout.title, titleOnCalendar(workout)].map(nameOf);
}

function nameOf(title: string): string {
  return title.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
}

/** The script in one spelling. With a mistake it has no certain meaning, so its text counts. */
function readMeaning(script: string): string {
  const { workout, diagnostics } = readScript(script);
  const isCertain = diagnostics.every(({ severity }) => severity !== 'error');
  return isCertain ? writeScript(workout) : script.trim();
}
