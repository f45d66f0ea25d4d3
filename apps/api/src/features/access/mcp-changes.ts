import {
  actOnSeason,
  addToCalendar,
  type CalendarEntry,
  changeEntryContent,
  changePlan,
  changeWorkout,
  getPlan,
  getSeason,
  getWorkout,
  includesScope,
  listCalendar,
  listDaysAhead,
  MAX_BATCH_SCRIPT_LENGTH,
  MAX_WORKOUTS_PER_DAY,
  moveInCalendar,
  previewSeason,
  previewSeasonAction,
  removeFromCalendar,
  type Scope,
  type SeasonAction,
  type SeasonPreview,
  startSeason,
  undoSeasonAction,
} from '@pacewright/contract';
import { suggestTitle, readScript } from '@pacewright/script';
import { createHash } from 'node:crypto';
import type { CallFeature } from '../../http/call-feature.ts';
import type { EntryRows } from './preview-store.ts';
import {
  addDays,
  checkPlan,
  checkScript,
  nameDay,
  plain,
  type Reader,
  totalOf,
  visible,
} from './mcp-words.ts';

export const ENTRY_KINDS = ['add', 'move', 'edit', 'remove'] as const;
export const PLAN_KINDS = [
  'start_plan',
  'update_plan',
  'move_plan',
  'pause_plan',
  'resume_plan',
  'undo_plan',
] as const;

/** A change as an assistant sends it. `NEEDS` says what each kind takes. */
export type Change = {
  kind:
    | (typeof ENTRY_KINDS)[number]
    | (typeof PLAN_KINDS)[number]
    | 'change_workout'
    | 'change_plan'
    | 'undo';
  day?: string | undefined;
  timeOfDay?: 'am' | 'pm' | undefined;
  entryId?: string | undefined;
  workoutId?: string | undefined;
  script?: string | undefined;
  title?: string | undefined;
  notes?: string | undefined;
  planId?: string | undefined;
  text?: string | undefined;
  seasonId?: string | undefined;
  startDay?: string | undefined;
  raceDay?: string | undefined;
  days?: number | undefined;
  how?: 'later' | 'here' | undefined;
  previewId?: string | undefined;
};

const NEEDS: Partial<Record<Change['kind'], readonly (keyof Change)[]>> = {
  add: ['day'],
  move: ['entryId', 'day'],
  edit: ['entryId'],
  remove: ['entryId'],
  change_workout: ['workoutId'],
  change_plan: ['planId', 'text'],
  start_plan: ['planId'],
  update_plan: ['seasonId', 'planId'],
  move_plan: ['seasonId', 'days'],
  pause_plan: ['seasonId'],
  resume_plan: ['seasonId', 'how'],
  undo_plan: ['seasonId'],
  undo: ['previewId'],
};

/** A refusal that a model can act on. */
export class Refusal extends Error {
  readonly details: Record<string, unknown>;
  constructor(message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.details = details;
  }
}

/** Of the calendar, what its endpoints do not offer. All of the one athlete. */
export type CalendarRows = {
  findEntries: (ids: readonly string[]) => Promise<CalendarEntry[]>;
  readRows: (ids: readonly string[]) => Promise<unknown[]>;
  restoreRows: (rows: { ids: readonly string[]; rows: readonly unknown[] }) => Promise<void>;
};

export type Context = {
  call: CallFeature;
  calendar: CalendarRows;
  athlete: Reader;
  scopes: readonly Scope[];
  today: string;
  /** What an applied preview changed. */
  findUndo: (previewId: string) => Promise<EntryRows | undefined>;
};

/** What changes would do, in words, and a hash of all that they depend on. */
export type Shown = {
  effects: string[];
  weeks: { week: string; before: string; after: string }[];
  warnings: string[];
  fingerprint: string;
};

export type Applied = {
  result: { applied: unknown[]; undo: unknown[] };
  /** The entries before and after. */
  rows?: EntryRows;
  before: { title: string; day?: string; text: string }[] | null;
};

const MAX_REMOVALS = 14;
const MAX_WORKOUT_CHANGES = 20;
const MAX_EFFECTS = 14;

export function isOfPlan({ kind }: Change): boolean {
  return PLAN_KINDS.some((each) => each === kind);
}

