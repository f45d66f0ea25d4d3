import type { AthletePaces, PacesToSave } from '@pacewright/contract';
import {
  badRangeMessage,
  formatEnds,
  isSameRange,
  isValidRange,
  PACE_KEYS,
  type PaceEnds,
  type PaceKey,
  type PaceUnits,
  parseEndsOver,
  type SpeedRange,
  type TrainingPaces,
} from '@pacewright/pace';
import {
  emptyRaceForm,
  type RaceForm,
  raceFormOf,
  type RaceFormReading,
  readRaceForm,
} from './race-form.ts';

/**
 * What the athlete has changed and not saved yet. Ranges are speeds until someone types over them, so
 * looking at them in other units changes nothing.
 */
export type PacesDraft = {
  raceForm: RaceForm;
  paceUnits: PaceUnits;
  /** The ranges set by hand. The others follow from the race. */
  edits: Partial<Record<PaceKey, Edit>>;
};

type Edit = {
  range: SpeedRange;
  /** What stands in the two fields, if it has been typed over the range. */
  typed?: PaceEnds;
};

export function startDraft(saved: AthletePaces): PacesDraft {
  return {
    raceForm: saved.race ? raceFormOf(saved.race) : emptyRaceForm(),
    paceUnits: saved.paceUnits,
    edits: Object.fromEntries(
      saved.edited.map((key) => [key, { range: saved.trainingPaces[key] }]),
    ),
  };
}

export type PaceRowReading = {
  range: SpeedRange;
  /** What the two fields show. */
  ends: PaceEnds;
  computed: SpeedRange;
  isEdited: boolean;
  /** Incomplete: one end is unset, which is so while the first pace of an unset range is typed. */
  problem: { kind: 'unreadable' | 'incomplete' | 'invalid'; message: string } | undefined;
};

export type DraftReading = {
  race: RaceFormReading;
  vdot: number | undefined;
  rows: Record<PaceKey, PaceRowReading>;
  trainingPaces: TrainingPaces;
  isChanged: boolean;
  /** Nothing that was typed is wrong. The date of the race may be missing. */
  isReadable: boolean;
  /** What to save, unless something is wrong. */
  toSave: PacesToSave | undefined;
};

/** Everything the screen shows, from what was saved and what was changed since. */
export function readDraft(draft: PacesDraft, saved: AthletePaces, today: string): DraftReading {
  const before = startDraft(saved);
  const isSavedRace = isSameForm(draft.raceForm, before.raceForm);
  const race = readRaceForm(draft.raceForm, today);
  const { vdot, computed } = followRace(race, isSavedRace, saved);

  const rows = mapKeys((key) => readRow(key, draft, computed[key]));
  const trainingPaces = mapKeys((key) => rows[key].range);
  const isChanged =
    !isSavedRace ||
    draft.paceUnits !== saved.paceUnits ||
    PACE_KEYS.some(
      (key) =>
        rows[key].problem !== undefined || !isSameRange(rows[key].range, saved.trainingPaces[key]),
    );
  const isReadable =
    (isSavedRace || race.kind !== 'refused') &&
    PACE_KEYS.every((key) => rows[key].problem === undefined);
  // Sent back as it came: written into a form and read again, a distance might lose its last digit.
  const raceToSave = isSavedRace ? saved.race : race.kind === 'read' ? race.race : undefined;
  const isDated = isSavedRace || race.kind !== 'undated';

  return {
    race,
    vdot,
    rows,
    trainingPaces,
    isChanged,
    isReadable,
    toSave:
      isReadable && isDated
        ? { trainingPaces, paceUnits: draft.paceUnits, vdot, race: raceToSave }
        : undefined,
  };
}

/** Types into one field of a range. Typed back to what is computed, it counts as computed again. */
export function typeRange(
  draft: PacesDraft,
  key: PaceKey,
  { ends, computed }: PaceRowReading,
  change: Partial<PaceEnds>,
): PacesDraft {
  const typed = { ...ends, ...change };
  const { range } = draft.edits[key] ?? { range: computed };
  const reads = (as: SpeedRange) => isSameEnds(typed, formatEnds(as, draft.paceUnits));
  // A range set by hand earlier may print like the computed one and still differ behind the rounding.
  if (reads(computed) && (isSameRange(range, computed) || !reads(range)))
    return resetRanges(draft, [key]);
  return { ...draft, edits: { ...draft.edits, [key]: { range, typed } } };
}

/** Back to what follows from the race, for one range or for all. */
export function resetRanges(draft: PacesDraft, keys: readonly PaceKey[] = PACE_KEYS): PacesDraft {
  const edits = Object.entries(draft.edits).filter(([key]) => !keys.includes(key as PaceKey));
  return { ...draft, edits: Object.fromEntries(edits) };
}

/** What was typed is read in the units it was typed in, before it is shown in others. */
export function changeUnits(
  draft: PacesDraft,
  { rows }: DraftReading,
  paceUnits: PaceUnits,
): PacesDraft {
  const edits = Object.entries(draft.edits).map(([key, edit]) => {
    const row = rows[key as PaceKey];
    return [key, row.problem?.kind === 'unreadable' ? edit : { range: row.range }];
  });
  return { ...draft, paceUnits, edits: Object.fromEntries(edits) };
}

function followRace(race: RaceFormReading, isSavedRace: boolean, saved: AthletePaces) {
  if (!isSavedRace && (race.kind === 'read' || race.kind === 'undated'))
    return { vdot: race.reading.vdot, computed: race.reading.trainingPaces };

  // While a race is being typed, the ranges stay where they were. Those that were not edited are taken
  // as they were saved, to the last bit, even if they were computed elsewhere.
  const computed = mapKeys((key) =>
    saved.edited.includes(key) ? saved.computedPaces[key] : saved.trainingPaces[key],
  );
  return { vdot: isSavedRace ? saved.vdot : undefined, computed };
}

function readRow(
  key: PaceKey,
  { edits, paceUnits }: PacesDraft,
  computed: SpeedRange,
): PaceRowReading {
  const { range: before, typed } = edits[key] ?? { range: computed };
  const read = typed ? parseEndsOver(before, typed, paceUnits) : before;
  const range = read ?? before;
  return {
    range,
    ends: typed ?? formatEnds(range, paceUnits),
    computed,
    isEdited: !read || !isSameRange(read, computed),
    problem: findProblem(key, read),
  };
}

function findProblem(key: PaceKey, read: SpeedRange | undefined): PaceRowReading['problem'] {
  if (!read)
    return { kind: 'unreadable', message: 'Write a pace as minutes and seconds, such as 4:56' };
  if (isValidRange(read)) return undefined;
  const isHalfSet = read.from === 0 || read.to === 0;
  return { kind: isHalfSet ? 'incomplete' : 'invalid', message: badRangeMessage(key) };
}

function mapKeys<T>(read: (key: PaceKey) => T): Record<PaceKey, T> {
  return { E: read('E'), M: read('M'), T: read('T'), I: read('I'), R: read('R') };
}

function isSameEnds(one: PaceEnds, other: PaceEnds): boolean {
  return one.faster.trim() === other.faster && one.slower.trim() === other.slower;
}

function isSameForm(one: RaceForm, other: RaceForm): boolean {
  return (Object.keys(one) as (keyof RaceForm)[]).every((field) => one[field] === other[field]);
}
