import { isValidRange, type RaceResult, type TrainingPaces } from '@pacewright/pace';
import * as z from 'zod/mini';
import { storedValue } from '../platform/stored-value.ts';

/** A visitor's work. It is stored on this device until it is imported into an account or deleted. */
export type VisitorData = {
  race?: VisitorRace | undefined;
  /** Ranges set by hand. The others follow from the race. */
  ranges?: Partial<TrainingPaces> | undefined;
  units?: z.infer<typeof units> | undefined;
  /** Newest first. */
  workouts: VisitorWorkout[];
  /** Shared plans that the visitor saves by signing in, newest first. */
  plans: VisitorPlan[];
  /** The athlete declined the import. Reset when the visitor makes something else. */
  isDeclined?: boolean | undefined;
};

export type VisitorRace = RaceResult & {
  /** Unknown where the form does not ask for the day. */
  racedOn?: string | undefined;
  /** True for the landing page's example race, which must not be imported as the visitor's own. */
  isExample?: boolean | undefined;
};

/**
 * The id changes with every edit, so it can serve as an idempotency key. Two tabs that edit the same workout
 * end up with two of them.
 */
export type VisitorWorkout = z.infer<typeof visitorWorkout>;

export type VisitorPlan = z.infer<typeof visitorPlan>;

const units = z.enum(['imperial', 'metric']);
const range = z.object({ from: z.number(), to: z.number() }).check(z.refine(isValidRange));
const visitorWorkout = z.object({
  id: z.string(),
  title: z.string(),
  script: z.string(),
  notes: z.optional(z.string()),
});

const visitorPlan = z.object({ title: z.string(), text: z.string() });

/** Each field is validated alone, so one invalid field does not discard the others. */
const stored = z.object({
  race: optionalOrUndefined(
    z.object({
      distance: z.number(),
      timeInSeconds: z.number(),
      racedOn: z.optional(z.iso.date()),
      isExample: z.optional(z.boolean()),
    }),
  ),
  ranges: optionalOrUndefined(
    z.object({
      E: z.optional(range),
      M: z.optional(range),
      T: z.optional(range),
      I: z.optional(range),
      R: z.optional(range),
    }),
  ),
  units: optionalOrUndefined(units),
  workouts: optionalOrUndefined(z.array(z.unknown())),
  plans: optionalOrUndefined(z.array(visitorPlan)),
  isDeclined: optionalOrUndefined(z.boolean()),
});

function optionalOrUndefined<Schema extends z.core.$ZodType>(schema: Schema) {
  // oxlint-disable-next-line promise/valid-params -- a schema, not a promise
  return z.catch(z.optional(schema), undefined);
}

const visitorData = storedValue<VisitorData>({
  // A later version gets a new key and migrates the data under this one.
  key: 'pacewright.visitor.1',
  parse(text) {
    const { workouts = [], plans = [], ...paces } = z.parse(stored, JSON.parse(text));
    return {
      ...paces,
      plans,
      workouts: workouts.flatMap((each) => z.safeParse(visitorWorkout, each).data ?? []),
    };
  },
  fallback: { workouts: [], plans: [] },
  format: (data) => (hasVisitorWork(data) || data.units ? JSON.stringify(data) : null),
});

export const getVisitorData = visitorData.read;
export const subscribeVisitorData = visitorData.subscribe;
const write = visitorData.write;

/** The data without the example race. */
export function withoutExample(data: VisitorData): VisitorData {
  return data.race?.isExample ? { ...data, race: undefined } : data;
}

/** Whether there is anything to import. A choice of units alone does not count. */
export function hasVisitorWork(data: VisitorData): boolean {
  const { race, ranges, workouts, plans } = withoutExample(data);
  return race !== undefined || hasRanges(ranges) || workouts.length + plans.length > 0;
}

export function hasRanges(ranges: VisitorData['ranges']): boolean {
  return Object.keys(ranges ?? {}).length > 0;
}

/** Returns false if the browser blocks storage; the data then lasts as long as the page. */
export function saveVisitorPaces(changes: Pick<VisitorData, 'race' | 'ranges' | 'units'>): boolean {
  const { isDeclined, ...data } = getVisitorData();
  const isWork = 'ranges' in changes || ('race' in changes && !changes.race?.isExample);
  const race = 'race' in changes ? mergeRace(changes.race, data.race) : data.race;
  return write({ ...data, ...changes, race, isDeclined: !isWork && isDeclined });
}

/** Keeps the stored date if distance and time did not change. */
function mergeRace(
  race: VisitorRace | undefined,
  before: VisitorRace | undefined,
): VisitorRace | undefined {
  const isSame =
    race?.distance === before?.distance && race?.timeInSeconds === before?.timeInSeconds;
  return race && isSame ? { ...before, ...race } : race;
}

/** Stores a new workout, or replaces the one with the id `instead`. An empty script deletes it. */
export function saveVisitorWorkout(
  { title, script, notes }: Omit<VisitorWorkout, 'id'>,
  instead?: string,
): { id: string | undefined; isStored: boolean } {
  const { workouts, ...rest } = getVisitorData();
  const before = workouts.find(({ id }) => id === instead);
  // Opening a share link twice must not add the workout twice.
  const same = (before ? [before] : workouts).find(
    (each) => each.title === title && each.script === script && each.notes === notes,
  );
  if (same) return { id: same.id, isStored: write(getVisitorData()) };

  const next = { id: crypto.randomUUID(), title, script, ...(notes && { notes }) };
  const changed = before
    ? workouts.map((each) => (each === before ? next : each))
    : [next, ...workouts];
  const isEmpty = script.trim() === '';
  return {
    id: isEmpty ? undefined : next.id,
    isStored: write({
      ...rest,
      workouts: isEmpty ? changed.filter((each) => each !== next) : changed,
      isDeclined: false,
    }),
  };
}

export function deleteVisitorWorkout(id: string): void {
  const data = getVisitorData();
  write({ ...data, workouts: data.workouts.filter((each) => each.id !== id) });
}

/** Stores a plan once. Returns false if the browser blocks storage. */
export function saveVisitorPlan(plan: VisitorPlan): boolean {
  const { plans, ...rest } = getVisitorData();
  const others = plans.filter(({ text }) => text !== plan.text);
  return write({ ...rest, plans: [plan, ...others], isDeclined: false });
}

export function deleteVisitorPlan({ text }: VisitorPlan): void {
  const data = getVisitorData();
  write({ ...data, plans: data.plans.filter((each) => each.text !== text) });
}

/** Records whether the athlete declined the import. The data itself does not change. */
export function setImportDeclined(isDeclined: boolean): void {
  write({ ...getVisitorData(), isDeclined });
}
