import type { SeasonAction, SeasonPreview, SeasonSummary } from '@pacewright/contract';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { UNTITLED } from './plan-title.ts';
import { ActionAlerts } from './preview-notes.tsx';
import { useUndoToast } from './seasons-queries.ts';
import { useSeasonAction } from './use-season-action.ts';

export type ActionKind = 'pause' | 'resume' | 'end';

type SeasonActionDialogProps = { season: SeasonSummary; kind: ActionKind; onClose: () => void };

/** An action on a season with a choice, if there is one, and everything that it would do. */
export function SeasonActionDialog({ season, kind, onClose }: SeasonActionDialogProps) {
  const { title: name, description, choices, confirm, done }: ActionText = ACTIONS[kind];
  const [how, setHow] = useState<string>(choices[0]?.value ?? '');
  const { preview, isLoading, apply, isApplying, ...notes } = useSeasonAction(
    season.id,
    toAction(kind, how),
  );
  const showUndo = useUndoToast();
  const title = season.title || UNTITLED;

  async function run(previewed: SeasonPreview): Promise<void> {
    const changed = await apply(previewed);
    if (!changed) return;
    onClose();
    showUndo(changed, `${title} ${done}`);
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
            busy={isApplying}
            disabled={!preview || preview.full.length > 0}
            onClick={() => preview && void run(preview)}
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
        {isLoading && <LoadingIndicator />}
        <ActionAlerts {...notes} />
        {preview && <p>{describe(preview)} Days that are done or past stay.</p>}
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
