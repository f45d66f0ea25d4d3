import { type CalendarEntry, isRunEntry } from '@pacewright/contract';
import { formatLongDay } from '../../platform/days/days.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { ScriptText } from '../../workout/editor/script-text.tsx';
import { MiniChart } from '../../workout/view/mini-profile.tsx';
import { TimeOfDayLabel } from './entry-parts.tsx';
import { PrintedCalendar, PrintedTotals } from './printed-parts.tsx';
import { notesOf, resolveEntry, sumEntries } from './resolve-entry.ts';

type PrintedWeekProps = {
  title: string;
  week: string[];
  entries: CalendarEntry[];
  paceContext: PaceContext;
  today: string;
};

/** A week on paper: the workouts of each day, and the paces to run them with. */
export function PrintedWeek({ title, week, entries, paceContext, today }: PrintedWeekProps) {
  return (
    <PrintedCalendar title={title} paceContext={paceContext}>
      <p className="mt-[1mm] text-lg">
        <PrintedTotals resolved={sumEntries(entries, paceContext)} paceContext={paceContext} />
      </p>
      <table className="mt-[5mm] w-full table-fixed border-collapse">
        <tbody>
          {week.map((day) => {
            const own = entries.filter((entry) => entry.day === day);
            return (
              <tr key={day} className="break-inside-avoid [&>*]:border-t [&>*]:border-ink">
                <th className="w-[36mm] py-[3mm] pr-[4mm] text-left align-top text-sm font-semibold">
                  {formatLongDay(day, today)}
                </th>
                <td className="py-[3mm] align-top">
                  {own.length === 0 && <span className="text-sm">Nothing planned</span>}
                  {own.map((entry) => (
                    <Planned key={entry.id} entry={entry} paceContext={paceContext} />
                  ))}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </PrintedCalendar>
  );
}

function Planned({ entry, paceContext }: { entry: CalendarEntry; paceContext: PaceContext }) {
  const resolved = resolveEntry(entry, paceContext);
  return (
    <div className="mb-[3mm] flex break-inside-avoid gap-[5mm] last:mb-0">
      {isRunEntry(entry) && (
        <span className="mt-[1mm] flex-none">
          <MiniChart resolved={resolved} width={120} height={40} />
        </span>
      )}
      <div className="min-w-0">
        <p className="text-md font-semibold break-words">
          <TimeOfDayLabel of={entry} />
          {entry.title}
          {entry.done && <span className="text-xs font-normal"> (done)</span>}
        </p>
        {isRunEntry(entry) && (
          <>
            <p className="text-xs break-words">
              <ScriptText script={entry.script} />
            </p>
            <p className="text-xs">
              <PrintedTotals resolved={resolved} paceContext={paceContext} />
            </p>
          </>
        )}
        {notesOf(entry) && <p className="text-xs break-words">{notesOf(entry)}</p>}
      </div>
    </div>
  );
}
