import { isValidRange, type RaceResult, type TrainingPaces } from '@pacewright/pace';
import * as z from 'zod/mini';

/** What someone without an account has made here. It stays on this device until they take it along or delete it. */
export type Kept = {
  race?: KeptRace | undefined;
  /** Ranges set by hand. The others follow from the race. */
  ranges?: Partial<TrainingPaces> | undefined;
  units?: z.infer<typeof units> | undefined;
  /** The one begun last comes first. */
  workouts: KeptWorkout[];
  /** Was asked whether to take it along, and said no. Holds until something else is made. */
  isDeclined?: boolean | undefined;
};

export type KeptRace = RaceResult & {
  /** Not everyone is asked for the day. */
  racedOn?: string | undefined;
  /** Nobody's: whoever saw an example goes on in its paces, and is never said to have run it. */
  isExample?: boolean | undefined;
};

/**
 * The id is made anew with every change, so it can be the key a workout is saved under once, and two tabs
 * that change the same workout make two of it.
 */
export type KeptWorkout = z.infer<typeof keptWorkout>;

// A later version has another name and begins with what it finds under this one.
const KEY = 'pacewright.visitor.1';

const units = z.enum(['imperial', 'metric']);
const range = z.object({ from: z.number(), to: z.number() }).check(z.refine(isValidRange));
const keptWorkout = z.object({
  id: z.string(),
  title: z.string(),
  script: z.string(),
  notes: z.optional(z.string()),
});

/** What is spoilt is left out, and takes nothing else with it. */
const stored = z.object({
  race: orNothing(
    z.object({
      distance: z.number(),
      timeInSeconds: z.number(),
      racedOn: z.optional(z.iso.date()),
      isExample: z.optional(z.boolean()),
    }),
  ),
  ranges: orNothing(
    z.object({
      E: z.optional(range),
      M: z.optional(range),
      T: z.optional(range),
      I: z.optional(range),
      R: z.optional(range),
    }),
  ),
  units: orNothing(units),
  workouts: orNothing(z.array(z.unknown())),
  isDeclined: orNothing(z.boolean()),
});

function orNothing<Schema extends z.core.$ZodType>(schema: Schema) {
  // oxlint-disable-next-line promise/valid-params -- a schema, not a promise
  return z.catch(z.optional(schema), undefined);
}

/** The same object for as long as nothing changes. Never fails, whatever is in the way of reading. */
export function readKept(): Kept {
  const text = readText();
  if (text !== latest.text) latest = { text, kept: parse(text) };
  return latest.kept;
}

const NOTHING: Kept = { workouts: [] };

let latest: { text: string | null; kept: Kept } = { text: null, kept: NOTHING };

function parse(text: string | null): Kept {
  if (text === null) return NOTHING;
  try {
    const { workouts = [], ...paces } = z.parse(stored, JSON.parse(text));
    return {
      ...paces,
      workouts: workouts.flatMap((each) => z.safeParse(keptWorkout, each).data ?? []),
    };
  } catch {
    return NOTHING;
  }
}

/** What is theirs of it. */
export function ownOf(kept: Kept): Kept {
  return kept.race?.isExample ? { ...kept, race: undefined } : kept;
}

/** Whether there is anything to take along. Units alone are no work. */
export function isWorthKeeping(kept: Kept): boolean {
  const { race, ranges, workouts } = ownOf(kept);
  return race !== undefined || hasRanges(ranges) || workouts.length > 0;
}

export function hasRanges(ranges: Kept['ranges']): boolean {
  return Object.keys(ranges ?? {}).length > 0;
}

/** Says whether this device keeps it; else it lasts as long as the page. */
export function keepPaces(changes: Pick<Kept, 'race' | 'ranges' | 'units'>): boolean {
  const { isDeclined, ...kept } = readKept();
  const isWork = 'ranges' in changes || ('race' in changes && !changes.race?.isExample);
  const race = 'race' in changes ? sameOrNew(changes.race, kept.race) : kept.race;
  return write({ ...kept, ...changes, race, isDeclined: !isWork && isDeclined });
}

/** What is known of a result holds for as long as it is the same. */
function sameOrNew(race: KeptRace | undefined, before: KeptRace | undefined): KeptRace | undefined {
  const isSame =
    race?.distance === before?.distance && race?.timeInSeconds === before?.timeInSeconds;
  return race && isSame ? { ...before, ...race } : race;
}

/** Keeps a new workout, or `instead` of one that is kept already. Nothing written is nothing to keep. */
export function keepWorkout(
  { title, script, notes }: Omit<KeptWorkout, 'id'>,
  instead?: string,
): { id: string | undefined; isKept: boolean } {
  const { workouts, ...rest } = readKept();
  const before = workouts.find(({ id }) => id === instead);
  // What is there already is not added again, as when a link is opened twice.
  const same = (before ? [before] : workouts).find(
    (each) => each.title === title && each.script === script && each.notes === notes,
  );
  if (same) return { id: same.id, isKept: unkept === undefined || write(readKept()) };

  const next = { id: crypto.randomUUID(), title, script, ...(notes && { notes }) };
  const changed = before
    ? workouts.map((each) => (each === before ? next : each))
    : [next, ...workouts];
  const isEmpty = script.trim() === '';
  return {
    id: isEmpty ? undefined : next.id,
    isKept: write({
      ...rest,
      workouts: isEmpty ? changed.filter((each) => each !== next) : changed,
      isDeclined: false,
    }),
  };
}

export function forgetWorkout(id: string): void {
  const kept = readKept();
  write({ ...kept, workouts: kept.workouts.filter((each) => each.id !== id) });
}

/** Says whether it stays here for good. Leaves everything where it is. */
export function setDeclined(isDeclined: boolean): void {
  write({ ...readKept(), isDeclined });
}

/** Hears of every change, in other tabs too. */
export function watchKept(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    // A key of null means that everything was cleared.
    if (key === KEY || key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', hear);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', hear);
  };
}

const listeners = new Set<() => void>();

/** Holds what the browser refuses to. */
let unkept: string | undefined;

function readText(): string | null {
  if (unkept !== undefined) return unkept;
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function write(kept: Kept): boolean {
  const text = JSON.stringify(kept);
  try {
    if (isWorthKeeping(kept) || kept.units) localStorage.setItem(KEY, text);
    else localStorage.removeItem(KEY);
    unkept = undefined;
  } catch {
    // Forbidden or full.
    unkept = text;
  }
  for (const listener of listeners) listener();
  return unkept === undefined;
}
