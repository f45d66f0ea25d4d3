import { formatRaceTime, RACE_DISTANCES, raceName, type RaceResult } from '@pacewright/pace';
import { type Ref, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { readTypedRace, type TypedRace } from './typed-race.ts';

type RaceSentenceProps = {
  race: RaceResult | undefined;
  /** Hears of every race that can be believed, and when there is none any more. */
  onRace: (race: RaceResult | undefined) => void;
  /** Said at the time for as long as there is none. */
  missing?: string | undefined;
  timeRef?: Ref<HTMLInputElement>;
  /** Where paces are set by hand, for a race that gives none. */
  byHand: string;
};

/** "I ran 5 km in 19:57." */
export function RaceSentence({ race, onRace, missing, timeRef, byHand }: RaceSentenceProps) {
  const [distance, setDistance] = useState(race?.distance ?? 5000);
  const [time, setTime] = useState(race ? formatRaceTime(race.timeInSeconds) : '');
  const [refusal, setRefusal] = useState<Refused>();
  const told = refusal && (
    <>
      {refusal.said}
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
  const error = time.trim() === '' ? missing : told;
  const { readAs } = readSentence(distance, time);

  function take(nextDistance: number, nextTime: string): void {
    const { race: next, refusal: reason } = readSentence(nextDistance, nextTime);
    setRefusal(reason);
    onRace(next);
  }

  function choose(seconds: number): void {
    const chosen = formatRaceTime(seconds);
    setTime(chosen);
    take(distance, chosen);
  }

  return (
    <div className="flex flex-wrap items-start gap-x-2 gap-y-2 sm:gap-x-3">
      <span aria-hidden className="flex min-h-(--control-h) items-center font-[560]">
        I ran
      </span>
      <SelectField
        label="Race distance"
        labelHidden
        value={distance}
        onChange={({ target }) => {
          setDistance(Number(target.value));
          take(Number(target.value), time);
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
        <span aria-hidden className="flex min-h-(--control-h) items-center font-[560]">
          in
        </span>
        <Field
          label="Finish time"
          labelHidden
          value={time}
          placeholder={distance > LONGEST_IN_MINUTES ? 'h:mm:ss' : 'mm:ss'}
          ref={timeRef}
          autoComplete="off"
          spellCheck={false}
          error={error}
          hint={readAs && `Read as ${readAs}`}
          onChange={({ target }) => {
            setTime(target.value);
            // A time that is still being typed is not corrected; one that is whole counts at once.
            if (readSentence(distance, target.value).refusal) setRefusal(undefined);
            else take(distance, target.value);
          }}
          onBlur={() => take(distance, time)}
          className={error ? 'w-64' : 'w-28'}
          inputClassName="fig max-w-28 font-[640] placeholder:font-[400]"
        />
      </div>
    </div>
  );
}

/** Metres that most run in less than an hour. */
const LONGEST_IN_MINUTES = 10_000;

type Refused = Extract<TypedRace, { ok: false }>;

/** No time is no race, and nothing to complain of. */
function readSentence(
  distance: number,
  time: string,
): { race?: RaceResult; readAs?: string | undefined; refusal?: Refused } {
  if (time.trim() === '') return {};
  const typed = readTypedRace(distance, time);
  return typed.ok ? { race: typed.race, readAs: typed.readAs } : { refusal: typed };
}
