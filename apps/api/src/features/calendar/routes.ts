import {
  addToCalendar,
  type BodyOf,
  calendarEntry,
  type CalendarEntry,
  changeEntryContent,
  chooseAlternative,
  day,
  type EntryContentToSave,
  type EntryOption,
  listCalendar,
  listDaysAhead,
  markDone,
  markUndone,
  MAX_CALENDAR_DAYS,
  MAX_WORKOUTS_PER_DAY,
  moveInCalendar,
  type QueryOf,
  removeFromCalendar,
  type SavedReading,
  skippedDay,
  validateEntryContent,
} from '@pacewright/contract';
import type { AthleteSpeeds } from '@pacewright/script';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { canReturn, putBackEntries, skipEntries } from '../../calendar/change-entries.ts';
import * as store from '../../calendar/entries.ts';
import { dayFull, requireCalendarRoom } from '../../calendar/problems.ts';
import { untitledAs } from '../../calendar/title.ts';
import type { Database, Db } from '../../db/database.ts';
import { inLockedTransaction } from '../../http/athlete-lock.ts';
import { type IdempotencyKey, readIdempotencyKey } from '../../http/idempotency.ts';
import { badRequest, notAccepted, Problem } from '../../http/problem.ts';
import { type EndpointRequest, serve, type RawJson, rawJson } from '../../http/serve.ts';

type Dependencies = {
  db: Database;
  now: () => Date;
  /** The athlete's paces, stored with a done entry. */
  readPaces: (userId: string) => Promise<AthleteSpeeds>;
  /** The reading of a script that is stored with it. */
  readScript: (script: string) => SavedReading;
  /** Called in the same transaction after entries were moved or removed. */
  onChange?: ((db: Db, userId: string, entryIds: readonly string[]) => Promise<void>) | undefined;
};

export function calendarRoutes(scope: FastifyInstance, parts: Dependencies): void {
  const { db, now, readPaces, onChange } = parts;
  serve(scope, listCalendar, async ({ userId, query }) => {
    const { entries, isMore } = await store.listEntries(db, userId, readRange(query), {
      after: readCursor(query),
      only: query.only,
    });
    const last = isMore ? entries.at(-1) : undefined;
    const next = last ? `,"nextCursor":${JSON.stringify(encodeCursor(last))}` : '';
    return rawJson(`{"entries":[${entries.map(({ json }) => json).join()}]${next}}`);
  });

  serve(scope, listDaysAhead, async ({ userId, query }) => ({
    days: await store.listDaysAhead(db, userId, query.from),
  }));

  serve(scope, addToCalendar, (request) => add(parts, request));

  serve(scope, moveInCalendar, async ({ userId, params: { id }, body }) => {
    return inLockedTransaction(db, userId, async (transaction) => {
      if (!(await store.findEntry(transaction, userId, id))) throw notFound();
      if (body.timeOfDay !== undefined)
        await store.setTimeOfDay(transaction, userId, id, body.timeOfDay);
      await move(transaction, userId, id, body);
      await onChange?.(transaction, userId, [id]);
      return write(transaction, userId, id);
    });
  });

  serve(scope, changeEntryContent, (request) => changeContent(parts, request));

  serve(scope, chooseAlternative, (request) => choose(parts, request));

  serve(scope, markDone, async ({ userId, params: { id } }) => {
    const { trainingPaces, vdot } = await readPaces(userId);
    await store.markDone(db, userId, id, { paces: { trainingPaces, vdot }, now: now() });
    return write(db, userId, id);
  });

  serve(scope, markUndone, async ({ userId, params: { id } }) => {
    await store.markUndone(db, userId, id);
    const entry = await store.findEntry(db, userId, id);
    if (entry?.isDone) throw notAccepted('/id', 'The workout has been deleted. Restore it first');
    return write(db, userId, id);
  });

  serve(scope, removeFromCalendar, async ({ userId, params: { id }, query }) =>
    inLockedTransaction(db, userId, async (transaction) => {
      if (query.version !== undefined) {
        const entry = await store.findEntry(transaction, userId, id);
        if (!entry) throw notFound();
        const { version, day: ofDay = entry.day } = query;
        // Undo adds what was seen, so it must be what is removed.
        if (entry.version !== version || entry.day !== ofDay || entry.isDone)
          throw new Problem('STALE_VERSION', {
            detail: 'Another device has changed it. Check it, then remove it on your calendar',
            current: calendarEntry.parse(JSON.parse(entry.json)),
          });
      }
      if (!(await store.removeEntry(transaction, userId, id))) throw notFound();
      await onChange?.(transaction, userId, [id]);
    }),
  );
}

