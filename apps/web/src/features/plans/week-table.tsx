import { PACE_KEYS, PACE_NAMES, type PaceUnits } from '@pacewright/pace';
import { formatLength, LENGTH_UNITS } from '@pacewright/script';
import { useState } from 'react';
import { formatMinutes } from '../../workout/view/format-minutes.ts';
import type { SeasonWeek } from './season-layout.ts';

/** All of the season as a table, for screen readers and for anyone who prefers figures. */
export function WeekTable({ weeks, units }: { weeks: readonly SeasonWeek[]; units: PaceUnits }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className="border-t border-line pt-2"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="min-h-6 cursor-pointer py-1 text-sm font-medium text-ink-2">
        Weeks as a table
      </summary>
      {isOpen && (
        <section
          className="overflow-x-auto"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keyboard
          tabIndex={0}
          aria-label="Weeks as a table"
        >
          <table className="mt-2 w-full text-sm whitespace-nowrap [&_td]:px-2 [&_td]:py-1 [&_th]:px-2 [&_th]:py-1 [&_th]:text-left [&_th]:font-medium">
            <thead className="text-ink-2">
              <tr>
                <th scope="col">Week</th>
                <th scope="col">Title</th>
                <th scope="col">Runs</th>
                <th scope="col">Time</th>
                <th scope="col">Distance</th>
                {PACE_KEYS.map((key) => (
                  <th key={key} scope="col">
                    {PACE_NAMES[key]}
                  </th>
                ))}
                <th scope="col">Race</th>
              </tr>
            </thead>
            <tbody className="fig">
              {weeks.map((week) => (
                <tr key={week.week} className="border-t border-line">
                  <th scope="row">{week.week}</th>
                  <td>
                    {week.title}
                    {week.isLight && (week.title ? ', light' : 'light')}
                  </td>
                  <td>{week.runs}</td>
                  <td>{formatMinutes(week.seconds)}</td>
                  <td>
                    {formatLength(week.metres, units)} {LENGTH_UNITS[units]}
                  </td>
                  {PACE_KEYS.map((key) => (
                    <td key={key}>{week.lanes[key] > 0 ? formatMinutes(week.lanes[key]) : '–'}</td>
                  ))}
                  <td>{week.race?.title ?? '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  );
}
