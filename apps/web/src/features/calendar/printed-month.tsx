import type { CalendarEntry } from '@pacewright/contract';
import { dateOf, shortWeekday } from '../../days/days.ts';
import type { Athlete } from '../../script-editor/reading.ts';
import { inMinutes } from '../../workout-view/in-minutes.ts';
import { Sketch } from './entry-parts.tsx';
import { addUp, resolveEntry } from './planned.ts';
import { PrintedFigures, PrintedPaces } from './printed-parts.tsx';

type PrintedMonthProps = {
  title: string;
  weeks: string[][];
  /** A day of the month. */
  month: string;
  entries: CalendarEntry[];
  athlete: Athlete;
};

/** A month on paper: a row per week, with its totals. */
export function PrintedMonth({ title, weeks, month, entries, athlete }: PrintedMonthProps) {
  return (
    <>
      <p className="text-[26pt] leading-tight font-[760] [font-stretch:112%]">{title}</p>
      <table className="mt-[5mm] w-full table-fixed border-collapse text-[8pt]">
        <thead>
          <tr className="text-left">
            {(weeks[0] ?? []).map((day) => (
              <th key={day} className="pb-[1mm] font-[540]">
                {shortWeekday(day)}
              </th>
            ))}
            <th className="pb-[1mm] font-[540]">Week</th>
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
                    <p className={isSameMonth(day, month) ? 'fig font-[680]' : 'fig text-ink-3'}>
                      {dateOf(day)}
                    </p>
                    {own
                      .filter((entry) => entry.day === day)
                      .map((entry) => (
                        <Planned key={entry.id} entry={entry} athlete={athlete} />
                      ))}
                  </td>
                ))}
                <td>
                  {own.length > 0 && (
                    <PrintedFigures resolved={addUp(own, athlete)} athlete={athlete} />
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <PrintedPaces athlete={athlete} />
    </>
  );
}

function isSameMonth(one: string, other: string): boolean {
  return one.slice(0, 7) === other.slice(0, 7);
}

function Planned({ entry, athlete }: { entry: CalendarEntry; athlete: Athlete }) {
  const resolved = resolveEntry(entry, athlete);
  const { time } = resolved.totals;
  return (
    <div className="mt-[1mm] min-w-0">
      <Sketch resolved={resolved} height={18} />
      <p className="leading-tight font-[620] wrap-anywhere">{entry.title}</p>
      <p className="fig">
        {time.isAtLeast && 'at least '}
        {inMinutes(time.seconds)}
        {entry.done && ', done'}
      </p>
    </div>
  );
}
