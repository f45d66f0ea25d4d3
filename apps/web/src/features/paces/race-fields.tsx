import { formatRaceTime, RACE_DISTANCES } from '@pacewright/pace';
import { CircleAlert } from 'lucide-react';
import { type FocusEvent, useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { isInSameGroup } from './is-in-same-group.ts';
import {
  type RaceField,
  type RaceForm,
  type RaceFormReading,
  normalizeTime,
  timeFields,
} from './race-form.ts';

type RaceFieldsProps = {
  form: RaceForm;
  reading: RaceFormReading;
  /** Where it is time to say what is wrong: not while the first digits are being typed. */
  visited: ReadonlySet<RaceField>;
  today: string;
  onChange: (form: RaceForm) => void;
  onVisit: (field: RaceField) => void;
};

/** Distance, date and finish time of a race. */
export function RaceFields({ form, reading, visited, today, onChange, onVisit }: RaceFieldsProps) {
  const refused = reading.kind === 'refused' && visited.has(reading.field) ? reading : undefined;
  const errorAt = (field: RaceField) => (refused?.field === field ? refused.message : undefined);
  const isOwn = form.distance === 'own';

  return (
    <div className="grid gap-3 min-[24rem]:grid-cols-2 md:gap-4 [&>*]:min-w-0">
      <SelectField
        label="Distance"
        value={form.distance}
        error={isOwn ? undefined : errorAt('distance')}
        onChange={(event) => onChange({ ...form, distance: event.target.value })}
      >
        <optgroup label="Common distances">{RACE_DISTANCES.filter(isOften).map(asOption)}</optgroup>
        <optgroup label="Other distances">
          {RACE_DISTANCES.filter((race) => !isOften(race)).map(asOption)}
          <option value="own">Other distance</option>
        </optgroup>
      </SelectField>
      <Field
        label="Date"
        type="date"
        max={today}
        inputClassName="fig"
        value={form.racedOn}
        hint={form.racedOn === '' ? 'Optional. Without one, it counts as today’s.' : undefined}
        error={errorAt('racedOn')}
        onChange={(event) => onChange({ ...form, racedOn: event.target.value })}
        onBlur={() => onVisit('racedOn')}
      />
      {isOwn && (
        <div className="grid grid-cols-[1fr_7.5rem] gap-2 min-[24rem]:col-span-2">
          <Field
            label="Other distance"
            inputMode="decimal"
            inputClassName="fig"
            autoComplete="off"
            value={form.ownDistance}
            error={errorAt('distance')}
            onChange={(event) => onChange({ ...form, ownDistance: event.target.value })}
            onBlur={() => onVisit('distance')}
          />
          <SelectField
            label="Unit"
            value={form.ownUnit}
            onChange={(event) =>
              onChange({ ...form, ownUnit: event.target.value === 'miles' ? 'miles' : 'km' })
            }
          >
            <option value="km">km</option>
            <option value="miles">miles</option>
          </SelectField>
        </div>
      )}
      <TimeFields
        {...{ form, onChange }}
        error={errorAt('time')}
        choices={refused?.field === 'time' ? refused.choices : []}
        onVisit={() => onVisit('time')}
      />
    </div>
  );
}

type TimeFieldsProps = {
  form: RaceForm;
  error: string | undefined;
  choices: number[];
  onChange: (form: RaceForm) => void;
  onVisit: () => void;
};

function TimeFields({ form, error, choices, onChange, onVisit }: TimeFieldsProps) {
  const id = useId();

  function leave(event: FocusEvent<HTMLInputElement>): void {
    const isInside = isInSameGroup(event);
    // "2045" may still become 2045 minutes.
    if (isInside && !event.target.value.includes(':')) return;
    enter();
    if (!isInside) onVisit();
  }

  function enter(): void {
    const normalized = normalizeTime(form);
    if (normalized !== form) onChange(normalized);
  }

  return (
    <fieldset className="min-[24rem]:col-span-2">
      <legend className="mb-1.5 text-sm leading-[1.3] font-semibold">Finish time</legend>
      <div className="grid grid-cols-3 gap-2">
        {TIME_PARTS.map(({ part, label, unit }) => (
          <span key={part} className="relative">
            <input
              aria-label={label}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? id : undefined}
              inputMode="numeric"
              autoComplete="off"
              value={form[part]}
              onFocus={(event) => event.target.select()}
              onBlur={leave}
              onKeyDown={({ key }) => {
                if (key !== 'Enter') return;
                enter();
                onVisit();
              }}
              onChange={(event) => onChange({ ...form, [part]: event.target.value })}
              className="field fig pr-10 pl-2.5 text-lg font-semibold md:pl-3"
            />
            <span
              aria-hidden
              className="pointer-events-none absolute inset-y-0 right-3 grid place-items-center text-sm text-ink-3"
            >
              {unit}
            </span>
          </span>
        ))}
      </div>
      {error && (
        <div className="mt-1.5 grid justify-items-start gap-2">
          <p
            id={id}
            className="flex items-start gap-1.5 text-sm leading-[1.4] font-medium text-danger"
          >
            <CircleAlert aria-hidden className="mt-0.5 size-4" />
            <span>{error}</span>
          </p>
          {choices.length > 0 && (
            <div className="flex flex-wrap gap-2">
              {choices.map((seconds) => (
                <Button
                  key={seconds}
                  size="sm"
                  onClick={() => onChange({ ...form, ...timeFields(seconds) })}
                >
                  Change to {formatRaceTime(seconds)}
                </Button>
              ))}
            </div>
          )}
        </div>
      )}
    </fieldset>
  );
}

const TIME_PARTS = [
  { part: 'hours', label: 'Hours', unit: 'h' },
  { part: 'minutes', label: 'Minutes', unit: 'min' },
  { part: 'seconds', label: 'Seconds', unit: 's' },
] as const;

type Distance = (typeof RACE_DISTANCES)[number];

function isOften({ metres }: Distance): boolean {
  return [1609.344, 5000, 10_000, 21_097.5, 42_195].includes(metres);
}

function asOption({ metres, name }: Distance) {
  return (
    <option key={metres} value={metres}>
      {name}
    </option>
  );
}
