import type { SeasonAction, SeasonPreview, SeasonSummary } from '@pacewright/contract';
import { useState } from 'react';
import { ApiProblem } from '../../platform/api/problem.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { UNTITLED } from './plan-title.ts';
import { useActionPreview, useActOnSeason, useUndoToast } from './seasons-queries.ts';

export type ActionKind = 'pause' | 'resume' | 'end';

type SeasonActionDialogProps = { season: SeasonSummary; kind: ActionKind; onClose: () => void };

/** An action on a season with a choice, if there is one, and everything that it would do. */
export function SeasonActionDialog({ season, kind, onClose }: SeasonActionDialogProps) {
  const { title: name, description, choices, confirm, done }: ActionText = ACTIONS[kind];
  const [how, setHow] = useState<string>(choices[0]?.value ?? '');
  const action = toAction(kind, how);
  const preview = useActionPreview(season.id, action);
  const act = useActOnSeason();
  const showUndo = useUndoToast();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [hasChanged, setHasChanged] = useState(false);
  const title = season.title || UNTITLED;

  async function run({ hash }: SeasonPreview): Promise<void> {
    setHasChanged(false);
    try {
      const changed = await act.mutateAsync({
        id: season.id,
        action,
        hash,
        idempotencyKey: `${idempotencyKey}-${how}`,
      });
      onClose();
      showUndo(changed, `${title} ${done}`);
    } catch (error) {
      if (!(error instanceof ApiProblem && error.code === 'PREVIEW_CHANGED')) return;
      setHasChanged(true);
      await preview.refetch();
    }
  }

  return (
    <Dialog
      title={`${name} ${title}?`}
      description={description || undefined}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={act.isPending}
            disabled={!preview.data || preview.data.full.length > 0}
            onClick={() => preview.data && void run(preview.data)}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {choices.length > 0 && (
          <RadioCards label="How" options={choices} value={how} onChange={setHow} />
        )}
        {preview.isPending && <LoadingIndicator />}
        {preview.isError && (
          <Alert kind="error" title="There is no preview.">
            {preview.error.message}
          </Alert>
        )}
        {hasChanged && (
          <Alert kind="warning" title="Your calendar has changed since.">
            This is what would happen now.
          </Alert>
        )}
        {act.isError && !hasChanged && (
          <Alert kind="error" title="Nothing was changed.">
            {act.error.message}
          </Alert>
        )}
        {preview.data && <p>{describe(preview.data)} Days that are done or past stay.</p>}
      </div>
    </Dialog>
  );
}

function toAction(kind: ActionKind, how: string): SeasonAction {
  if (kind === 'pause') return { kind };
  if (kind === 'resume') return { kind, how: how === 'here' ? 'here' : 'later' };
  return { kind, how: how === 'keep' ? 'keep' : 'remove' };
}

type ActionText = {
  title: string;
  description: string;
  choices: readonly { value: string; label: string; detail: string }[];
  confirm: string;
  done: string;
};

const ACTIONS = {
  pause: {
    title: 'Pause',
    description:
      'Its days ahead leave the calendar, with your moves and changes, until you resume.',
    choices: [],
    confirm: 'Pause',
    done: 'is paused',
  },
  resume: {
    title: 'Resume',
    description: '',
    choices: [
      {
        value: 'later',
        label: 'Later',
        detail: 'Everything moves by as many weeks as you paused.',
      },
      { value: 'here', label: 'Where it was', detail: 'The days that went by are skipped.' },
    ],
    confirm: 'Resume',
    done: 'goes on',
  },
  end: {
    title: 'End',
    description: '',
    choices: [
      {
        value: 'remove',
        label: 'Take its days off',
        detail: 'Days you moved or changed become your own.',
      },
      { value: 'keep', label: 'Keep all days', detail: 'They become your own.' },
    ],
    confirm: 'End the season',
    done: 'has ended',
  },
} satisfies Record<ActionKind, ActionText>;

/** "12 days leave the calendar, 3 become your own." */
function describe({ changes, skipped }: SeasonPreview): string {
  const count = (...kinds: string[]) => changes.filter(({ kind }) => kinds.includes(kind)).length;
  const parts = [
    [count('remove', 'hold'), 'leaves the calendar', 'leave the calendar'],
    [count('put-back', 'add'), 'goes back on the calendar', 'go back on the calendar'],
    [count('release'), 'becomes your own', 'become your own'],
    [skipped.length, 'is skipped', 'are skipped'],
  ] as const;
  const said = parts
    .filter(([amount]) => amount > 0)
    .map(
      ([amount, one, several]) => `${amount} ${amount === 1 ? `day ${one}` : `days ${several}`}`,
    );
  return said.length === 0 ? 'No day changes.' : `${said.join(', ')}.`;
}
