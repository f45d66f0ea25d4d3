import { formatRaceTime, RACE_DISTANCES, raceName, type RaceResult } from '@pacewright/pace';
import { type Ref, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { parseRaceInput, type ParsedRaceInput } from './parse-race-input.ts';

type RaceInputProps = {
  race: RaceResult | undefined;
  /** Called with each valid race, and with undefined when the input is no longer one. */
  onRace: (race: RaceResult | undefined) => void;
  /** Error for an empty time. */
  missing?: string | undefined;
  timeRef?: Ref<HTMLInputElement>;
  /** Link for a race that is too slow for the formula. */
  byHand: string;
};

/** A race as a sentence: "I ran 5 km in 19:57." */
export function RaceInput({ race, onRace, missing, timeRef, byHand }: RaceInputProps) {
  const [distance, setDistance] = useState(race?.distance ?? 5000);
  const [time, setTime] = useState(race ? formatRaceTime(race.timeInSeconds) : '');
  const [refusal, setRefusal] = useState<Refused>();
  const refusalText = refusal && (
    <>
      {refusal.message}
      {refusal.byHand && <Link to={byHand}>{refusal.byHand}</Link>}
      {refusal.choices.length > 0 && (
        <span className="mt-1.5 flex flex-wrap gap-2">
          {refusal.choices.map((seconds) => (
            <Button key={seconds} size="sm" onClick={() => choose(seconds)}>
              {formatRaceTime(seconds)}
            </Button>
          ))}
        </span>
      )}
    </>
  );
  const error = time.trim() === '' ? missing : refusalText;
  const { readAs } = parseInput(distance, time);

  function update(nextDistance: number, nextTime: string): void {
    const { race: next, refusal: reason } = parseInput(nextDistance, nextTime);
    setRefusal(reason);
    onRace(next);
  }

  function choose(seconds: number): void {
    const chosen = formatRaceTime(seconds);
    setTime(chosen);
    update(distance, chosen);
  }

  return (
    <div className="flex flex-wrap items-start gap-x-2 gap-y-2 sm:gap-x-3">
      <span aria-hidden className="flex min-h-(--control-h) items-center font-medium">
        I ran
      </span>
      <SelectField
        label="Race distance"
        labelHidden
        value={distance}
        onChange={({ target }) => {
          setDistance(Number(target.value));
          update(Number(target.value), time);
        }}
        className="w-40"
      >
        {!RACE_DISTANCES.some(({ metres }) => metres === distance) && (
          <option value={distance}>{raceName(distance)}</option>
        )}
        {RACE_DISTANCES.map(({ metres, name }) => (
          <option key={metres} value={metres}>
            {name}
          </option>
        ))}
      </SelectField>
      <div className="flex items-start gap-x-2 sm:gap-x-3">
        <span aria-hidden className="flex min-h-(--control-h) items-center font-medium">
          in
        </span>
        <Field
          label="Finish time"
          labelHidden
          value={time}
          placeholder={distance > MAX_DISTANCE_IN_MINUTES ? 'h:mm:ss' : 'mm:ss'}
          ref={timeRef}
          autoComplete="off"
          spellCheck={false}
          error={error}
          hint={readAs && `Read as ${readAs}`}
          onChange={({ target }) => {
            setTime(target.value);
            // An incomplete time is no error while typing; a complete one counts at once.
            if (parseInput(distance, target.value).refusal) setRefusal(undefined);
            else update(distance, target.value);
          }}
          onBlur={() => update(distance, time)}
          onKeyDown={({ key }) => {
            if (key === 'Enter') update(distance, time);
          }}
          className={error ? 'w-64' : 'w-28'}
          inputClassName="fig max-w-28 font-semibold placeholder:font-normal"
        />
      </div>
    </div>
  );
}

/** Metres. Most runners need less than an hour up to here. */
const MAX_DISTANCE_IN_MINUTES = 10_000;

type Refused = Extract<ParsedRaceInput, { ok: false }>;

/** An empty time is neither a race nor an error. */
function parseInput(
  distance: number,
  time: string,
): { race?: RaceResult; readAs?: string | undefined; refusal?: Refused } {
  if (time.trim() === '') return {};
  const typed = parseRaceInput(distance, time);
  return typed.ok ? { race: typed.race, readAs: typed.readAs } : { refusal: typed };
}
