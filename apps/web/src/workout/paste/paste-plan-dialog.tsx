import { type ChangeEvent, type SubmitEvent, useId, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import type { PaceContext } from '../pace-context.ts';
import { PasteDialog } from './paste-dialog.tsx';
import { findSessions, type PastedSession } from '@pacewright/import/sessions';

type PastePlanDialogProps = {
  paceContext: PaceContext;
  /** Saves one session as a workout. */
  onAdd: (session: PastedSession) => Promise<void>;
  onClose: () => void;
};

/** Takes a plan as text, and offers its sessions as workouts. */
export function PastePlanDialog({ paceContext, onAdd, onClose }: PastePlanDialogProps) {
  const [text, setText] = useState('');
  const [sessions, setSessions] = useState<PastedSession[]>();
  const [error, setError] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const formId = useId();

  function change({ target, nativeEvent }: ChangeEvent<HTMLTextAreaElement>): void {
    setText(target.value);
    setError(undefined);
    // A second paste adds to the first, so it waits for the button.
    const isFirstPaste =
      text.trim() === '' &&
      nativeEvent instanceof InputEvent &&
      nativeEvent.inputType === 'insertFromPaste';
    if (!isFirstPaste) return;
    const found = findSessions(target.value);
    if (found.ok) setSessions(found.sessions);
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const found = findSessions(text);
    if (found.ok) return setSessions(found.sessions);
    setError(found.message);
    field.current?.focus();
  }

  if (sessions)
    return (
      <PasteDialog
        sessions={sessions}
        description="Add each as a workout."
        paceContext={paceContext}
        onAdd={onAdd}
        other={{ label: 'Change the text', onChoose: () => setSessions(undefined) }}
        onClose={onClose}
      />
    );

  return (
    <Dialog
      wide
      title="Paste a plan"
      description="An email, a list or a spreadsheet column. You’ll see each session before it’s added."
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary">
            Find sessions
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <TextAreaField
          ref={field}
          label="Your plan"
          data-autofocus
          className="[&_textarea]:max-h-[45dvh] [&_textarea]:min-h-48"
          placeholder={EXAMPLE}
          value={text}
          error={error}
          onChange={change}
        />
      </form>
    </Dialog>
  );
}

const EXAMPLE = 'Tue: 2 km easy, 6 x 800 m with 2 min jog, 2 km easy\nSun: 90 min easy';
