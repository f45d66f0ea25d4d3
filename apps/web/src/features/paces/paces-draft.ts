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
 * Unsaved changes of the athlete. A range stays a speed until it is edited, so showing it in other units does not
 * change it.
 */
export type PacesDraft = {
  raceForm: RaceForm;
  paceUnits: PaceUnits;
  /** The ranges set by hand. The others follow from the race. */
  edits: Partial<Record<PaceKey, Edit>>;
};

type Edit = {
  range: SpeedRange;
  /** The text of the two fields, once edited. */
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
  /** The text of the two fields. */
  ends: PaceEnds;
  computed: SpeedRange;
  isEdited: boolean;
  /** Incomplete: one end is unset, as while typing the first pace of an unset range. */
  problem: { kind: 'unreadable' | 'incomplete' | 'invalid'; message: string } | undefined;
};

export type DraftReading = {
  race: RaceFormReading;
  vdot: number | undefined;
  rows: Record<PaceKey, PaceRowReading>;
  trainingPaces: TrainingPaces;
  isChanged: boolean;
  /** Every field is valid. */
  isReadable: boolean;
  /** The paces to save, if every field is valid. */
  toSave: PacesToSave | undefined;
};

/** Everything the screen shows, from the saved paces and the draft. */
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
  // Unchanged values are sent back as they are, because formatting and parsing could lose a digit.
  const raceToSave = isSavedRace ? saved.race : race.kind === 'read' ? race.race : undefined;

  return {
    race,
    vdot,
    rows,
    trainingPaces,
    isChanged,
    isReadable,
    toSave: isReadable
      ? { trainingPaces, paceUnits: draft.paceUnits, vdot, race: raceToSave }
      : undefined,
  };
}

/** Edits one field of a range. A value equal to the computed one counts as computed again. */
export function typeRange(
  draft: PacesDraft,
  key: PaceKey,
  { ends, computed }: PaceRowReading,
  change: Partial<PaceEnds>,
): PacesDraft {
  const typed = { ...ends, ...change };
  const { range } = draft.edits[key] ?? { range: computed };
  const reads = (as: SpeedRange) => isSameEnds(typed, formatEnds(as, draft.paceUnits));
  // A range set by hand earlier may look like the computed one and still differ by rounding.
  if (reads(computed) && (isSameRange(range, computed) || !reads(range)))
    return resetRanges(draft, [key]);
  return { ...draft, edits: { ...draft.edits, [key]: { range, typed } } };
}

/** Resets one range, or all, to the computed values. */
export function resetRanges(draft: PacesDraft, keys: readonly PaceKey[] = PACE_KEYS): PacesDraft {
  const edits = Object.entries(draft.edits).filter(([key]) => !keys.includes(key as PaceKey));
  return { ...draft, edits: Object.fromEntries(edits) };
}

/** Reads edited fields in their current units before they are shown in others. */
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
  if (!isSavedRace && race.kind === 'read')
    return { vdot: race.reading.vdot, computed: race.reading.trainingPaces };

  // The ranges stay unchanged while a race is being typed. Ranges that were not edited are taken exactly as they
  // were saved, even if another version computed them.
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
    return { kind: 'unreadable', message: 'Enter a pace in minutes and seconds, like 4:56' };
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
