import { formatCount } from '@pacewright/pace';
import {
  MAX_NOTES_LENGTH,
  MAX_TITLE_LENGTH,
  type PlannedDayReply,
  type SeasonAction,
  type SeasonAnchor,
  type SeasonChange,
  type SeasonQuestion,
  truncate,
} from '@pacewright/contract';
import {
  type Absence,
  applyPreview,
  endSeason,
  type Entry,
  moveSeason,
  NEW_SEASON,
  pauseSeason,
  placePlan,
  type PlanReading,
  type PlannedDay,
  type PreviewAnswers,
  previewPlan,
  pushSeason,
  readPlanInParts,
  resumeSeason,
  type Season,
  skipDays,
} from '@pacewright/plan';
import { MAX_SCRIPT_LENGTH } from '@pacewright/script';
import { newId } from '../../db/ids.ts';
import { notAccepted, Problem } from '../../http/problem.ts';
import { withPauses } from '../../http/with-pauses.ts';
import { requireStorable } from './plan-text.ts';

/** A season as it is stored: the value of the rules, and its text with its place on the calendar. */
export type SeasonState = Season & {
  title: string;
  text: string;
  waitingText: string | undefined;
  anchor: SeasonAnchor;
  firstDay: string;
  endedAt: string | undefined;
};

/** The effect of an action, before it is saved. */
export type Outcome = {
  after: SeasonState;
  questions: SeasonQuestion[];
  skipped: string[];
  early: string[];
  turn: number;
  dayCount: number;
  isWaiting: boolean;
};

type Options = { today: string; now: Date } & PreviewAnswers;

/** A1 to A4. A plan that is put on the calendar. Throws a Problem if it cannot be. */
export async function performStart(
  text: string,
  anchor: SeasonAnchor,
  options: Options,
): Promise<Outcome> {
  const empty: SeasonState = {
    ...NEW_SEASON,
    title: '',
    text,
    waitingText: undefined,
    anchor,
    firstDay: anchor.day,
    endedAt: undefined,
  };
  return applyText(empty, { text, anchor }, options);
}

/** A6 to A19. The season after an action. Throws a Problem if it is not possible. */
export async function performAction(
  before: SeasonState,
  action: SeasonAction,
  options: Options,
): Promise<Outcome> {
  if (before.endedAt !== undefined)
    throw notAccepted('/action', 'This plan has ended. Undo that, or add it to the calendar again');
  const { today, now } = options;
  const isPaused = before.pausedOn !== undefined;
  switch (action.kind) {
    case 'text':
      return applyText(before, action, options);
    case 'move':
      if (isPaused) throw notAccepted('/action', 'Resume the plan first, then move it');
      if (before.shifts.length >= MAX_SHIFTS)
        throw notAccepted(
          '/action',
          'This plan has been moved too many times. Set a new start date instead',
        );
      return finish({ ...before, ...moveSeason(before, today, action.days) });
    case 'skip':
      requireAbsence(before, action);
      return finish({ ...before, ...skipDays(before, today, action) });
    case 'push': {
      requireAbsence(before, action);
      const { drop } = action;
      if (before.shifts.length + 2 > MAX_SHIFTS)
        throw notAccepted(
          '/action',
          'This plan has been moved too many times. Set a new start date instead',
        );
      if (drop !== undefined && drop <= action.from)
        throw notAccepted('/action/drop', 'Choose a later week to drop');
      return finish({ ...before, ...pushSeason(before, today, action, drop) });
    }
    case 'pause':
      if (isPaused) throw notAccepted('/action', 'This plan is already paused');
      return finish({ ...before, ...pauseSeason(before, today) });
    case 'resume': {
      if (!isPaused) throw notAccepted('/action', 'This plan isn’t paused');
      const { season, skipped } = resumeSeason(before, today, action.how);
      return { ...finish({ ...before, ...season }), skipped };
    }
    case 'end':
      return finish({
        ...before,
        ...endSeason(before, today, action.how),
        waitingText: undefined,
        endedAt: now.toISOString(),
      });
  }
}

