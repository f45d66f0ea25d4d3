import type { CalendarEntry, EntryContentToSave } from '@pacewright/contract';
import { formatRaceTime, RACE_DISTANCES, raceName, readRace, readRaceTime } from '@pacewright/pace';
import { raceTarget, writeStep } from '@pacewright/script';
import { type FormEvent, useState } from 'react';
import { FIRST_DAY, formatLongDay, isDay, LAST_DAY } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { readRaceEntry } from './race-entry.ts';

type RaceDialogProps = {
  day: string;
  /** A race of the calendar that is changed, and may be on another day afterwards. */
  entry?: CalendarEntry | undefined;
  onSave: (content: EntryContentToSave, day: string) => void;
  onClose: () => void;
};

/** A race for a day: its name, its distance, and a time to aim for. */
export function RaceDialog({ entry, onSave, onClose, ...props }: RaceDialogProps) {
  const today = useToday();
  const before = entry && readRaceEntry(entry);
  const [day, setDay] = useState(props.day);
  const [name, setName] = useState(entry?.title ?? '');
  const [metres, setMetres] = useState(before?.metres ?? HALF_MARATHON);
  const [goalText, setGoalText] = useState(before?.goal ? formatRaceTime(before.goal) : '');
  const goal = goalText.trim() === '' ? undefined : readRaceTime(goalText, metres);
  const [isSent, setIsSent] = useState(false);
  const warning = goal?.ok ? warnOfGoal(metres, goal.seconds) : undefined;
  // The goal that was sent once and warned about, and is saved the second time.
  const [warnedOf, setWarnedOf] = useState<string>();
  const isWarned = warning !== undefined && warnedOf === `${metres} ${goalText}`;

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setIsSent(true);
    const wrong = isDay(day) ? goal && !goal.ok && 'goal' : 'day';
    if (wrong) {
      const field = event.currentTarget.elements.namedItem(wrong);
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    if (warning && !isWarned) {
      setWarnedOf(`${metres} ${goalText}`);
      return;
    }
    const seconds = goal?.ok ? Math.round(goal.seconds) : undefined;
    const isSame = before?.metres === metres && before.goal === seconds;
    onSave(
      {
        kind: 'run',
        isRace: true,
        title: name.trim() || raceName(metres),
        // A race of a plan may have another target, such as one to train through.
        script: isSame && entry ? entry.script : writeRace(metres, seconds),
        ...(entry && { notes: entry.own?.notes ?? '' }),
      },
      day,
    );
  }

  const save = entry ? 'Save' : 'Add race';
  return (
    <Dialog
      title={entry ? 'Edit race' : `Race on ${formatLongDay(day, today)}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="race-of-day" variant="primary">
            {isWarned ? 'Save anyway' : save}
          </Button>
        </>
      }
    >
      <form id="race-of-day" noValidate onSubmit={submit} className="grid gap-4">
        <Field
          label="Name"
          placeholder={raceName(metres)}
          maxLength={200}
          autoComplete="off"
          data-autofocus
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        {entry && (
          <Field
            type="date"
            name="day"
            label="Day"
            min={FIRST_DAY}
            max={LAST_DAY}
            inputClassName="fig"
            value={day}
            error={isDay(day) ? undefined : 'Choose a day'}
            onChange={({ target }) => setDay(target.value)}
          />
        )}
        <DistanceField {...{ metres }} before={before?.metres} onChange={setMetres} />
        <Field
          label="Goal time"
          name="goal"
          hint={
            goal?.ok && goal.readAs ? `Read as ${goal.readAs}` : 'Optional, for example 1:45:00'
          }
          inputClassName="fig"
          autoComplete="off"
          value={goalText}
          error={isSent && goal && !goal.ok ? goal.message : undefined}
          onChange={({ target }) => setGoalText(target.value)}
        />
        {isWarned && (
          <Alert kind="warning">{warning} Check the distance and time, or save anyway.</Alert>
        )}
      </form>
    </Dialog>
  );
}

const HALF_MARATHON = 21_097.5;

type DistanceFieldProps = {
  metres: number;
  before: number | undefined;
  onChange: (metres: number) => void;
};

function DistanceField({ metres, before, onChange }: DistanceFieldProps) {
  return (
    <SelectField
      label="Distance"
      value={metres}
      onChange={({ target }) => onChange(Number(target.value))}
    >
      {distancesWith(before).map((distance) => (
        <option key={distance} value={distance}>
          {raceName(distance)}
        </option>
      ))}
    </SelectField>
  );
}

/** The common distances, and the one of a race that has another. */
function distancesWith(metres: number | undefined): number[] {
  const common = RACE_DISTANCES.map((race): number => race.metres);
  return metres === undefined || common.includes(metres)
    ? common
    : [...common, metres].sort((one, other) => one - other);
}

/** Metres per second. Few people walk slower. */
const SLOW_WALK = 1;

/** The reason why a goal may be a slip. It is still the athlete's goal. */
function warnOfGoal(distance: number, timeInSeconds: number): string | undefined {
  const race = readRace({ distance, timeInSeconds });
  if (!race.ok && race.code === 'faster_than_record') return 'That’s faster than the world record.';
  return distance / timeInSeconds < SLOW_WALK ? 'That’s slower than a walk.' : undefined;
}

/** "21.0975km HM", or with the time to aim for, "21.0975km 1h45m". */
function writeRace(metres: number, goal: number | undefined): string {
  return writeStep({
    kind: 'step',
    amount: { kind: 'distance', metres },
    target: goal === undefined ? raceTarget(metres) : { kind: 'goal', seconds: goal },
  });
}
