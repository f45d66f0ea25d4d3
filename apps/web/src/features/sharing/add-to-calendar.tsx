import { addToCalendar } from '@pacewright/contract';
import { type SharedWorkout, writeCalendar } from '@pacewright/delivery';
import { titleOf } from '@pacewright/script';
import { CalendarPlus } from 'lucide-react';
import { useId, useState } from 'react';
import { useCall } from '../../platform/api/call-context.ts';
import { FIRST_DAY, LAST_DAY } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { downloadFile } from '../../workout/export/download-file.ts';
import { useSession } from '../../platform/session/session-context.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { messageOf } from '../../ui/message-of.ts';
import { keyOf, saveWorkoutOnce } from '../../visitor/save-workout-once.ts';
import { useVisitor } from '../../visitor/use-visitor.ts';
import { readInFull } from '../../workout/use-reading.ts';
import type { SaveOutcome } from './save-buttons.tsx';

type AddToCalendarProps = {
  workout: SharedWorkout;
  onOutcome: (outcome: SaveOutcome | undefined) => void;
};

/** Puts a workout on a day of the athlete's calendar, or makes a file for any other calendar. */
export function AddToCalendar({ workout, onOutcome }: AddToCalendarProps) {
  const session = useSession();
  const call = useCall();
  const { paces } = useVisitor();
  const [isPromptOpen, setIsPromptOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);

  async function plan(day: string): Promise<void> {
    const state = await session.ready();
    const isAthlete = state.status === 'authenticated' && state.account.emailVerified;
    if (!isAthlete) return saveEvent(day);
    const saved = await saveWorkoutOnce(call, workout);
    const idempotencyKey = await keyOf(`${saved.id} ${day}`);
    await call(addToCalendar, { body: { workoutId: saved.id, day }, idempotencyKey });
    onOutcome({ kind: 'planned', workout: saved, day });
  }

  async function saveEvent(day: string): Promise<void> {
    const { title, script } = workout;
    await readInFull();
    const text = writeCalendar([{ id: await keyOf(`${title}\n${script}`), day, title, script }], {
      name: 'Pacewright',
      writtenAt: new Date().toISOString(),
      speeds: paces,
      units: paces.units,
    });
    downloadFile(`pacewright-${day}.ics`, text, 'text/calendar;charset=utf-8');
  }

  async function choose(day: string): Promise<void> {
    setIsPromptOpen(false);
    setIsBusy(true);
    onOutcome(undefined);
    try {
      await plan(day);
    } catch (error) {
      const reason = messageOf(error);
      onOutcome({ kind: 'failed', reason });
    }
    setIsBusy(false);
  }

  return (
    <>
      <Button
        wide
        icon={<CalendarPlus aria-hidden />}
        busy={isBusy}
        onClick={() => setIsPromptOpen(true)}
      >
        Add to my calendar
      </Button>
      {isPromptOpen && (
        <DayPrompt
          title={`Add ${titleOf(workout)} to a day`}
          onChoose={(day) => void choose(day)}
          onClose={() => setIsPromptOpen(false)}
        />
      )}
    </>
  );
}

type DayPromptProps = { title: string; onChoose: (day: string) => void; onClose: () => void };

/** A plain date field: this page does not load the athlete's calendar. */
function DayPrompt({ title, onChoose, onClose }: DayPromptProps) {
  const today = useToday();
  const [day, setDay] = useState(today);
  const isDay = day >= FIRST_DAY && day <= LAST_DAY;
  const id = useId();

  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary">
            Add
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isDay) onChoose(day);
        }}
      >
        <Field
          label="Day"
          type="date"
          data-autofocus
          value={day}
          error={isDay ? undefined : 'Choose a day'}
          onChange={({ target }) => setDay(target.value)}
          inputClassName="fig"
        />
      </form>
    </Dialog>
  );
}
