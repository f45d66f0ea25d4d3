import type { ImportedWorkout } from '@pacewright/import';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { FIRST_DAY, isDay, LAST_DAY } from '../../platform/days/days.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';

/** What was changed by hand; undefined is as it was found. */
export type WorkoutEdit = {
  line?: string | undefined;
  day?: string | undefined;
  notes?: string | undefined;
};

type EditFormProps = {
  workout: ImportedWorkout;
  day: string | undefined;
  shownTitle: string;
  /** Its script has a mistake that only other words settle: nothing else is asked. */
  isUnread: boolean;
  script: RefObject<HTMLTextAreaElement | null>;
  onSave: (edit: WorkoutEdit) => void;
  onCancel: () => void;
};

/** A workout that was found, changed by hand: another day, other steps, other notes. */
export function EditForm({
  workout,
  day,
  shownTitle,
  isUnread,
  script,
  onSave,
  onCancel,
}: EditFormProps) {
  const [line, setLine] = useState(workout.script);
  const [to, setTo] = useState(day ?? '');
  const [notes, setNotes] = useState(workout.notes);

  function save(): void {
    if (line.trim() === '' || (to !== '' && !isDay(to))) return;
    onSave({
      ...(line.trim() !== workout.script && { line: line.trim() }),
      ...(to !== '' && to !== day && { day: to }),
      ...(notes !== workout.notes && { notes: notes.trim() }),
    });
  }

  function press(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onCancel();
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    save();
  }

  return (
    <form
      noValidate
      className="mt-1 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {!isUnread && (
        <Field
          type="date"
          label="Day"
          min={FIRST_DAY}
          max={LAST_DAY}
          className="max-w-60"
          inputClassName="fig"
          value={to}
          error={to === '' || isDay(to) ? undefined : 'Choose a day'}
          onChange={({ target }) => setTo(target.value)}
        />
      )}
      <TextAreaField
        ref={script}
        label={
          <>
            Script <span className="sr-only">of {shownTitle}</span>
          </>
        }
        className="[&_textarea]:font-mono"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        error={isUnread ? workout.question?.text : undefined}
        value={line}
        onChange={({ target }) => setLine(target.value)}
        onKeyDown={press}
      />
      {!isUnread && (
        <TextAreaField
          label="Notes"
          value={notes}
          onChange={({ target }) => setNotes(target.value)}
        />
      )}
      <div className="flex gap-2">
        <Button type="submit">Save</Button>
        {!isUnread && (
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
