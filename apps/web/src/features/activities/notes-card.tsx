import { type ActivityDetail, MAX_ACTIVITY_NOTES_LENGTH, MAX_EFFORT } from '@pacewright/contract';
import { useId, useState } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useAnnotateActivity } from './activity-queries.ts';
import './activities.css';

const EFFORTS = Array.from({ length: MAX_EFFORT }, (_, index) => index + 1);

/** How the run felt, from 1 to 10, and the athlete's notes. */
export function NotesCard({ activity }: { activity: ActivityDetail }) {
  const { id } = activity;
  const name = useId();
  const [notes, setNotes] = useState(activity.notes);
  const [effort, setEffort] = useState(activity.effort);
  const saving = useAnnotateActivity();
  const isChanged = notes !== activity.notes || effort !== activity.effort;
  const isTooLong = notes.length > MAX_ACTIVITY_NOTES_LENGTH;

  function save(): void {
    if (isTooLong) return;
    saving.mutate(
      { id, body: { notes, effort } },
      { onSuccess: () => showToast.success('Your notes are saved') },
    );
  }

  return (
    <Card
      edgeToEdge
      aria-labelledby={`${name}-title`}
      className="grid gap-4 px-(--gutter) py-4 md:px-5"
    >
      <h2 id={`${name}-title`} className="text-lg">
        How did it feel?
      </h2>
      <fieldset className="grid gap-1.5">
        <legend className="sr-only">Effort from 1, very easy, to {MAX_EFFORT}, all out</legend>
        <div className="run-efforts">
          {EFFORTS.map((value) => (
            <label key={value} className="relative">
              <input
                type="radio"
                name={name}
                checked={effort === value}
                onChange={() => setEffort(value)}
                className="absolute inset-0 m-0 cursor-pointer appearance-none rounded-sm"
              />
              <span
                className={classNames(
                  'fig pointer-events-none text-sm',
                  effort === value && 'is-chosen',
                )}
              >
                {value}
              </span>
            </label>
          ))}
        </div>
        <p aria-hidden className="flex justify-between text-xs text-ink-2">
          <span>very easy</span> <span>all out</span>
        </p>
      </fieldset>
      <TextAreaField
        label="Notes"
        value={notes}
        onChange={({ target }) => setNotes(target.value)}
        error={
          isTooLong
            ? `Notes have up to ${MAX_ACTIVITY_NOTES_LENGTH.toLocaleString('en-US')} characters. These have ${notes.length.toLocaleString('en-US')}.`
            : undefined
        }
      />
      {saving.error && (
        <Alert kind="error" title="Not saved.">
          {saving.error.message}
        </Alert>
      )}
      {(isChanged || saving.isPending) && (
        <Button className="justify-self-start" busy={saving.isPending} onClick={save}>
          Save notes
        </Button>
      )}
    </Card>
  );
}
