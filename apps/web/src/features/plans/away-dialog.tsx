import {
  type CalendarEntry,
  isRaceEntry,
  isRestEntry,
  isRunEntry,
  type SeasonPreview,
} from '@pacewright/contract';
import { DEFAULT_TRAINING_PACES, PACE_KEYS, plural } from '@pacewright/pace';
import { resolveWorkout } from '@pacewright/script';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useCall } from '../../platform/api/call-context.ts';
import { CALENDAR, readCalendar } from '../../platform/api/queries/calendar.ts';
import { nameSkipped, useChangeCalendar } from '../../platform/api/queries/calendar-changes.ts';
import {
  addDays,
  dayOfMonth,
  daysBetween,
  formatLongDay,
  formatShortDay,
  shortWeekday,
  type Weekday,
  weekOf,
} from '../../platform/days/days.ts';
import { type Absence, DaysField } from '../../platform/days/days-field.tsx';
import { firstWeekday } from '../../platform/days/first-weekday.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { PaceLetter } from '../../ui/pace-letter.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { showOutcome } from '../../ui/use-action.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { formatMinutes } from '../../workout/view/format-minutes.ts';
import { secondsByLane } from '../../workout/view/pace-mix-bar.tsx';
import { applyAway, type AwayDay, findLightWeek, longRunsOf } from './away.ts';
import { ActionAlerts, FullDays } from './preview-notes.tsx';
import { useUndoToast } from './seasons-queries.ts';
import { useSeasonAction } from './use-season-action.ts';

type AwayDialogProps = {
  seasonId: string;
  /** A day of the week that it opens with. */
  day: string;
  paceContext: PaceContext;
  onClose: () => void;
};