async function add(
  { db, readScript }: Dependencies,
  { userId, headers, body }: EndpointRequest<typeof addToCalendar>,
): Promise<RawJson> {
  const { day: toDay, timeOfDay, position } = body;
  const when = { day: toDay, timeOfDay };
  const request = readIdempotencyKey(headers, body);
  const isOfSkipped = Boolean(body.content?.skipped);
  const { workoutId, content, alternatives } = isOfSkipped ? readSkipped(body.content) : body;
  const own = content && readContent(content, alternatives, readScript);
  if ((workoutId === undefined) === (own === undefined))
    throw badRequest('/workoutId', 'Send either workoutId or content');
  return inLockedTransaction(db, userId, async (transaction) => {
    const id = own
      ? await addOwn(transaction, userId, own, { ...when, season: body.season }, request)
      : await store.addEntry(transaction, userId, { workoutId: workoutId ?? '', ...when }, request);
    if (id !== undefined) {
      await requireCalendarRoom(transaction, userId);
      if (isOfSkipped) await skipEntries(transaction, userId, [{ id, day: toDay }], readScript(''));
      if (position !== undefined)
        await store.moveEntry(transaction, userId, id, { day: toDay, position });
      return write(transaction, userId, id);
    }

    const existing = request && (await store.findByIdempotencyKey(transaction, userId, request));
    if (existing?.isSameRequest) return write(transaction, userId, existing.id);
    if (existing) throw new Problem('IDEMPOTENCY_KEY_REUSED');
    // The undo of an action on the plan has brought it back.
    const there = body.season && (await store.findEntry(transaction, userId, body.season.entryId));
    if (there) return rawJson(there.json);
    if (await store.isDayFull(transaction, userId, toDay)) throw dayFull();
    throw own
      ? notAccepted(
          '/season',
          'Your plan holds this day while it is paused. Resume the plan to see it',
        )
      : notAccepted('/workoutId', 'Workout not found. It may have been deleted');
  });
}

async function changeContent(
  parts: Dependencies,
  { userId, params: { id }, body }: EndpointRequest<typeof changeEntryContent>,
): Promise<RawJson> {
  const { db, readScript, onChange } = parts;
  const own = body.content && readContent(body.content, body.alternatives, readScript);
  const { workoutId } = body;
  const isPlanned = own === null && workoutId === undefined;
  // Before the transaction, like every reading of a script.
  const planned = isPlanned ? await readPlanned(parts, userId, id) : undefined;
  return inLockedTransaction(db, userId, async (transaction) => {
    const entry = await store.findEntry(transaction, userId, id);
    if (!entry) throw notFound();
    if (entry.isDone) throw isDone();
    const here = [{ id, day: entry.day }];
    const isReturn = isPlanned && (await canReturn(transaction, userId, id));
    const content =
      own ?? (isPlanned && !isReturn ? await findPlanned(transaction, userId, id, planned) : null);
    if (body.version !== undefined && body.version !== entry.version) {
      const current = calendarEntry.parse(JSON.parse(entry.json));
      // A retry of a save whose response was lost.
      if (content ? isSameContent(current, content) : current.workoutId === workoutId)
        return rawJson(entry.json);
      throw new Problem('STALE_VERSION', { current });
    }
    const version = entry.version + 1;
    if (body.content?.skipped) await skipEntries(transaction, userId, here, readScript(''));
    else if (isReturn) {
      await putBackEntries(transaction, userId, here);
      if (await canReturn(transaction, userId, id))
        throw notAccepted('/workoutId', 'Workout not found. It may have been deleted');
    } else if (content) await store.changeContent(transaction, userId, id, { ...content, version });
    else if (!(await store.showWorkout(transaction, userId, id, { workoutId, version })))
      throw notAccepted('/workoutId', 'Workout not found. It may have been deleted');
    const { day: toDay = entry.day, position } = body;
    if (toDay !== entry.day || position !== undefined)
      await move(transaction, userId, id, { day: toDay, position });
    await onChange?.(transaction, userId, [id]);
    return write(transaction, userId, id);
  });
}

