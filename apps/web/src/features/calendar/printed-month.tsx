import { type CalendarEntry, isRunEntry } from '@pacewright/contract';
import { dayOfMonth, shortWeekday } from '../../platform/days/days.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { formatMinutes } from '../../workout/view/format-minutes.ts';
import { ChartThumbnail, TimeOfDayLabel } from './entry-parts.tsx';
import { sumEntries, resolveEntry } from './resolve-entry.ts';
import { PrintedCalendar, PrintedTotals } from './printed-parts.tsx';

type PrintedMonthProps = {
  title: string;
  weeks: string[][];
  /** A day of the month. */
  month: string;
  entries: CalendarEntry[];
  paceContext: PaceContext;
};

/** A month on paper: a row per week, with its totals. */
export function PrintedMonth({ title, weeks, month, entries, paceContext }: PrintedMonthProps) {
  return (
    <PrintedCalendar title={title} paceContext={paceContext}>
      <table className="mt-[5mm] w-full table-fixed border-collapse text-xs">
        <thead>
          <tr className="text-left">
            {(weeks[0] ?? []).map((day) => (
              <th key={day} className="pb-[1mm] font-medium">
                {shortWeekday(day)}
              </th>
            ))}
            <th className="pb-[1mm] font-medium">Week</th>
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => {
            const own = entries.filter(({ day }) => week.includes(day));
            return (
              <tr
                key={week[0]}
                className="break-inside-avoid [&>*]:h-[24mm] [&>*]:border-t [&>*]:border-ink [&>*]:py-[1.5mm] [&>*]:pr-[2mm] [&>*]:align-top"
              >
                {week.map((day) => (
                  <td key={day}>
                    <p className={isSameMonth(day, month) ? 'fig font-semibold' : 'fig text-ink-3'}>
                      {dayOfMonth(day)}
                    </p>
                    {own
                      .filter((entry) => entry.day === day)
                      .map((entry) => (
                        <Planned key={entry.id} entry={entry} paceContext={paceContext} />
                      ))}
                  </td>
                ))}
                <td>
                  {own.length > 0 && (
                    <PrintedTotals
                      resolved={sumEntries(own, paceContext)}
                      paceContext={paceContext}
                    />
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </PrintedCalendar>
  );
}

function isSameMonth(one: string, other: string): boolean {
  return one.slice(0, 7) === other.slice(0, 7);
}

function Planned({ entry, paceContext }: { entry: CalendarEntry; paceContext: PaceContext }) {
  const resolved = resolveEntry(entry, paceContext);
  const { time } = resolved.totals;
  return (
    <div className="mt-[1mm] min-w-0">
      {isRunEntry(entry) && <ChartThumbnail resolved={resolved} height={18} />}
      <p className="leading-tight font-semibold wrap-anywhere">
        <TimeOfDayLabel of={entry} />
        {entry.title}
      </p>
      <p className="fig">
        {isRunEntry(entry) && `${time.isAtLeast ? 'at least ' : ''}${formatMinutes(time.seconds)}`}
        {entry.done && (isRunEntry(entry) ? ', done' : 'done')}
      </p>
    </div>
  );
}