export function requireFields(changes: readonly Change[], scopes: readonly Scope[]): void {
  for (const [index, change] of changes.entries()) {
    const missing = (NEEDS[change.kind] ?? []).filter((field) => change[field] === undefined);
    if (missing.length > 0)
      throw new Refusal(`Change ${index + 1}, ${change.kind}, needs ${missing.join(' and ')}.`);
    const scope = change.kind.startsWith('change_') ? 'workouts:write' : 'calendar:write';
    if (!includesScope(scopes, scope))
      throw new Refusal(`This key may not do that. It needs ${scope}.`, { code: 'SCOPE_MISSING' });
  }
  requireShort(changes.map(({ script = '' }) => script));
}

/** As much as a batch over REST may have: reading it costs time, and its mistakes are as long again. */
export function requireShort(scripts: readonly string[]): void {
  if (scripts.join('').length > MAX_BATCH_SCRIPT_LENGTH)
    throw new Refusal(
      `Together, the scripts can have up to ${MAX_BATCH_SCRIPT_LENGTH} characters. Send them in several calls.`,
    );
}

/** Throws a Refusal for anything that could not be done as asked. */
export async function previewChanges(context: Context, changes: readonly Change[]): Promise<Shown> {
  const [first] = changes;
  if (changes.some(({ kind }) => kind === 'change_workout')) {
    if (
      changes.length > MAX_WORKOUT_CHANGES ||
      changes.some(({ kind }) => kind !== 'change_workout')
    )
      throw new Refusal(
        `Preview up to ${MAX_WORKOUT_CHANGES} changes of workouts, without other changes.`,
      );
    return previewWorkouts(context, changes);
  }
  const alone = changes.find((change) => isOfPlan(change) || !isOfEntry(change));
  if (!alone) return previewEntries(context, changes);
  if (changes.length > 1)
    throw new Refusal(`Preview ${alone.kind} by itself, without other changes.`);
  if (first?.kind === 'change_plan') return previewPlanText(context, first);
  if (first?.kind === 'undo') return previewUndo(context, first);
  return previewPlanAction(context, alone);
}

function isOfEntry({ kind }: Change): boolean {
  return ENTRY_KINDS.some((each) => each === kind);
}

async function previewWorkouts(
  { call, athlete, today, scopes }: Context,
  changes: readonly Change[],
): Promise<Shown> {
  const { days } = includesScope(scopes, 'calendar:read')
    ? await call(listDaysAhead, { query: { from: today } })
    : { days: [] };
  const effects: string[] = [];
  const warnings: string[] = [];
  const versions: unknown[] = [];
  for (const [index, { workoutId = '', script, title }] of changes.entries()) {
    const before = await call(getWorkout, { params: { id: workoutId } });
    const checked = requireCorrect(script ?? before.script, athlete, index);
    const name = plain(title ?? before.title, 60);
    effects.push(
      `“${plain(before.title, 60)}” becomes “${name}”: ${plain(before.script)}, ${totalOf([before.script], athlete)} → ${plain(checked.script)}, ${checked.total}`,
    );
    const planned = days.filter((each) => each.workoutId === workoutId).map(({ day }) => day);
    if (planned.length > 0)
      warnings.push(`“${name}” also changes on ${listSome(planned.map(nameDay), 5)}.`);
    versions.push([before.id, before.version, planned]);
  }
  return { effects, weeks: [], warnings, fingerprint: hashOf(versions) };
}

async function previewPlanText(
  { call, athlete }: Context,
  { planId = '', text = '' }: Change,
): Promise<Shown> {
  const before = await call(getPlan, { params: { id: planId } });
  const [old, now] = [checkPlan(before.text, athlete), checkPlan(text, athlete)];
  if (!now.ok)
    throw new Refusal('Nothing was changed: the plan has mistakes.', {
      mistakes: now.mistakes ?? [],
    });
  const [had, has] = [new Set(before.text.split('\n')), new Set(text.split('\n'))];
  const gone = [...had].filter((line) => !has.has(line)).map((line) => `− ${plain(line, 120)}`);
  const come = [...has].filter((line) => !had.has(line)).map((line) => `+ ${plain(line, 120)}`);
  const weeks = now.weeks.flatMap(({ week, total }, index) => {
    const was = old.weeks[index]?.total;
    return was === total ? [] : [{ week: `week ${week}`, before: was ?? 'none', after: total }];
  });
  const lost = old.weeks.length - now.weeks.length;
  return {
    effects: [`“${now.title}”`, ...gone.slice(0, 20), ...come.slice(0, 20)],
    weeks,
    warnings: [
      'The calendar stays as it is until update_plan.',
      ...(lost > 0 ? [`The plan loses ${lost} weeks.`] : []),
    ],
    fingerprint: hashOf([planId, before.version]),
  };
}

