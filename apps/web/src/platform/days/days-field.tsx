import { type KeyboardEvent, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { addDays, dayOfMonth, formatLongDay, shortWeekday } from './days.ts';

/** The first and last day. */
export type Absence = { from: string; to: string };

type DaysFieldProps = {
  start: string;
  today: string;
  /** What is planned. */
  days: readonly { day: string; title: string }[];
  absence: Absence;
  onChange: (absence: Absence) => void;
};

const SHOWN_DAYS = 21;

/** Three weeks to choose from: the first press is the first day, the second the last. Shift and arrows move the end. */
export function DaysField({ start, today, days, absence, onChange }: DaysFieldProps) {
  const [isChoosing, setIsChoosing] = useState(false);
  const shown = Array.from({ length: SHOWN_DAYS }, (_, index) => addDays(start, index));
  const rows = [shown.slice(0, 7), shown.slice(7, 14), shown.slice(14)];

  function choose(day: string): void {
    if (isChoosing && day >= absence.from) onChange({ ...absence, to: day });
    else onChange({ from: day, to: day });
    setIsChoosing(!isChoosing || day < absence.from);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key];
    if (!steps || !(event.target instanceof HTMLElement)) return;
    event.preventDefault();
    const next = addDays(event.target.dataset['awayDay'] ?? '', steps);
    const target = event.currentTarget.querySelector<HTMLElement>(`[data-away-day="${next}"]`);
    if (!target || target.ariaDisabled === 'true') return;
    target.focus();
    if (event.shiftKey && next >= absence.from) onChange({ ...absence, to: next });
  }

  return (
    <div>
      <p className="mb-2 text-sm">
        <b className="font-semibold">Which days?</b>{' '}
        <span className="text-ink-2">
          {isChoosing ? 'Choose the last one.' : 'Choose the first and the last.'}
        </span>
      </p>
      {/* The day buttons get the key events; the table handles them for all. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <table
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- days are chosen in a grid
        role="grid"
        aria-label="Days"
        aria-multiselectable
        className="w-full table-fixed"
        onKeyDown={onKeyDown}
      >
        <tbody>
          {rows.map((row) => (
            <tr key={row[0]}>
              {row.map((day) => {
                const isChosen = day >= absence.from && day <= absence.to;
                const isGone = day < today;
                const own = days.find((each) => each.day === day);
                return (
                  <td key={day} aria-selected={isChosen} className="py-0.5">
                    <button
                      type="button"
                      data-away-day={day}
                      aria-disabled={isGone || undefined}
                      tabIndex={day === absence.from ? 0 : -1}
                      onClick={() => isGone || choose(day)}
                      className={classNames(
                        'grid min-h-13 w-full place-items-center content-center gap-0.5 text-sm',
                        day === absence.from && 'rounded-l-sm',
                        day === absence.to && 'rounded-r-sm',
                        isChosen
                          ? 'bg-ink text-bg forced-color-adjust-none'
                          : isGone
                            ? 'text-ink-3'
                            : 'rounded-sm hover:bg-surface-2',
                      )}
                    >
                      <DayName {...{ day, today, own }} />
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type DayNameProps = { day: string; today: string; own: { title: string } | undefined };

function DayName({ day, today, own }: DayNameProps) {
  return (
    <>
      <span className="sr-only">
        {formatLongDay(day, today)}
        {own && `, ${own.title}`}
      </span>
      <span aria-hidden className="text-xs">
        {shortWeekday(day)}
      </span>
      <b aria-hidden className="fig leading-none font-semibold">
        {dayOfMonth(day)}
      </b>
      <span aria-hidden className={classNames('size-1 rounded-full', own && 'bg-current')} />
    </>
  );
}