/** A19. The days of someone who is ill or away: skipped, or the plan moves by a week. The effect is shown before. */
export function AwayDialog({ seasonId, day, paceContext, onClose }: AwayDialogProps) {
  const today = useToday();
  const first = firstWeekday();
  const week = weekOf(day < today ? today : day, first);
  const start = week[0] ?? today;
  const [absence, setAbsence] = useState(() => ({
    from: start < today ? today : start,
    to: week.at(-1) ?? start,
  }));
  const [how, setHow] = useState<'skip' | 'push'>('skip');
  const [raceStays, setRaceStays] = useState(true);
  const { days, others, isPending, error } = useDays(seasonId, start, paceContext);
  const changeOthers = useChangeCalendar();
  const race = days.findLast(({ isRace, day: own }) => isRace && own >= today);
  // As the API counts them.
  const count = 7 * Math.ceil((daysBetween(absence.from, absence.to) + 1) / 7);
  const light = race && findLightWeek(days, { to: absence.to, race: race.day, first, count });
  const drop = how === 'push' && raceStays ? light?.from : undefined;
  const { preview, full, isLoading, apply, isApplying, ...notes } = useSeasonAction(
    seasonId,
    how === 'skip' ? { kind: 'skip', ...absence } : { kind: 'push', ...absence, drop },
  );
  const showUndo = useUndoToast();
  const isKnown = !isPending && !error;
  const isAway = ({ day: own }: { day: string }) => own >= absence.from && own <= absence.to;
  const skips = others.filter(isAway).map(({ id, day: own }) => ({ id, day: own }));
  const skipped = days.filter((own) => isAway(own) && !own.isRace).length + skips.length;
  const weeks = count / 7;
  const by = weeks === 1 ? 'a week' : `${weeks} weeks`;
  const after = useMemo(() => (preview ? applyAway(days, preview.changes) : []), [days, preview]);

  async function push(previewed: SeasonPreview): Promise<void> {
    const changed = await apply(previewed);
    if (!changed) return;
    onClose();
    showUndo(changed, `The plan moved by ${by}`);
  }

  /** The days of the plan, and then those beside it. One undo brings back both. */
  async function skip(previewed: SeasonPreview): Promise<void> {
    const isOfPlan = previewed.changes.length > 0;
    const changed = isOfPlan ? await apply(previewed) : undefined;
    if (isOfPlan && !changed) return;
    const title = `${plural(skipped, 'run')} skipped`;
    const undoRest = async () => {
      const { skipped: left } = await changeOthers.mutateAsync({ returns: skips });
      return left > 0 ? nameSkipped(left) : undefined;
    };
    try {
      if (skips.length > 0) await changeOthers.mutateAsync({ skips });
    } catch {
      // The dialog says why, and tries the rest again.
      if (changed) showUndo(changed, `${plural(skipped - skips.length, 'run')} skipped`);
      return;
    }
    onClose();
    if (changed) showUndo(changed, title, skips.length > 0 ? undoRest : undefined);
    else showOutcome({ title, undo: undoRest });
  }

  return (
    <Dialog
      wide
      title="Ill or away"
      onClose={onClose}
      actions={
        <>
          <p className="mr-auto text-sm max-sm:min-w-full text-ink-2">
            One undo brings all of it back.
          </p>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={isApplying || changeOthers.isPending}
            disabled={
              !preview ||
              full.length > 0 ||
              (preview.changes.length === 0 && (how === 'push' || skips.length === 0))
            }
            onClick={() => preview && void (how === 'push' ? push : skip)(preview)}
          >
            {how === 'push' ? `Push by ${by}` : isKnown ? `Skip ${plural(skipped, 'run')}` : 'Skip'}
          </Button>
        </>
      }
    >
      <DaysField {...{ start, today, absence }} days={[...days, ...others]} onChange={setAbsence} />
      <WhatToDo
        {...{ how, by, count, today }}
        others={skips.length}
        skipped={isKnown ? skipped : undefined}
        from={absence.from}
        onChange={setHow}
      />
      {how === 'push' && race && light && (
        <RaceQuestion
          race={race.day}
          later={addDays(race.day, count)}
          dropped={weeks === 1 ? `week ${light.week}` : `${weeks} weeks from week ${light.week}`}
          value={raceStays}
          onChange={setRaceStays}
        />
      )}
      {how === 'push' && race && !light && (
        <p className="text-sm text-ink-2">
          There’s no week to drop before the race, so it moves to{' '}
          {formatLongDay(addDays(race.day, count), today)}.
        </p>
      )}
      {(isLoading || isPending) && <LoadingIndicator />}
      {error && (
        <Alert kind="error" title="Your calendar didn’t load.">
          {error.message}
        </Alert>
      )}
      {changeOthers.error && (
        <Alert kind="error" title={`Couldn’t skip ${plural(skips.length, 'run')} beside the plan.`}>
          {changeOthers.error.message}
        </Alert>
      )}
      <ActionAlerts {...notes} />
      <FullDays full={full} />
      {preview && days.length > 0 && <Effect {...{ before: days, after, today, first, absence }} />}
    </Dialog>
  );
}

type WhatToDoProps = {
  how: 'skip' | 'push';
  /** How many runs would be skipped. Undefined until the calendar has loaded. */
  skipped: number | undefined;
  /** How many of them are not of the plan. */
  others: number;
  /** How far the plan would move: "2 weeks", and in days. */
  by: string;
  count: number;
  today: string;
  from: string;
  onChange: (how: 'skip' | 'push') => void;
};

function WhatToDo({ how, skipped, others, by, count, today, from, onChange }: WhatToDoProps) {
  return (
    <RadioCards
      label="What to do"
      className="grid-flow-row"
      value={how}
      onChange={onChange}
      options={[
        {
          value: 'skip',
          label: 'Skip them',
          detail: skipped !== undefined && (
            <Detail>
              {skipped === 0
                ? 'No run is planned on these days.'
                : `${plural(skipped, 'run')} won’t be run. The plan continues after them.`}
            </Detail>
          ),
        },
        {
          value: 'push',
          label: `Push the plan by ${by}`,
          detail: (
            <Detail>
              What was planned from {formatLongDay(from, today)} on starts on{' '}
              {formatLongDay(addDays(from, count), today)}.
              {others > 0 &&
                ` ${plural(others, 'run')} beside it ${others === 1 ? 'stays' : 'stay'}.`}
            </Detail>
          ),
        },
      ]}
    />
  );
}