async function choose(
  { db, readScript, onChange }: Dependencies,
  { userId, params: { id }, body: { option } }: EndpointRequest<typeof chooseAlternative>,
): Promise<RawJson> {
  // Before the transaction, because reading a long script takes milliseconds.
  const reading = readScript(option.script);
  return inLockedTransaction(db, userId, async (transaction) => {
    const entry = await store.findEntry(transaction, userId, id);
    if (!entry) throw notFound();
    const options = await store.findOptions(transaction, userId, id);
    // A retry of a choice whose response was lost.
    if (options && isSameOption(options, option)) return write(transaction, userId, id);
    if (entry.isDone) throw isDone();
    const index = options?.alternatives.findIndex((each) => isSameOption(each, option)) ?? -1;
    const chosen = options?.alternatives[index];
    if (!options || !chosen)
      throw notAccepted('/option', 'The plan has changed. Choose one of its options again');
    const { kind, title, script, isRace } = options;
    const left = { kind, title, script, ...(isRace && { isRace }) };
    await store.replaceOption(transaction, userId, id, {
      ...chosen,
      reading,
      alternatives: options.alternatives.with(index, left),
    });
    await onChange?.(transaction, userId, [id]);
    return write(transaction, userId, id);
  });
}

/** What adds a skipped day as it was, before it is skipped again. */
function readSkipped({ notes, skipped }: Pick<EntryContentToSave, 'notes' | 'skipped'> = {}): Pick<
  BodyOf<typeof addToCalendar>,
  'workoutId' | 'content' | 'alternatives'
> {
  const parsed = z.safeParse(skippedDay, skipped);
  if (!parsed.success) throw badRequest('/content/skipped', 'Send it as the entry had it');
  const { workoutId, alternatives, ...option } = parsed.data;
  return workoutId ? { workoutId } : { content: { ...option, notes }, alternatives };
}

/** Adds an entry, at its place in a season if that is free. */
async function addOwn(
  transaction: Db,
  userId: string,
  own: store.OwnContent,
  { season, ...when }: store.When & Pick<BodyOf<typeof addToCalendar>, 'season'>,
  request: IdempotencyKey | undefined,
): Promise<string | undefined> {
  const place = season && (await store.listOptionsOfPlace(transaction, userId, season));
  const options = place ?? [];
  const shown = options.find((option) => isShownAs(option, own));
  const content = {
    ...own,
    // As the plan has it, so that the day is not one that the athlete has changed.
    title: shown?.title ?? own.title,
    // A client of an earlier version sends none.
    alternatives: own.alternatives ?? options.filter((option) => option !== (shown ?? options[0])),
  };
  const at = { ...when, id: season?.entryId, season: place && season };
  return store.addOwnEntry(transaction, userId, content, at, request);
}

/** The script of an entry as its plan has it, and its reading. */
async function readPlanned(
  { db, readScript }: Dependencies,
  userId: string,
  id: string,
): Promise<ReadPlanned | undefined> {
  const planned = await store.findPlanned(db, userId, id);
  return planned && { script: planned.script, reading: readScript(planned.script) };
}

/** Validates the content of an entry and derives its reading. */
function readContent(
  content: EntryContentToSave,
  alternatives: readonly EntryOption[] | undefined,
  readScript: Dependencies['readScript'],
): store.OwnContent {
  const checks = [
    { content, path: '/content' },
    // An option of a plan may have no title.
    ...(alternatives ?? []).map((option, index) => ({
      content: { ...option, title: option.title || untitledAs(option) },
      path: `/alternatives/${index}`,
    })),
  ];
  const errors = checks.flatMap(({ content: checked, path }) =>
    validateEntryContent(checked).map(({ at, message }) => ({ at: `${path}${at}`, message })),
  );
  if (errors[0]) throw new Problem('NOT_ACCEPTED', { detail: errors[0].message, errors });
  const { kind, title, script, notes = '' } = content;
  const isRace = kind === 'run' ? content.isRace : false;
  return { kind, title, script, isRace, notes, alternatives, reading: readScript(script) };
}