/** The most days of one absence. */
const MAX_DAYS_AWAY = 60;

/** A19. Throws a Problem if the days can't be skipped or pushed. */
function requireAbsence({ pausedOn }: SeasonState, { from, to }: Absence): void {
  if (pausedOn !== undefined) throw notAccepted('/action', 'Resume the plan first');
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MILLISECONDS + 1;
  if (days < 1) throw notAccepted('/action/to', 'The last day is before the first');
  if (days > MAX_DAYS_AWAY)
    throw notAccepted('/action/to', `You can choose up to ${MAX_DAYS_AWAY} days`);
}

const DAY_MILLISECONDS = 24 * 3600 * 1000;

/** Moves that are not merged, so that the stored list stays short. */
const MAX_SHIFTS = 200;

function finish(after: SeasonState): Outcome {
  requireDays(after.entries);
  const dayCount = after.base.length;
  return { after, questions: [], skipped: [], early: [], turn: 0, dayCount, isWaiting: false };
}

async function applyText(
  before: SeasonState,
  { text, anchor }: { text: string; anchor?: SeasonAnchor | undefined },
  { today, takeTheirs, keep }: Options,
): Promise<Outcome> {
  requireStorable(text, '/text');
  // A new date is meant as it is given, whatever the season was moved by before.
  const season = anchor ? { ...before, anchor, shifts: [] } : before;
  const { title, placement } = await place(text, season.anchor);
  const { planned, early, turn, firstDay } = placement;
  const preview = previewPlan(season, planned, today);
  const about = { early, turn, dayCount: planned.length + early.length };
  if (preview.isWaiting) {
    if (anchor) throw notAccepted('/action', 'Resume the plan first, then choose another date');
    const after = { ...before, waitingText: text };
    return { ...about, after, questions: [], skipped: [], isWaiting: true };
  }
  const merged = applyPreview(season, preview, () => newId(), { takeTheirs, keep });
  requireDays(merged.entries);
  const after = { ...season, ...merged, title, text, firstDay, waitingText: undefined };
  const questions = preview.questions.map(({ key, about: field, mine, theirs }) => ({
    key,
    about: field,
    mine: mine ? toDay(mine) : null,
    theirs: theirs ? toDay(theirs) : null,
  }));
  return { ...about, after, questions, skipped: preview.skipped, isWaiting: false };
}

/** The days of a text on the calendar, without limits of the database exceeded. */
async function place(text: string, anchor: SeasonAnchor) {
  const reading = await readWithPauses(text);
  const placement = placePlan(reading, anchor);
  if (!placement.ok) {
    if (placement.reason === 'mistakes') {
      const mistakes = reading.diagnostics.filter(
        ({ layer, severity }) => layer === 'plan' && severity === 'error',
      );
      const errors = mistakes.slice(0, 20).map(({ message }) => ({ at: '/text', message }));
      throw new Problem('NOT_ACCEPTED', {
        detail: 'The plan has problems. Fix them, then add it to the calendar',
        errors,
      });
    }
    throw placement.reason === 'no-such-race'
      ? notAccepted('/anchor', 'This race isn’t in the plan. Choose another race, or a start day')
      : notAccepted('/anchor', 'Choose a date between 1970 and 2199');
  }
  const planned = placement.planned.map((day) => ({
    ...withShortTitle(day),
    alternatives: day.alternatives.map(withShortTitle),
  }));
  requireSize(planned);
  return { title: truncate(reading.title, MAX_TITLE_LENGTH), placement: { ...placement, planned } };
}

/** The work between two pauses; some ten milliseconds. */
const WORK_OF_PART = 4000;