/** The runs of a season from a week on, in the athlete's paces, and what is planned beside it. */
function useDays(seasonId: string, from: string, { speeds }: PaceContext) {
  const call = useCall();
  const { data, isPending, error } = useQuery({
    queryKey: [...CALENDAR, 'changing', from, undefined],
    queryFn: ({ signal }) => readCalendar(call, { from }, signal),
  });
  const days = useMemo(
    () =>
      (data ?? [])
        .filter((entry) => entry.season?.id === seasonId && !entry.done && isRunEntry(entry))
        .map((entry) => toAwayDay(entry, speeds ?? { trainingPaces: DEFAULT_TRAINING_PACES })),
    [data, seasonId, speeds],
  );
  const others = (data ?? []).filter(
    (entry) => !entry.season && !entry.done && !isRestEntry(entry) && !isRaceEntry(entry),
  );
  return { days, others, isPending, error };
}

function toAwayDay(entry: CalendarEntry, speeds: NonNullable<PaceContext['speeds']>): AwayDay {
  const resolved = resolveWorkout(entry.reading.workout, speeds);
  const byLane = secondsByLane(resolved);
  const lanes = PACE_KEYS.filter((key) => byLane[key] > 0);
  const hard = lanes.filter((key) => key !== 'E');
  const [lane] = (hard.length > 0 ? hard : lanes).toSorted(
    (one, other) => byLane[other] - byLane[one],
  );
  return {
    id: entry.id,
    day: entry.day,
    week: Number.parseInt(entry.season?.key ?? '', 10),
    title: entry.title,
    seconds: resolved.totals.time.seconds,
    lane,
    isRace: isRaceEntry(entry),
  };
}

type RaceQuestionProps = {
  race: string;
  later: string;
  dropped: string;
  value: boolean;
  onChange: (stays: boolean) => void;
};

function RaceQuestion({ race, later, dropped, value, onChange }: RaceQuestionProps) {
  const today = useToday();
  return (
    <Alert kind="warning" title={`Is the race still on ${formatLongDay(race, today)}?`}>
      <RadioCards
        label={`Is the race still on ${formatLongDay(race, today)}?`}
        className="mt-2 grid-flow-row"
        value={value ? 'stays' : 'moves'}
        onChange={(next) => onChange(next === 'stays')}
        options={[
          { value: 'stays', label: `Yes, drop ${dropped}, the lightest` },
          { value: 'moves', label: `No, ${formatLongDay(later, today)}` },
        ]}
      />
    </Alert>
  );
}

type EffectProps = {
  before: AwayDay[];
  after: AwayDay[];
  today: string;
  first: Weekday;
  absence: Absence;
};

/** The plan afterwards: its weeks, the race, the long runs and the next run. */
function Effect({ before, after, today, first, absence }: EffectProps) {
  const race = before.findLast(({ isRace }) => isRace);
  const raceAfter = race && after.find(({ id }) => id === race.id);
  const [long, longAfter] = [longRunsOf(before), longRunsOf(after)];
  const dropped = long.filter(({ id }) => !after.some((own) => own.id === id));
  const longest = Math.max(0, ...longAfter.map(({ seconds }) => seconds));
  const next = after.find(({ day }) => day > absence.to && day >= today);
  return (
    <section aria-label="Your plan after that" className="grid gap-4 border-t border-line pt-4">
      <h3 className="text-sm">Your plan after that</h3>
      <dl aria-live="polite" className="grid gap-4 sm:grid-cols-3">
        {race && (
          <Figure
            name="Race day"
            value={raceAfter ? formatShortDay(raceAfter.day, today) : 'Skipped'}
          >
            {raceAfter?.day === race.day ? 'stays' : `was ${formatShortDay(race.day, today)}`}
          </Figure>
        )}
        {long.length > 0 && (
          <Figure name="Long runs" value={`${longAfter.length} of ${long.length} left`}>
            {dropped.length > 0
              ? `${dropped.map(({ seconds }) => formatMinutes(seconds)).join(', ')} drops out, longest ${formatMinutes(longest)}`
              : `longest ${formatMinutes(longest)}`}
          </Figure>
        )}
        {next && (
          <Figure name="Next run" value={formatShortDay(next.day, today)}>
            {next.title}, week {next.week}
          </Figure>
        )}
      </dl>
      <WeekGrid {...{ before, days: after, first, absence, today }} />
    </section>
  );
}

