import type { PlannedDay } from './placement.ts';
import {
  isAhead,
  isSameContent,
  isUntouched,
  shiftDays,
  type Entry,
  type Season,
} from './season.ts';

export type Change =
  | { kind: 'add'; planned: PlannedDay }
  | { kind: 'change'; before: Entry; after: Entry }
  | { kind: 'remove'; entry: Entry };

/**
 * A7. A day that the text and the athlete both changed. `day`, `content`: changed on both sides. `left`: touched by the
 * athlete, and no longer in the text. `removed`: removed by the athlete, and changed in the text. `past`: the text moves
 * it before today.
 */
export type Question = {
  key: string;
  about: 'day' | 'content' | 'left' | 'removed' | 'past';
  mine: Entry | undefined;
  theirs: PlannedDay | undefined;
};

export type Preview = {
  changes: Change[];
  questions: Question[];
  /** The keys of days before today, which are not added. */
  skipped: string[];
  /** The base of the season after the preview is applied (A9). */
  base: PlannedDay[];
  /** A paused season takes a new text when it is resumed (A12). */
  isWaiting: boolean;
};

/** A5 to A9. Merges a text into a season three ways, field by field: base, mine, and theirs. */
export function previewPlan(
  season: Season,
  planned: readonly PlannedDay[],
  today: string,
): Preview {
  const preview: Preview = {
    changes: [],
    questions: [],
    skipped: [],
    base: [...season.base],
    isWaiting: season.pausedOn !== undefined,
  };
  if (preview.isWaiting) return preview;

  const bases = byKey(season.base);
  const next = byKey(shiftDays(planned, season.shifts));
  const entries = byKey(season.entries.filter(({ status }) => status !== 'released'));
  const nextBases = new Map(bases);
  for (const key of new Set([...bases.keys(), ...next.keys()]))
    mergeDay(key, bases.get(key), entries.get(key), next.get(key));
  return { ...preview, base: [...nextBases.values()] };

  function mergeDay(
    key: string,
    base: PlannedDay | undefined,
    mine: Entry | undefined,
    theirs: PlannedDay | undefined,
  ): void {
    if (!base) {
      if (!mine && theirs) addDay(theirs);
    } else if (!mine) mergeRemoved(base, theirs);
    else if (!isAhead(mine, today)) return;
    else if (!theirs) {
      nextBases.delete(key);
      if (isUntouched(mine, base)) preview.changes.push({ kind: 'remove', entry: mine });
      else preview.questions.push({ key, about: 'left', mine, theirs });
    } else mergeFields(base, mine, theirs);
  }

  function addDay(theirs: PlannedDay): void {
    if (theirs.day < today) {
      preview.skipped.push(theirs.key);
      return;
    }
    preview.changes.push({ kind: 'add', planned: theirs });
    nextBases.set(theirs.key, theirs);
  }

  /** An entry that the athlete removed stays removed. */
  function mergeRemoved(base: PlannedDay, theirs: PlannedDay | undefined): void {
    const { key } = base;
    if (base.day < today && (!theirs || theirs.day < today)) return;
    if (!theirs) {
      nextBases.delete(key);
      return;
    }
    const isChanged = base.day !== theirs.day || !isSameContent(base, theirs);
    if (isChanged && theirs.day >= today)
      preview.questions.push({ key, about: 'removed', mine: undefined, theirs });
    nextBases.set(key, theirs);
  }

  function mergeFields(base: PlannedDay, mine: Entry, theirs: PlannedDay): void {
    const { key } = base;
    let after = mine;
    if (theirs.day !== base.day && theirs.day !== mine.day) {
      if (theirs.day < today) preview.questions.push({ key, about: 'past', mine, theirs });
      else if (mine.day !== base.day) preview.questions.push({ key, about: 'day', mine, theirs });
      else after = { ...after, day: theirs.day };
    }
    if (!isSameContent(base, theirs) && !isSameContent(mine, theirs)) {
      if (isSameContent(mine, base)) after = withContent(after, theirs);
      else preview.questions.push({ key, about: 'content', mine, theirs });
    }
    // Conflicts of the time of day keep the athlete's value without asking.
    if (theirs.timeOfDay !== base.timeOfDay && mine.timeOfDay === base.timeOfDay)
      after = { ...after, timeOfDay: theirs.timeOfDay };
    nextBases.set(key, theirs);
    if (after !== mine) preview.changes.push({ kind: 'change', before: mine, after });
  }
}

/** Answers to the questions of a preview. */
export type PreviewAnswers = {
  /** The questions that are answered with theirs; the others are answered with mine. */
  takeTheirs?: readonly Pick<Question, 'key' | 'about'>[] | undefined;
  /** The keys of days that stay as they are, as if the athlete had changed them. */
  keep?: readonly string[] | undefined;
};

/**
 * A7, A9. The season after a preview. An entry that is no longer in the text and stays is then the athlete's own, and a
 * day that is not added counts as removed by them.
 */
export function applyPreview(
  season: Season,
  preview: Preview,
  newId: (key: string) => string,
  { takeTheirs = [], keep = [] }: PreviewAnswers = {},
): Season {
  const unchanged = new Set(keep);
  const entries = new Map(season.entries.map((entry) => [entry.id, entry]));
  const add = (planned: PlannedDay) => {
    const id = newId(planned.key);
    entries.set(id, { ...planned, id, isDone: false, status: 'scheduled' });
  };
  const release = (entry: Entry) => entries.set(entry.id, { ...entry, status: 'released' });
  for (const change of preview.changes) {
    if (unchanged.has(keyOfChange(change))) {
      if (change.kind === 'remove') release(change.entry);
    } else if (change.kind === 'add') add(change.planned);
    else if (change.kind === 'change') entries.set(change.after.id, change.after);
    else entries.delete(change.entry.id);
  }
  for (const { key, about, mine, theirs } of preview.questions) {
    const isTheirs =
      !unchanged.has(key) &&
      takeTheirs.some((answer) => answer.key === key && answer.about === about);
    if (mine && about === 'left' && !isTheirs) release(mine);
    if (!isTheirs) continue;
    const current = mine && entries.get(mine.id);
    if (about === 'removed' && theirs) add(theirs);
    else if (mine && (about === 'left' || about === 'past')) entries.delete(mine.id);
    else if (current && theirs && about === 'content')
      entries.set(current.id, withContent(current, theirs));
    else if (current && theirs && about === 'day')
      entries.set(current.id, { ...current, day: theirs.day });
  }
  return { ...season, base: preview.base, entries: [...entries.values()] };
}

function keyOfChange(change: Change): string {
  if (change.kind === 'add') return change.planned.key;
  return change.kind === 'remove' ? change.entry.key : change.before.key;
}

function withContent(entry: Entry, planned: PlannedDay): Entry {
  const { kind, title, script, isRace, notes, alternatives } = planned;
  return { ...entry, kind, title, script, isRace, notes, alternatives };
}

function byKey<Day extends PlannedDay>(days: readonly Day[]): Map<string, Day> {
  return new Map(days.map((day) => [day.key, day]));
}