/** Where an entry would be, and what it would show. */
type Placed = { day: string; script: string };

async function previewEntries(context: Context, changes: readonly Change[]): Promise<Shown> {
  const { call, calendar, athlete, today } = context;
  if (changes.filter(({ kind }) => kind === 'remove').length > MAX_REMOVALS)
    throw new Refusal(
      `Remove up to ${MAX_REMOVALS} entries at a time. To end a plan, the athlete uses the app.`,
    );
  const ids = changes.flatMap(({ entryId }) => entryId ?? []);
  const twice = ids.find((id, index) => ids.indexOf(id) < index);
  if (twice !== undefined)
    throw new Refusal(`Entry ${twice} is changed twice. Send one change for it.`);
  const touched = new Map((await calendar.findEntries(ids)).map((entry) => [entry.id, entry]));
  const days = new Set([
    ...[...touched.values()].map(({ day }) => day),
    ...changes.flatMap(({ day }) => day ?? []),
  ]);
  for (const day of days) requireAhead(day, today);
  const around = await readWeeks(call, days);
  const after = new Map<string, Placed>(around.map(({ id, day, script }) => [id, { day, script }]));
  const effects: string[] = [];
  const warnings: string[] = [];
  const depends: unknown[] = [];

  for (const [index, change] of changes.entries()) {
    const { kind, day = '' } = change;
    if (kind === 'add') {
      if ((change.workoutId === undefined) === (change.script === undefined))
        throw new Refusal('Give each added entry either a workoutId or a script.');
      const workout =
        change.workoutId === undefined
          ? undefined
          : await call(getWorkout, { params: { id: change.workoutId } });
      const script = workout?.script ?? change.script ?? '';
      const checked = requireCorrect(script, athlete, index);
      const title = plain(change.title ?? workout?.title ?? checked.title, 200);
      effects.push(`${nameDay(day)}: add “${title}”, ${checked.total}`);
      after.set(`new ${index}`, { day, script });
      depends.push([day, workout?.version]);
      continue;
    }
    const entry = touched.get(change.entryId ?? '');
    if (!entry) throw new Refusal(`There is no entry ${change.entryId}. Read the calendar again.`);
    const title = plain(entry.title, 60);
    if (entry.done)
      throw new Refusal(`“${title}” on ${nameDay(entry.day)} is done and cannot be changed.`);
    depends.push([entry.id, entry.day, entry.title, entry.script, entry.own, entry.version]);
    if (kind === 'move') {
      effects.push(`“${title}”: ${nameDay(entry.day)} → ${nameDay(day)}`);
      after.set(entry.id, { day, script: entry.script });
    } else if (kind === 'remove') {
      effects.push(`${nameDay(entry.day)}: remove “${title}”`);
      after.delete(entry.id);
    } else {
      const checked = requireCorrect(change.script ?? entry.script, athlete, index);
      effects.push(
        `${nameDay(entry.day)}: “${title}” becomes “${plain(change.title ?? entry.title, 60)}”, ${totalOf([entry.script], athlete)} → ${checked.total}`,
      );
      after.set(entry.id, { day: entry.day, script: checked.script });
      if (entry.workoutId !== null)
        warnings.push(`“${title}” gets its own content here. The workout in the library stays.`);
    }
  }

  const sorted = [...days].toSorted();
  for (const day of sorted) {
    const count = [...after.values()].filter((each) => each.day === day).length;
    if (count > MAX_WORKOUTS_PER_DAY)
      throw new Refusal(`${nameDay(day)} would have more than ${MAX_WORKOUTS_PER_DAY} entries.`);
    if (count > 1) warnings.push(`${nameDay(day)} then has ${count} entries.`);
  }
  const weeks = [...new Set(sorted.map(weekOf))].map((week) => {
    const scriptsOf = (placed: Iterable<Placed>) =>
      [...placed].filter(({ day }) => weekOf(day) === week).map(({ script }) => script);
    return {
      week,
      before: totalOf(scriptsOf(around), athlete),
      after: totalOf(scriptsOf(after.values()), athlete),
    };
  });
  const counts = sorted.map((day) => around.filter((each) => each.day === day).length);
  return { effects, weeks, warnings, fingerprint: hashOf([depends, counts]) };
}