type ReadPlanned = Pick<store.OwnContent, 'script' | 'reading'>;

/** The content of an entry as its plan has it, with the reading made before the transaction. */
async function findPlanned(
  transaction: Db,
  userId: string,
  id: string,
  read: ReadPlanned | undefined,
): Promise<store.OwnContent> {
  const planned = await store.findPlanned(transaction, userId, id);
  if (!planned) throw notAccepted('/content', 'This day isn’t in the plan');
  if (planned.script !== read?.script)
    throw notAccepted('/content', 'The plan has changed. Try again');
  const { isRace = false } = planned;
  return { ...planned, isRace, reading: read.reading };
}

/** Puts workouts on days, within the caps. Needs the athlete's lock. */
export async function scheduleWorkouts(
  db: Db,
  userId: string,
  entries: Parameters<typeof store.addEntries>[2],
): ReturnType<typeof store.addEntries> {
  const added = await store.addEntries(db, userId, entries);
  await requireCalendarRoom(db, userId);
  return added;
}

/** Moves an entry, to the end of the day without a position. Needs the athlete's lock. */
async function move(
  db: Db,
  userId: string,
  id: string,
  { day: toDay, position = MAX_WORKOUTS_PER_DAY }: { day: string; position?: number | undefined },
): Promise<void> {
  if (await store.isDayFull(db, userId, toDay, id)) throw dayFull();
  await store.moveEntry(db, userId, id, { day: toDay, position });
}

async function write(db: Db, userId: string, id: string): Promise<RawJson> {
  const entry = await store.findEntry(db, userId, id);
  if (!entry) throw notFound();
  return rawJson(entry.json);
}

const DAY_MILLISECONDS = 24 * 3600 * 1000;

function readRange({ from, to }: QueryOf<typeof listCalendar>): store.DayRange {
  if (to === undefined) return { ...store.ALL_DAYS, ...(from !== undefined && { from }) };
  if (from === undefined) throw badRange('from is required with to');
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MILLISECONDS + 1;
  if (days < 1) throw badRange('The end date is before the start date');
  if (days > MAX_CALENDAR_DAYS) throw badRange(`You can choose up to ${MAX_CALENDAR_DAYS} days`);
  return { from, to };
}

/** The position of the last entry of a page. */
function encodeCursor(last: store.Cursor): string {
  return `${last.day}.${last.partOfDay}.${last.position}.${last.id}`;
}

const cursorSchema = z.object({
  day,
  partOfDay: z.coerce.number<string>().check(z.int(), z.gte(0), z.lte(2)),
  position: z.coerce.number<string>().check(z.int(), z.gte(0), z.lte(1_000_000)),
  id: z.uuid(),
});

function readCursor({ cursor }: QueryOf<typeof listCalendar>): store.Cursor | undefined {
  if (cursor === undefined) return undefined;
  const [dayText, partOfDay, position, id] = cursor.split('.');
  const parsed = z.safeParse(cursorSchema, { day: dayText, partOfDay, position, id });
  if (parsed.success) return parsed.data;
  throw badRequest('/cursor', 'Invalid cursor. Load the first page');
}

function badRange(message: string): Problem {
  return badRequest('/to', message);
}

function isSameOption(one: EntryOption, other: EntryOption): boolean {
  return one.kind === other.kind && one.title === other.title && one.script === other.script;
}

function isSameContent(current: CalendarEntry, { notes, ...option }: store.OwnContent): boolean {
  const { title, script, own } = current;
  return own?.notes === notes && isSameOption({ kind: own.kind, title, script }, option);
}

/** Whether an option of a plan, which may have no title, is what an entry shows. */
function isShownAs(option: EntryOption, own: store.OwnContent): boolean {
  const untitled = untitledAs(own).trim();
  return isSameOption({ ...option, title: option.title || untitled }, own);
}

function isDone(): Problem {
  return notAccepted('/id', 'You’ve marked this as done. Unmark it to edit it');
}

function notFound(): Problem {
  return new Problem('NOT_FOUND', { detail: 'This is no longer on your calendar' });
}
