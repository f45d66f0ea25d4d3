import type { CalendarEntry } from '@pacewright/contract';
import { longDay } from '../../days/days.ts';
import type { Athlete } from '../../script-editor/reading.ts';
import { ScriptText } from '../../script-editor/script-text.tsx';
import { MiniProfile } from '../../workout-view/mini-profile.tsx';
import { PrintedFigures, PrintedPaces } from './printed-parts.tsx';
import { addUp, resolveEntry } from './planned.ts';

type PrintedWeekProps = {
  title: string;
  week: string[];
  entries: CalendarEntry[];
  athlete: Athlete;
  today: string;
};

/** A week on paper: what each day holds, and the paces to run it in. */
export function PrintedWeek({ title, week, entries, athlete, today }: PrintedWeekProps) {
  return (
    <>
      <p className="text-[26pt] leading-tight font-[760] [font-stretch:112%]">{title}</p>
      <p className="mt-[1mm] text-[14pt]">
        <PrintedFigures resolved={addUp(entries, athlete)} athlete={athlete} />
      </p>
      <table className="mt-[5mm] w-full table-fixed border-collapse">
        <tbody>
          {week.map((day) => {
            const own = entries.filter((entry) => entry.day === day);
            return (
              <tr key={day} className="break-inside-avoid [&>*]:border-t [&>*]:border-ink">
                <th className="w-[36mm] py-[3mm] pr-[4mm] text-left align-top text-[11pt] font-[640]">
                  {longDay(day, today)}
                </th>
                <td className="py-[3mm] align-top">
                  {own.length === 0 && <span className="text-[11pt]">Rest day</span>}
                  {own.map((entry) => (
                    <Planned key={entry.id} entry={entry} athlete={athlete} />
                  ))}
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

function Planned({ entry, athlete }: { entry: CalendarEntry; athlete: Athlete }) {
  const resolved = resolveEntry(entry, athlete);
  return (
    <div className="mb-[3mm] flex break-inside-avoid gap-[5mm] last:mb-0">
      <span className="mt-[1mm] flex-none">
        <MiniProfile resolved={resolved} width={120} height={40} />
      </span>
      <div className="min-w-0">
        <p className="text-[12pt] font-[660] break-words">
          {entry.title}
          {entry.done && <span className="text-[10pt] font-(--weight-text)"> (done)</span>}
        </p>
        <p className="text-[10pt] break-words">
          <ScriptText script={entry.script} />
        </p>
        <p className="text-[10pt]">
          <PrintedFigures resolved={resolved} athlete={athlete} />
        </p>
      </div>
    </div>
  );
}