/** All entries of the weeks of some days. */
async function readWeeks(call: CallFeature, days: ReadonlySet<string>): Promise<CalendarEntry[]> {
  const entries: CalendarEntry[] = [];
  for (const week of new Set([...days].map(weekOf))) {
    const page = await call(listCalendar, { query: { from: week, to: addDays(week, 6) } });
    entries.push(...page.entries);
  }
  return entries;
}

async function previewUndo(context: Context, { previewId = '' }: Change): Promise<Shown> {
  const { findUndo, calendar, today } = context;
  const rows = await findUndo(previewId);
  if (!rows)
    throw new Refusal('There is nothing to undo: it was never applied, or more than a day ago.');
  const now = await calendar.readRows(rows.ids);
  if (JSON.stringify(now) !== JSON.stringify(rows.after))
    throw new Refusal(
      'The entries were changed since, so they cannot be put back. Change them one by one.',
    );
  const isBack = (row: unknown) => row as { day: string; title?: string | null };
  for (const row of [...rows.before, ...rows.after]) requireAhead(isBack(row).day, today);
  const effects = rows.before.map((row) => {
    const { day, title } = isBack(row);
    return `${nameDay(day)}: “${plain(title ?? 'a workout of the library', 60)}” as it was`;
  });
  const added = rows.ids.length - rows.before.length;
  return {
    effects: [...effects, ...(added > 0 ? [`${added} added entries are removed again`] : [])],
    weeks: [],
    warnings: [],
    fingerprint: hashOf([previewId, now]),
  };
}

function requireAhead(day: string, today: string): void {
  if (day < today)
    throw new Refusal(
      `${nameDay(day)} is before today, ${nameDay(today)}. The past cannot be changed.`,
    );
}

/** Nothing goes on the calendar that a watch could not show. */
function requireCorrect(script: string, athlete: Reader, index: number) {
  const checked = checkScript(script, athlete);
  if (!checked.ok)
    throw new Refusal(
      `Nothing was changed: the script at place ${index + 1} has mistakes. Send it again with one of the fixes.`,
      { mistakes: checked.mistakes ?? [{ code: 'empty', message: 'Write the script first' }] },
    );
  return checked;
}

async function readAction({ call }: Context, change: Change): Promise<SeasonAction> {
  const { kind, planId = '', days = 0, how = 'later' } = change;
  if (kind === 'move_plan') return { kind: 'move', days };
  if (kind === 'pause_plan') return { kind: 'pause' };
  if (kind === 'resume_plan') return { kind: 'resume', how };
  return { kind: 'text', text: (await call(getPlan, { params: { id: planId } })).text };
}

async function readStart({ call, today }: Context, { planId = '', startDay, raceDay }: Change) {
  if ((startDay === undefined) === (raceDay === undefined))
    throw new Refusal(
      'Give either startDay, a day in week 1, or raceDay, the day of its last race.',
    );
  const { text } = await call(getPlan, { params: { id: planId } });
  const anchor = raceDay
    ? { kind: 'race' as const, day: raceDay }
    : { kind: 'start' as const, day: startDay ?? '' };
  return { text, anchor, today };
}

