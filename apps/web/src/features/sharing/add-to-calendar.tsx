import { addToCalendar } from '@pacewright/contract';
import { type SharedWorkout, writeCalendar } from '@pacewright/delivery';
import { titleOf } from '@pacewright/script';
import { CalendarPlus } from 'lucide-react';
import { useId, useState } from 'react';
import { useCall } from '../../api/call-context.ts';
import { FIRST_DAY, LAST_DAY } from '../../days/days.ts';
import { useToday } from '../../days/use-today.ts';
import { saveFile } from '../../delivery/save-file.ts';
import { useSession } from '../../session/session-context.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { keyOf, saveOnce } from '../../visitor/save-once.ts';
import { useVisitor } from '../../visitor/use-visitor.ts';
import type { SaveNews } from './save-buttons.tsx';

type AddToCalendarProps = { workout: SharedWorkout; onNews: (news: SaveNews | undefined) => void };

/** Puts a workout on a day: of the athlete's own calendar, or as a file for any other. */
export function AddToCalendar({ workout, onNews }: AddToCalendarProps) {
  const session = useSession();
  const call = useCall();
  const { paces } = useVisitor();
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);

  async function plan(day: string): Promise<void> {
    const state = await session.settled();
    const isAthlete = state.status === 'authenticated' && state.account.emailVerified;
    if (!isAthlete) return saveEvent(day);
    const saved = await saveOnce(call, workout);
    const idempotencyKey = await keyOf(`${saved.id} ${day}`);
    await call(addToCalendar, { body: { workoutId: saved.id, day }, idempotencyKey });
    onNews({ kind: 'planned', workout: saved, day });
  }

  async function saveEvent(day: string): Promise<void> {
    const { title, script } = workout;
    const text = writeCalendar([{ id: await keyOf(`${title}\n${script}`), day, title, script }], {
      name: 'Pacewright',
      host: location.host,
      writtenAt: new Date().toISOString(),
      speeds: paces,
      units: paces.units,
    });
    saveFile(`pacewright-${day}.ics`, text, 'text/calendar;charset=utf-8');
  }

  async function choose(day: string): Promise<void> {
    setIsAsking(false);
    setIsBusy(true);
    onNews(undefined);
    try {
      await plan(day);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      onNews({ kind: 'failed', reason });
    }
    setIsBusy(false);
  }

  return (
    <>
      <Button
        wide
        icon={<CalendarPlus aria-hidden />}
        busy={isBusy}
        onClick={() => setIsAsking(true)}
      >
        Add to my calendar
      </Button>
      {isAsking && (
        <AskForDay
          title={`Add ${titleOf(workout)} to a day`}
          onChoose={(day) => void choose(day)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

type AskForDayProps = { title: string; onChoose: (day: string) => void; onClose: () => void };

/** A plain date field: this page knows nothing of what an athlete has planned. */
function AskForDay({ title, onChoose, onClose }: AskForDayProps) {
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
          error={isDay ? undefined : 'Enter a day'}
          onChange={({ target }) => setDay(target.value)}
          inputClassName="fig"
        />
      </form>
    </Dialog>
  );
}
