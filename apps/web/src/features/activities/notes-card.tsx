import { type ActivityDetail, MAX_EFFORT } from '@pacewright/contract';
import { useId } from 'react';
import { DraftQuestions } from '../../platform/drafts/draft-questions.tsx';
import { DraftAlerts } from '../../platform/drafts/draft-alerts.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import type { RunNotes } from './notes-draft.ts';
import { useNotesDraft } from './use-notes-draft.ts';
import './activities.css';

const EFFORTS = Array.from({ length: MAX_EFFORT }, (_, index) => index + 1);

/** How the run felt, from 1 to 10, and the athlete's notes. */
export function NotesCard({ activity }: { activity: ActivityDetail }) {
  const name = useId();
  const draft = useNotesDraft(activity, () => showToast.success('Notes saved'));
  const { text, edit, isChanged, isSaving } = draft;

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
                checked={text.effort === value}
                onChange={() => edit({ effort: value })}
                className="absolute inset-0 m-0 cursor-pointer appearance-none rounded-sm"
              />
              <span
                className={classNames(
                  'fig pointer-events-none text-sm',
                  text.effort === value && 'is-chosen',
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
        value={text.notes}
        onChange={({ target }) => edit({ notes: target.value })}
        error={draft.fieldErrors['/notes']}
      />
      <DraftAlerts noun="run" draft={draft} />
      {(isChanged || isSaving) && (
        <Button className="justify-self-start" busy={isSaving} onClick={() => void draft.save()}>
          Save notes
        </Button>
      )}
      <DraftQuestions noun="run" draft={draft} Version={Version} />
    </Card>
  );
}

function Version({ version: { notes, effort } }: { version: RunNotes }) {
  return (
    <>
      {effort !== null && <p className="mt-1 text-sm text-ink-2">Effort {effort}</p>}
      <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{notes}</p>
    </>
  );
}