type FigureProps = { name: string; value: string; children: ReactNode };

function Figure({ name, value, children }: FigureProps) {
  return (
    <div>
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd>
        <b className="fig block font-semibold">{value}</b>
        <span className="text-sm text-ink-2">{children}</span>
      </dd>
    </div>
  );
}

type WeekGridProps = {
  before: AwayDay[];
  days: AwayDay[];
  first: Weekday;
  absence: Absence;
  today: string;
};

/** Weeks side by side, a row for each weekday, with the pace of each run. Screen readers get the figures below it. */
function WeekGrid({ before, days, first, absence, today }: WeekGridProps) {
  const start = weekOf(today < absence.from ? today : absence.from, first)[0] ?? today;
  const last = days.at(-1)?.day ?? start;
  const weeks: string[] = [];
  for (let week = start; week <= last; week = addDays(week, 7)) weeks.push(week);
  // Of two runs the harder one, and a race before any.
  const byDay = new Map(days.toSorted(byEffort).map((own) => [own.day, own]));
  const byDayBefore = new Map(before.map((own) => [own.day, own]));
  return (
    <div aria-hidden className="overflow-x-auto">
      <table className="w-full border-separate border-spacing-x-0.5 border-spacing-y-px text-xs">
        <thead>
          <tr>
            <th className="pr-2 text-left font-normal text-ink-2">Week</th>
            {weeks.map((week) => (
              <th key={week} className="fig min-w-10 font-semibold">
                {/* A week without a run left keeps its number. */}
                {weekNumber(week, byDay) ?? weekNumber(week, byDayBefore)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: 7 }, (_, weekday) => (
            <tr key={weekday}>
              <th className="pr-2 text-left font-normal text-ink-2">
                {shortWeekday(addDays(start, weekday))}
              </th>
              {weeks.map((week) => {
                const day = addDays(week, weekday);
                const own = byDay.get(day);
                const isAway = day >= absence.from && day <= absence.to;
                return (
                  <td
                    key={week}
                    className={classNames(
                      'h-5.5 text-center',
                      own?.isRace
                        ? 'bg-ink font-semibold text-bg'
                        : isAway && !own
                          ? 'border border-dashed border-line-strong'
                          : 'bg-surface-2',
                    )}
                  >
                    {own?.isRace
                      ? 'Race'
                      : own?.lane && <PaceLetter letter={own.lane} className="text-xs" />}
                  </td>
                );
              })}
            </tr>
          ))}
          <tr>
            <th className="pr-2 text-left font-normal text-ink-2">From</th>
            {weeks.map((week) => (
              <td key={week} className="fig pt-0.5 text-center text-ink-2">
                {dayOfMonth(week)}/{Number(week.slice(5, 7))}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}

function byEffort(one: AwayDay, other: AwayDay): number {
  const effort = ({ isRace, lane }: AwayDay) =>
    isRace ? PACE_KEYS.length : lane ? PACE_KEYS.indexOf(lane) : -1;
  return effort(one) - effort(other);
}

/** The week of the plan that a calendar week ends with. */
function weekNumber(week: string, byDay: ReadonlyMap<string, AwayDay>): number | undefined {
  for (let weekday = 6; weekday >= 0; weekday -= 1) {
    const own = byDay.get(addDays(week, weekday));
    if (own) return own.week;
  }
  return undefined;
}

function Detail({ children }: { children: ReactNode }) {
  return <span className="text-sm font-normal text-ink-2">{children}</span>;
}