/** Reads a plan. Others are served in between, but not after each of 20,000 lines. */
function readWithPauses(text: string): Promise<PlanReading> {
  const work = { used: 0 };
  let before = 0;
  return withPauses(readPlanInParts(text, { work }), () => {
    if (work.used - before < WORK_OF_PART) return false;
    before = work.used;
    return true;
  });
}

/** Characters of all days of a season together; half a kilobyte for each run of a year with two runs a day. */
const MAX_SEASON_LENGTH = 400_000;
const MAX_ALTERNATIVES = 20;

/** A title that was suggested for a long script may be long, too. */
function withShortTitle<Titled extends { title: string }>(titled: Titled): Titled {
  return { ...titled, title: truncate(titled.title, MAX_TITLE_LENGTH) };
}

function requireSize(planned: readonly PlannedDay[]): void {
  for (const { key, script, notes, alternatives } of planned) {
    const scripts = [script, ...alternatives.map((option) => option.script)];
    const problems: [boolean, string][] = [
      [
        scripts.some((each) => each.length > MAX_SCRIPT_LENGTH),
        `Scripts can have up to ${formatCount(MAX_SCRIPT_LENGTH)} characters`,
      ],
      [
        notes.length > MAX_NOTES_LENGTH,
        `Notes can have up to ${formatCount(MAX_NOTES_LENGTH)} characters`,
      ],
      [
        alternatives.length > MAX_ALTERNATIVES,
        `Days can have up to ${MAX_ALTERNATIVES} alternatives`,
      ],
    ];
    for (const [isRefused, message] of problems)
      if (isRefused) throw notAccepted('/text', `${message}. Shorten ${key}`);
  }
  if (JSON.stringify(planned).length > MAX_SEASON_LENGTH)
    throw notAccepted(
      '/text',
      'The plan is too long for the calendar. Shorten notes and scripts that repeat in many weeks',
    );
}

/** The calendar's range of days. */
function requireDays(entries: readonly Entry[]): void {
  if (entries.some(({ day }) => day < '1970-01-01' || day > '2199-12-31'))
    throw notAccepted('/action', 'Choose a date between 1970 and 2199');
}

/** The difference between two states of a season, in order of days. */
export function listChanges(before: Season, after: Season): SeasonChange[] {
  const made = new Map(after.entries.map((entry) => [entry.id, entry]));
  const old = new Set(before.entries.map(({ id }) => id));
  const changes = before.entries.flatMap((entry): SeasonChange[] => {
    const now = made.get(entry.id);
    const kind = kindOfChange(entry, now);
    if (!kind) return [];
    return [{ kind, entryId: entry.id, before: toDay(entry), after: now ? toDay(now) : null }];
  });
  const added = after.entries
    .filter(({ id }) => !old.has(id))
    .map((entry): SeasonChange => ({
      kind: 'add',
      entryId: null,
      before: null,
      after: toDay(entry),
    }));
  return [...changes, ...added].toSorted((one, other) => (dayOf(one) < dayOf(other) ? -1 : 1));
}

function dayOf({ before, after }: SeasonChange): string {
  return (after ?? before)?.day ?? '';
}

function kindOfChange(before: Entry, after: Entry | undefined): SeasonChange['kind'] | undefined {
  if (!after) return 'remove';
  if (after.status !== before.status)
    return ({ held: 'hold', released: 'release', scheduled: 'put-back' } as const)[after.status];
  return isSame(before, after) ? undefined : 'change';
}

/** Whether an entry is the same, its state included. */
export function isSame(one: Entry, other: Entry): boolean {
  return (
    one === other ||
    JSON.stringify([toDay(one), one.status]) === JSON.stringify([toDay(other), other.status])
  );
}

function toDay({
  key,
  day,
  timeOfDay,
  kind,
  title,
  script,
  isRace,
  notes,
  alternatives,
}: PlannedDay): PlannedDayReply {
  const when = { day, ...(timeOfDay && { timeOfDay }) };
  return { key, ...when, kind, title, script, ...(isRace && { isRace }), notes, alternatives };
}
