import { type CalendarEntry, isRaceEntry, isRunEntry } from '@pacewright/contract';
import { PACE_KEYS } from '@pacewright/pace';
import { formatLength, LENGTH_UNITS } from '@pacewright/script';
import { Check, Plus } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import type { PaceContext } from '../../workout/pace-context.ts';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { AtLeastPrefix } from '../../workout/view/at-least-prefix.tsx';
import { formatMinutes } from '../../workout/view/format-minutes.ts';
import { PaceMixBar, secondsByLane } from '../../workout/view/pace-mix-bar.tsx';
import { dayOfMonth, formatLongDay, monthTitle, shortWeekday } from '../../platform/days/days.ts';
import { formatTimeOfDay } from './entry-option.ts';
import { entryPath } from '../../platform/days/entry-links.ts';
import { onEntryKey } from './entry-menu.tsx';
import { EntryChart, ExtraRunLink, extraRuns, findRun } from './entry-runs.tsx';
import { sumEntries, resolveEntry } from './resolve-entry.ts';
import type { ViewProps } from './week-view.tsx';

type MonthViewProps = ViewProps & { weeks: string[][]; month: string };

/** One row per week, with its totals at the end. */
export function MonthView({ weeks, month, ...props }: MonthViewProps) {
  return (
    <Card edgeToEdge className="overflow-hidden">
      <table className="w-full table-fixed border-collapse">
        <caption className="sr-only">{monthTitle(month)}, one row per week with totals</caption>
        <thead>
          <tr className="text-left text-xs text-ink-2">
            {(weeks[0] ?? []).map((day) => (
              <th
                key={day}
                scope="col"
                className="px-1 py-2 font-medium max-md:text-center md:px-3 md:py-2.5"
              >
                {shortWeekday(day)}
              </th>
            ))}
            <th scope="col" className="w-37 px-3.5 font-medium max-lg:hidden">
              Week
            </th>
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr
              key={week[0]}
              className={week.includes(props.today) ? 'bg-surface-2/40' : undefined}
            >
              {week.map((day) => (
                <MonthDay
                  key={day}
                  day={day}
                  isOutside={day.slice(0, 7) !== month.slice(0, 7)}
                  {...props}
                />
              ))}
              <WeekTotals
                entries={props.entries.filter(({ day }) => week.includes(day))}
                paceContext={props.paceContext}
              />
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function MonthDay({ day, isOutside, ...props }: ViewProps & { day: string; isOutside: boolean }) {
  const { entries, runs, today, dropDay, openDialog, paceContext } = props;
  const own = entries.filter((entry) => entry.day === day);
  const extra = extraRuns(runs, entries, day);
  const isToday = day === today;
  const name = formatLongDay(day, today);

  return (
    <td
      data-day={day}
      aria-current={isToday ? 'date' : undefined}
      className={classNames(
        'group h-18 border-t border-l border-line p-1 align-top first:border-l-0 md:h-28 md:px-2.5 md:pt-2 md:pb-2.5',
        isOutside && 'bg-surface-2/45',
        dropDay === day && 'bg-surface-2 outline-2 -outline-offset-2 outline-ink outline-dashed',
      )}
    >
      <div className="flex h-6 items-center gap-1.5">
        <Link
          to={`?day=${day}`}
          data-focus-target
          draggable={false}
          aria-label={`${name}, show week`}
          className={classNames(
            'fig inline-grid h-6 min-w-6 items-center rounded-sm px-1 text-sm no-underline hover:underline md:-ml-1',
            isToday
              ? 'bg-ink font-semibold text-bg forced-color-adjust-none'
              : isOutside
                ? 'text-ink-3'
                : 'font-semibold',
          )}
        >
          {dayOfMonth(day)}
        </Link>
        <button
          type="button"
          aria-label={`Add workout to ${name}`}
          onClick={() => openDialog({ kind: 'add', day })}
          className="ml-auto grid size-6 place-items-center rounded-sm text-ink-2 opacity-0 group-hover:opacity-100 hover:bg-surface-3 hover:text-ink focus-visible:opacity-100 max-md:hidden [&>.lucide]:size-4"
        >
          <Plus aria-hidden />
        </button>
      </div>
      {own.length + extra.length > 0 && (
        <ul className="grid gap-1.5 *:min-w-0">
          {own.map((entry) => (
            <li key={entry.id}>
              <MonthEntry {...props} entry={entry} />
            </li>
          ))}
          {extra.map((each) => (
            <li key={each.run.id}>
              <ExtraRunLink extra={each} paceContext={paceContext} />
            </li>
          ))}
        </ul>
      )}
    </td>
  );
}

type EntryProps = ViewProps & { entry: CalendarEntry };

function MonthEntry(props: EntryProps) {
  const { entry, runs, paceContext, actions, openDialog, onDragStart, garmin } = props;
  const navigate = useNavigate();
  const run = findRun(runs, entry);
  const resolved = resolveEntry(entry, paceContext);
  const { time } = resolved.totals;
  const minutes = formatMinutes(time.seconds);
  const when = formatTimeOfDay(entry.timeOfDay);
  const isRun = isRunEntry(entry);
  const isRace = isRaceEntry(entry);

  return (
    // Dragging and the keys are shortcuts; its page does the same.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      data-entry={entry.id}
      onKeyDown={(event) => onEntryKey(event, entry, { actions, openDialog, navigate })}
      onPointerDown={(event) => onDragStart(entry, event)}
    >
      <Link
        to={run ? `/app/activities/${run.id}` : entryPath(entry)}
        draggable={false}
        data-focus-target
        className="block w-full min-w-0 rounded-sm text-left no-underline hover:bg-surface-2 md:cursor-grab pointer-coarse:select-none pointer-coarse:[-webkit-touch-callout:none]"
      >
        <span className="sr-only">{`${entry.title}${when && `, ${when}`}${isRace ? ', race' : ''}${isRun ? `, ${time.isAtLeast ? 'at least ' : ''}${minutes}` : ''}${entry.done ? ', done' : ''}`}</span>
        {isRun && (
          <span className="my-1 block md:mb-1.5">
            <EntryChart {...{ entry, run, resolved, paceContext }} height={28} />
          </span>
        )}
        <span
          aria-hidden
          className={classNames(
            'block truncate text-sm leading-tight font-semibold',
            isRun && 'max-md:hidden',
          )}
        >
          {entry.title}
        </span>
        <span className="flex items-center gap-1 text-xs text-ink-2 max-md:justify-center">
          {when && <b aria-hidden>{when}</b>}
          {isRace && <b aria-hidden>Race</b>}
          <span aria-hidden className="fig mr-auto max-md:hidden">
            {isRun && (
              <>
                <AtLeastPrefix of={time} />
                {minutes}
              </>
            )}
          </span>
          {garmin && <garmin.Icon entry={entry} />}
          {entry.done && <Check aria-hidden className="size-3.5 stroke-3 text-ok" />}
        </span>
      </Link>
    </div>
  );
}

type WeekTotalsProps = { entries: CalendarEntry[]; paceContext: PaceContext };

function WeekTotals({ entries, paceContext }: WeekTotalsProps) {
  const sum = sumEntries(entries, paceContext);
  const byLane = secondsByLane(sum);
  const hard = PACE_KEYS.filter((key) => key !== 'E' && byLane[key] > 0);
  return (
    <td className="border-t border-l border-line bg-bg px-3.5 py-2.5 align-top max-lg:hidden">
      {!entries.some(isRunEntry) ? (
        <span className="text-sm text-ink-3">Nothing planned</span>
      ) : (
        <>
          <b className="fig block text-lg leading-tight font-semibold">
            <AtLeastPrefix of={sum.totals.time} />
            {formatMinutes(sum.totals.time.seconds)}
          </b>
          <span className="fig text-sm text-ink-2">
            <AtLeastPrefix of={sum.totals.distance} />
            {formatLength(sum.totals.distance.metres, paceContext.units, 0)}{' '}
            {LENGTH_UNITS[paceContext.units]}
          </span>
          <div className="mt-2 [&_.mix]:h-3.5 [&_.mix_b]:hidden">
            <PaceMixBar resolved={sum} />
          </div>
          <span aria-hidden className="fig mt-1.5 flex flex-wrap gap-x-2 text-xs text-ink-2">
            {hard.map((key) => (
              <span key={key}>
                <b className="font-mono text-ink">{key}</b> {Math.round(byLane[key] / 60) || '<1'}
              </span>
            ))}
          </span>
        </>
      )}
    </td>
  );
}
