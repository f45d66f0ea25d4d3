import type { EntryContentToSave } from '@pacewright/contract';
import { RACE_DISTANCES, raceName, readRaceTime } from '@pacewright/pace';
import { raceTarget, writeStep } from '@pacewright/script';
import { type FormEvent, useState } from 'react';
import { formatLongDay } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';

type RaceDialogProps = {
  day: string;
  onSave: (content: EntryContentToSave) => void;
  onClose: () => void;
};

/** A race for a day: its name, its distance, and a time to aim for. */
export function RaceDialog({ day, onSave, onClose }: RaceDialogProps) {
  const today = useToday();
  const [name, setName] = useState('');
  const [metres, setMetres] = useState(HALF_MARATHON);
  const [goalText, setGoalText] = useState('');
  const goal = goalText.trim() === '' ? undefined : readRaceTime(goalText, metres);
  const [isSent, setIsSent] = useState(false);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setIsSent(true);
    if (goal && !goal.ok) {
      const field = event.currentTarget.elements.namedItem('goal');
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    onSave({
      kind: 'run',
      isRace: true,
      title: name.trim() || raceName(metres),
      script: writeRace(metres, goal?.seconds),
    });
  }

  return (
    <Dialog
      title={`Race on ${formatLongDay(day, today)}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="race-of-day" variant="primary">
            Add race
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
        <SelectField
          label="Distance"
          value={metres}
          onChange={({ target }) => setMetres(Number(target.value))}
        >
          {RACE_DISTANCES.map((race) => (
            <option key={race.metres} value={race.metres}>
              {race.name}
            </option>
          ))}
        </SelectField>
        <Field
          label="Goal time"
          name="goal"
          hint={goal?.ok && goal.readAs ? `Read as ${goal.readAs}` : 'Optional, such as 1:45:00'}
          inputClassName="fig"
          autoComplete="off"
          value={goalText}
          error={isSent && goal && !goal.ok ? goal.message : undefined}
          onChange={({ target }) => setGoalText(target.value)}
        />
      </form>
    </Dialog>
  );
}

const HALF_MARATHON = 21_097.5;

/** "21.0975km HM", or with the time to aim for, "21.0975km 1h45m". */
function writeRace(metres: number, goal: number | undefined): string {
  return writeStep({
    kind: 'step',
    amount: { kind: 'distance', metres },
    target: goal === undefined ? raceTarget(metres) : { kind: 'goal', seconds: Math.round(goal) },
  });
}
