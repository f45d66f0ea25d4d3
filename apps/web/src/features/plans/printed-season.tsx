import { DEFAULT_TRAINING_PACES, formatRange, PACE_KEYS, PACE_UNIT_LABELS } from '@pacewright/pace';
import { formatLength, LENGTH_UNITS, previewScript, titleOf } from '@pacewright/script';
import type { ReactNode } from 'react';
import { ScriptText } from '../../workout/editor/script-text.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import { formatMinutes } from '../../workout/view/format-minutes.ts';
import { MiniChart } from '../../workout/view/mini-profile.tsx';
import type { ListedDay, ListedSeason } from './listed-days.ts';
import './printed-season.css';

type PrintedSeasonProps = { title: string; season: ListedSeason; paceContext: PaceContext };

/** A season as a list on A4, week by week. */
export function PrintedList({ title, season, paceContext }: PrintedSeasonProps) {
  return (
    <Page title={title} paceContext={paceContext}>
      {season.weeks.map(({ id, name, days }) => (
        <table
          key={id}
          className="mt-[4mm] w-full break-inside-avoid table-fixed border-collapse text-xs"
        >
          <caption className="border-b border-ink pb-[1mm] text-left text-md font-semibold">
            {name}
            <span className="fig float-right font-normal">{totalOf(days, paceContext)}</span>
          </caption>
          <tbody>
            {days.map((day) => (
              <tr
                key={day.id}
                className="break-inside-avoid [&>*]:border-b [&>*]:border-line [&>*]:py-[1.2mm] [&>*]:align-top"
              >
                <th className="w-[24mm] text-left font-medium">{day.name}</th>
                <td>
                  {!isSuggestedTitle(day) && (
                    <b className="font-semibold wrap-anywhere">{day.title}</b>
                  )}
                  {day.script && (
                    <>
                      {' '}
                      <ScriptText script={day.script} />
                    </>
                  )}
                  {day.isDone && ', done'}
                  {day.notes && (
                    <span className="block whitespace-pre-line text-ink-2 wrap-anywhere">
                      {day.notes}
                    </span>
                  )}
                </td>
                <td className="fig w-[30mm] text-right">{totalOf([day], paceContext)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </Page>
  );
}

/** Whether the title only repeats the amounts of the script. */
function isSuggestedTitle({ title, script }: ListedDay): boolean {
  return script !== '' && title === titleOf({ title: '', script });
}

/** A season as a chart for the wall on A4 across: a row for each week, a column for each weekday. */
export function WallChart({ title, season, paceContext }: PrintedSeasonProps) {
  return (
    <div className="wall-chart">
      <Page title={title} paceContext={paceContext}>
        <table className="mt-[3mm] w-full table-fixed border-collapse text-2xs leading-tight">
          <thead>
            <tr className="text-left">
              <th className="w-[32mm] pb-[1mm] font-medium">Week</th>
              {season.weekdays.map((weekday) => (
                <th key={weekday} className="pb-[1mm] font-medium">
                  {weekday}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {season.weeks.map(({ id, name, days }) => (
              <tr
                key={id}
                className="break-inside-avoid [&>*]:border-t [&>*]:border-ink [&>*]:py-[1mm] [&>*]:pr-[1.5mm] [&>*]:align-top"
              >
                <th className="text-left font-semibold">
                  {name}
                  <span className="fig block font-normal">{totalOf(days, paceContext)}</span>
                </th>
                {season.weekdays.map((weekday, column) => (
                  <td key={weekday}>
                    {days
                      .filter((day) => day.column === column)
                      .map((day) => (
                        <WallDay key={day.id} day={day} paceContext={paceContext} />
                      ))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Page>
    </div>
  );
}

function WallDay({ day, paceContext }: { day: ListedDay; paceContext: PaceContext }) {
  const { resolved } = previewScript(day.script, paceContext);
  return (
    <div className="mb-[1mm] last:mb-0">
      {day.script && <MiniChart isStretched resolved={resolved} width={92} height={14} />}
      <p className="font-semibold wrap-anywhere">
        {day.timeOfDay && <span className="font-normal">{day.timeOfDay} </span>}
        {day.title}
      </p>
      <p className="fig">
        {totalOf([day], paceContext)}
        {day.isDone && ' done'}
      </p>
    </div>
  );
}

type PageProps = { title: string; paceContext: PaceContext; children: ReactNode };

function Page({ title, paceContext: { speeds, units }, children }: PageProps) {
  const { trainingPaces } = speeds ?? { trainingPaces: DEFAULT_TRAINING_PACES };
  return (
    <>
      <p className="text-2xl leading-tight font-bold wrap-anywhere [font-stretch:112%]">{title}</p>
      <p className="fig mt-[1mm] flex flex-wrap gap-x-[6mm] text-sm">
        {PACE_KEYS.map((key) => (
          <span key={key}>
            <b className="font-mono">{key}</b> {formatRange(trainingPaces[key], units)}
          </span>
        ))}
        <span>{PACE_UNIT_LABELS[units]}</span>
      </p>
      {children}
    </>
  );
}

/** "3 h 53, 44 km". Empty without a run. */
function totalOf(days: readonly ListedDay[], { speeds, units }: PaceContext): string {
  const runs = days.filter(({ script }) => script !== '');
  if (runs.length === 0) return '';
  const totals = runs.map(({ script }) => previewScript(script, { speeds }).resolved.totals);
  const isAtLeast = totals.some(({ time, distance }) => time.isAtLeast || distance.isAtLeast);
  const seconds = totals.reduce((sum, { time }) => sum + time.seconds, 0);
  const metres = totals.reduce((sum, { distance }) => sum + distance.metres, 0);
  return `${isAtLeast ? 'at least ' : ''}${formatMinutes(seconds)}, ${formatLength(metres, units)} ${LENGTH_UNITS[units]}`;
}