async function previewPlanAction(context: Context, change: Change): Promise<Shown> {
  const { call, athlete, today } = context;
  const { kind, seasonId = '' } = change;
  if (kind === 'undo_plan') {
    const season = await call(getSeason, { params: { id: seasonId } });
    const [newest] = season.actions;
    if (!newest) throw new Refusal('There is nothing to undo in this plan.');
    const what = `Undo “${newest.kind}” of ${newest.at.slice(0, 16)} in “${plain(season.title, 60)}”`;
    return { effects: [what], weeks: [], warnings: [], fingerprint: newest.id };
  }
  const found: SeasonPreview =
    kind === 'start_plan'
      ? await call(previewSeason, { body: await readStart(context, change) })
      : await call(previewSeasonAction, {
          params: { id: seasonId },
          body: { action: await readAction(context, change), today },
        });
  requireRight(found, athlete);
  const counts = Map.groupBy(found.changes, (each) => each.kind);
  const effects = [
    ...[...counts].map(([what, each]) => `${each.length} × ${what}`),
    ...found.changes.slice(0, MAX_EFFECTS).map(sayChange),
    ...(found.changes.length > MAX_EFFECTS
      ? [`… and ${found.changes.length - MAX_EFFECTS} more`]
      : []),
  ];
  const warnings = [
    ...found.shared
      .slice(0, 5)
      .map(
        ({ day, titles }) =>
          `${nameDay(day)} already has ${titles.map((each) => plain(each, 40)).join(', ')}.`,
      ),
    ...(found.questions.length > 0
      ? [`${found.questions.length} days were changed by the athlete and stay as they are.`]
      : []),
    ...(found.turn !== 0
      ? [
          `Every day is ${Math.abs(found.turn)} off its weekday, because the race is on another one.`,
        ]
      : []),
    ...(found.skipped.length > 0
      ? [`${found.skipped.length} days are in the past and left out.`]
      : []),
  ];
  return { effects, weeks: [], warnings, fingerprint: found.hash };
}

function requireRight(found: SeasonPreview, athlete: Reader): void {
  const wrong = found.changes.flatMap(({ after }) => {
    if (!after?.script) return [];
    const { ok, mistakes } = checkScript(after.script, athlete);
    return ok ? [] : [{ place: after.key, mistakes }];
  });
  if (wrong.length > 0)
    throw new Refusal(
      'Nothing was changed: days of the plan have mistakes. Correct the plan, save it, then preview again.',
      { mistakes: wrong.slice(0, 5) },
    );
  if (found.full.length > 0)
    throw new Refusal(`These days would be too full: ${found.full.map(nameDay).join(', ')}.`);
}

function sayChange({ kind, before, after }: SeasonPreview['changes'][number]): string {
  const shown = after ?? before;
  const moved = after && before && before.day !== after.day ? ` (was ${nameDay(before.day)})` : '';
  return `${nameDay(shown?.day ?? '')}: ${kind} “${plain(shown?.title ?? '', 60)}”${moved}`;
}

/** Does what was previewed. In a transaction with the check that nothing has changed, except for plans, which check it themselves. */
export async function applyChanges(
  context: Context,
  changes: readonly Change[],
  { fingerprint, previewId }: { fingerprint: string; previewId: string },
): Promise<Applied> {
  const [first] = changes;
  if (first?.kind === 'change_workout') return applyWorkouts(context, changes);
  if (first?.kind === 'change_plan') return applyPlanText(context, first);
  if (first?.kind === 'undo') return applyUndo(context, first, previewId);
  if (first && isOfPlan(first)) return applyPlanAction(context, first, { fingerprint, previewId });
  return applyEntries(context, changes, previewId);
}

async function applyWorkouts({ call }: Context, changes: readonly Change[]): Promise<Applied> {
  const undo = [];
  const before = [];
  for (const { workoutId = '', script, title, notes } of changes) {
    const old = await call(getWorkout, { params: { id: workoutId } });
    const workout = {
      title: title ?? old.title,
      script: script ?? old.script,
      notes: notes ?? old.notes,
    };
    await call(changeWorkout, {
      params: { id: workoutId },
      body: { workout, version: old.version },
    });
    undo.push({
      kind: 'change_workout',
      workoutId,
      script: visible(old.script),
      title: plain(old.title, 200),
      notes: visible(old.notes),
    });
    before.push({ title: old.title, text: old.script });
  }
  return { result: { applied: undo.map(({ workoutId }) => ({ workoutId })), undo }, before };
}

async function applyPlanText(
  { call }: Context,
  { planId = '', text = '' }: Change,
): Promise<Applied> {
  const { text: old, title, version } = await call(getPlan, { params: { id: planId } });
  await call(changePlan, { params: { id: planId }, body: { text, version } });
  const undo = [{ kind: 'change_plan', planId, text: visible(old) }];
  return { result: { applied: [{ planId }], undo }, before: [{ title, text: old }] };
}

