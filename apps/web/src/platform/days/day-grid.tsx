import { plural } from '@pacewright/pace';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import type { CalendarEntry } from '@pacewright/contract';
import { useQuery } from '@tanstack/react-query';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import {
  addDays,
  addMonths,
  dayOfMonth,
  FIRST_DAY,
  LAST_DAY,
  formatLongDay,
  monthTitle,
  shortWeekday,
  weekOf,
  weeksOfMonth,
} from './days.ts';
import { firstWeekday } from './first-weekday.ts';
import { useToday } from './use-today.ts';
import { useCall } from '../api/call-context.ts';
import { calendarQuery, type DayRange } from '../api/queries/calendar.ts';

type DayGridProps = {
  /** The selected day. */
  day: string;
  /** By a click, or by Enter on a day that has the focus. */
  onChoose: (day: string) => void;
  /** By an arrow key, where the selection follows the focus. */
  onFollow?: (day: string) => void;
};

/** A month to pick a day from. Arrows move by day and week, Page Up and Down by month. */
export function DayGrid({ day, onChoose, onFollow }: DayGridProps) {
  const [current, setCurrent] = useState(day);
  const table = useRef<HTMLTableElement>(null);
  const isMoving = useRef(false);
  const first = firstWeekday();
  const weeks = weeksOfMonth(current, first);
  const planned = usePlannedDays({
    from: weeks[0]?.[0] ?? current,
    to: weeks.at(-1)?.at(-1) ?? current,
  });

  // The day may belong to another month, so the focus follows after the render, and before the next key: Enter would
  // choose the day before.
  useLayoutEffect(() => {
    if (isMoving.current)
      table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
    isMoving.current = false;
  });

  function onKeyDown(event: KeyboardEvent): void {
    const week = weekOf(current, first);
    const next = {
      ArrowLeft: addDays(current, -1),
      ArrowRight: addDays(current, 1),
      ArrowUp: addDays(current, -7),
      ArrowDown: addDays(current, 7),
      PageUp: addMonths(current, -1),
      PageDown: addMonths(current, 1),
      Home: week[0],
      End: week.at(-1),
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    if (next < FIRST_DAY || next > LAST_DAY) return;
    isMoving.current = true;
    setCurrent(next);
    onFollow?.(next);
  }

  return (
    <div className="grid gap-1">
      <Month current={current} onChange={setCurrent} />
      {/* The day buttons get the key events; the table handles them for all. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <table
        ref={table}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- days are chosen in a grid
        role="grid"
        aria-label="Days"
        className="w-full table-fixed"
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            {(weeks[0] ?? []).map((each) => (
              <th key={each} scope="col" className="pb-1 text-xs font-medium text-ink-2">
                {shortWeekday(each)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((each) => (
                <DayCell
                  key={each}
                  day={each}
                  isChosen={each === day}
                  current={current}
                  planned={planned?.get(each)}
                  onChoose={() => {
                    setCurrent(each);
                    onChoose(each);
                  }}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {planned && planned.size > 0 && (
        <p className="flex items-center gap-2 text-sm text-ink-2">
          <span
            aria-hidden
            className="size-1.5 rounded-full bg-ink forced-colors:bg-[CanvasText]"
          />
          Already has something planned
        </p>
      )}
    </div>
  );
}

function Month({ current, onChange }: { current: string; onChange: (day: string) => void }) {
  return (
    <div className="flex items-center">
      <IconButton
        label="Previous month"
        icon={<ChevronLeft aria-hidden />}
        onClick={() => onChange(addMonths(current, -1))}
      />
      <p className="flex-1 text-center font-semibold" aria-live="polite">
        {monthTitle(current)}
      </p>
      <IconButton
        label="Next month"
        icon={<ChevronRight aria-hidden />}
        onClick={() => onChange(addMonths(current, 1))}
      />
    </div>
  );
}

type DayCellProps = {
  day: string;
  isChosen: boolean;
  /** The day that has the focus, or would get it. */
  current: string;
  /** How much is planned on it. */
  planned: number | undefined;
  onChoose: () => void;
};

function DayCell({ day, isChosen, current, planned, onChoose }: DayCellProps) {
  const today = useToday();
  return (
    <td aria-selected={isChosen} className="p-0.5">
      <button
        type="button"
        tabIndex={day === current ? 0 : -1}
        data-autofocus={isChosen || undefined}
        aria-label={labelFor(day, today, planned)}
        aria-current={day === today ? 'date' : undefined}
        onClick={onChoose}
        className={classNames(
          'fig relative grid h-11 w-full place-items-center rounded-sm',
          day.slice(0, 7) === current.slice(0, 7) ? 'font-medium' : 'text-ink-3',
          day === today && 'font-semibold inset-ring-2 inset-ring-ink',
          isChosen ? 'bg-ink font-semibold text-bg forced-color-adjust-none' : 'hover:bg-surface-2',
        )}
      >
        {dayOfMonth(day)}
        {planned !== undefined && (
          <span
            aria-hidden
            className="absolute bottom-1.5 left-1/2 size-1.5 -translate-x-1/2 rounded-full bg-current"
          />
        )}
      </button>
    </td>
  );
}

/** "Tuesday 17 November, 2 items" */
function labelFor(day: string, today: string, planned = 0): string {
  const name = formatLongDay(day, today);
  if (planned === 0) return name;
  return `${name}, ${plural(planned, 'item')}`;
}

/** How many entries of any kind each day of a range has, done ones as well. Undefined until it is known. */
function usePlannedDays(range: DayRange): ReadonlyMap<string, number> | undefined {
  return useQuery({ ...calendarQuery(useCall(), range), select: countByDay }).data;
}

function countByDay(entries: CalendarEntry[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { day } of entries) counts.set(day, (counts.get(day) ?? 0) + 1);
  return counts;
}
