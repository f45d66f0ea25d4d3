import { plural } from '@pacewright/pace';
import { followScript } from '@pacewright/script';
import { useState } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { messageOf } from '../../ui/message-of.ts';
import { ScriptText } from '../editor/script-text.tsx';
import type { PaceContext } from '../pace-context.ts';
import { useReading } from '../use-reading.ts';
import { listQuestions, OPEN_QUESTIONS, Questions } from './questions.tsx';
import type { PastedSession } from '@pacewright/import/sessions';

type PasteDialogProps = {
  sessions: readonly PastedSession[];
  description: string;
  paceContext: PaceContext;
  /** Saves one session as a workout. */
  onAdd: (session: PastedSession) => Promise<void>;
  /** The other thing to do with the text. */
  other: { label: string; onChoose: () => void };
  onClose: () => void;
};

/** Offers the sessions of a pasted text as workouts, each with its open questions. */
export function PasteDialog({
  sessions: found,
  description,
  paceContext,
  onAdd,
  other,
  onClose,
}: PasteDialogProps) {
  const [sessions, setSessions] = useState(found);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  const list = useReading(listQuestions);
  const isAsking = sessions.some(({ script }) => list(script, paceContext).length > 0);

  async function addAll(): Promise<void> {
    setIsBusy(true);
    setFailure(undefined);
    try {
      // The last one first: lists show the newest on top, and so the plan in its order.
      for (const session of sessions.toReversed()) {
        await onAdd(session);
        // Not added again if a later one fails.
        setSessions((left) => left.filter((one) => one !== session));
      }
      onClose();
    } catch (error) {
      setFailure(messageOf(error));
    }
    setIsBusy(false);
  }

  function change(session: PastedSession, script: string): void {
    const title = followScript(session, script);
    setSessions((all) => all.map((one) => (one === session ? { ...one, title, script } : one)));
  }

  return (
    <Dialog
      wide
      title={titleOf(sessions.length, found.length)}
      description={isAsking ? `${description} ${OPEN_QUESTIONS}` : description}
      onClose={onClose}
      actions={
        <>
          {/* With the whole text, the sessions that were added would be added again. */}
          {sessions.length === found.length && (
            <Button disabled={isBusy} onClick={other.onChoose}>
              {other.label}
            </Button>
          )}
          <Button variant="primary" data-autofocus busy={isBusy} onClick={() => void addAll()}>
            Add {plural(sessions.length, 'workout')}
          </Button>
        </>
      }
    >
      {failure !== undefined && (
        <Alert kind="error" title="Some workouts weren’t added.">
          {failure}
        </Alert>
      )}
      {/* The margin keeps a focused answer clear of the dialog's sticky parts. */}
      <ol className="grid gap-3 [&_button]:scroll-my-24">
        {sessions.map((session, index) => (
          <li key={index} className="rounded-md border border-line px-3.5 py-3">
            <h3 className="text-md break-words">{session.title}</h3>
            <p className="mt-1 break-words whitespace-pre-wrap">
              <ScriptText script={session.script} />
            </p>
            {session.notes !== '' && (
              <p className="mt-1 text-sm break-words whitespace-pre-wrap text-ink-2">
                Notes: {session.notes}
              </p>
            )}
            <Questions
              script={session.script}
              paceContext={paceContext}
              onAnswer={(script) => change(session, script)}
            />
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

function titleOf(left: number, found: number): string {
  return `${plural(left, 'workout')} ${left < found ? 'left' : 'found'}`;
}
