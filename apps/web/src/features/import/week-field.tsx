import { addDays, weekOf, weekTitle } from '../../platform/days/days.ts';
import type { firstWeekday } from '../../platform/days/first-weekday.ts';
import { SelectField } from '../../ui/select-field.tsx';

/** Weeks that a plan without dates can begin in. */
const WEEKS_AHEAD = 26;

export type WeekFieldProps = {
  label: string;
  start: string;
  thisWeek: string;
  firstDay: ReturnType<typeof firstWeekday>;
  today: string;
  onChange: (start: string) => void;
};

/** The week of what has no dates. */
export function WeekField({ label, start, thisWeek, firstDay, today, onChange }: WeekFieldProps) {
  const weeks = Array.from({ length: WEEKS_AHEAD }, (_, index) => addDays(thisWeek, index * 7));
  return (
    <SelectField
      label={label}
      className="min-w-50 flex-1"
      value={start}
      onChange={({ target }) => onChange(target.value)}
    >
      {weeks.map((week) => (
        <option key={week} value={week}>
          {weekTitle(weekOf(week, firstDay), today)}
        </option>
      ))}
    </SelectField>
  );
}