async function applyPlanAction(
  context: Context,
  change: Change,
  { fingerprint: hash, previewId }: { fingerprint: string; previewId: string },
): Promise<Applied> {
  const { call, today } = context;
  const { kind, seasonId = '', planId = '' } = change;
  if (kind === 'undo_plan') {
    const body = { actionId: hash };
    const { stayed } = await call(undoSeasonAction, { params: { id: seasonId }, body });
    const kept = stayed.map(
      ({ day, title }) => `${nameDay(day)}: “${plain(title, 60)}” stayed, it was touched since`,
    );
    return { result: { applied: ['undone', ...kept], undo: [] }, before: null };
  }
  const season =
    kind === 'start_plan'
      ? await call(
          startSeason,
          { body: { ...(await readStart(context, change)), planId, hash } },
          previewId,
        )
      : await call(
          actOnSeason,
          {
            params: { id: seasonId },
            body: { action: await readAction(context, change), today, hash },
          },
          previewId,
        );
  const what = `“${plain(season.title, 60)}”: ${season.entryCount} entries, ${season.firstDay} to ${season.lastDay ?? season.firstDay}`;
  const undo = [{ kind: 'undo_plan', seasonId: season.id }];
  return { result: { applied: [what], undo }, before: null };
}

async function applyEntries(
  { call, calendar }: Context,
  changes: readonly Change[],
  previewId: string,
): Promise<Applied> {
  const ids = changes.flatMap(({ entryId }) => entryId ?? []);
  const old = new Map((await calendar.findEntries(ids)).map((entry) => [entry.id, entry]));
  const before = await calendar.readRows(ids);
  const applied: unknown[] = [];
  for (const change of changes) {
    const { kind, day = '', entryId = '', timeOfDay, script, title, notes } = change;
    if (kind === 'add') {
      const content = {
        kind: 'run' as const,
        title: title ?? suggestTitle(readScript(script ?? '').workout),
        script: script ?? '',
        ...(notes !== undefined && { notes }),
      };
      const what = change.workoutId === undefined ? { content } : { workoutId: change.workoutId };
      const entry = await call(addToCalendar, {
        body: { day, ...(timeOfDay && { timeOfDay }), ...what },
      });
      ids.push(entry.id);
      applied.push({ entryId: entry.id, day, title: plain(entry.title, 200) });
    } else if (kind === 'move') {
      await call(moveInCalendar, {
        params: { id: entryId },
        body: { day, ...(timeOfDay && { timeOfDay }) },
      });
      applied.push({ entryId, day });
    } else if (kind === 'remove') {
      await call(removeFromCalendar, { params: { id: entryId }, query: {} });
      applied.push({ entryId, removed: true });
    } else {
      const entry = old.get(entryId);
      const content = {
        kind: 'run' as const,
        title: title ?? entry?.title ?? '',
        script: script ?? entry?.script ?? '',
        notes: notes ?? entry?.own?.notes ?? '',
      };
      await call(changeEntryContent, { params: { id: entryId }, body: { content } });
      applied.push({ entryId, day: entry?.day, title: plain(content.title, 200) });
    }
  }
  const texts = [...old.values()].map((entry) => ({
    title: entry.title,
    day: entry.day,
    text: entry.script,
  }));
  return {
    result: { applied, undo: [{ kind: 'undo', previewId }] },
    rows: { ids, before, after: await calendar.readRows(ids) },
    before: texts.length > 0 ? texts : null,
  };
}

async function applyUndo(
  { calendar, findUndo }: Context,
  { previewId: undone = '' }: Change,
  previewId: string,
): Promise<Applied> {
  const rows = await findUndo(undone);
  if (!rows) throw new Refusal('There is nothing to undo.');
  await calendar.restoreRows({ ids: rows.ids, rows: rows.before });
  return {
    result: { applied: ['as it was'], undo: [{ kind: 'undo', previewId }] },
    // What is undone can be undone.
    rows: { ids: rows.ids, before: rows.after, after: await calendar.readRows(rows.ids) },
    before: null,
  };
}

/** The Monday of a week. */
function weekOf(day: string): string {
  return addDays(day, -((new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7));
}

function listSome(names: readonly string[], most: number): string {
  const rest = names.length - most;
  return names.slice(0, most).join(', ') + (rest > 0 ? ` and ${rest} more days` : '');
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}
