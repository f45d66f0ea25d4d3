import type { SeasonAction, SeasonPreview, SeasonSummary } from '@pacewright/contract';
import { plural } from '@pacewright/pace';
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
          <RadioCards label="What should happen?" options={choices} value={how} onChange={setHow} />
        )}
        {isLoading && <LoadingIndicator />}
        <ActionAlerts {...notes} />
        {preview && <p>{describe(preview)} Past and completed days won’t change.</p>}
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
    description: 'Upcoming days come off the calendar until you resume. Your edits are kept.',
    choices: [],
    confirm: 'Pause',
    done: 'paused',
  },
  resume: {
    title: 'Resume',
    description: '',
    choices: [
      {
        value: 'later',
        label: 'Continue where you stopped',
        detail: 'Everything moves later by the number of weeks you paused.',
      },
      { value: 'here', label: 'Keep the original dates', detail: 'Missed days are skipped.' },
    ],
    confirm: 'Resume',
    done: 'resumed',
  },
  end: {
    title: 'End',
    description: '',
    choices: [
      {
        value: 'remove',
        label: 'Remove upcoming days',
        detail: 'Days you moved or edited stay on your calendar.',
      },
      {
        value: 'keep',
        label: 'Keep all days on the calendar',
        detail: 'They’re no longer part of the plan.',
      },
    ],
    confirm: 'End plan',
    done: 'ended',
  },
} satisfies Record<ActionKind, ActionText>;

/** "12 days will come off the calendar, 3 days will stay on your calendar." */
function describe({ changes, skipped }: SeasonPreview): string {
  const count = (...kinds: string[]) => changes.filter(({ kind }) => kinds.includes(kind)).length;
  const parts = [
    [count('remove', 'hold'), 'will come off the calendar'],
    [count('put-back', 'add'), 'will go back on the calendar'],
    [count('release'), 'will stay on your calendar'],
    [skipped.length, 'will be skipped'],
  ] as const;
  const said = parts
    .filter(([amount]) => amount > 0)
    .map(([amount, what]) => `${plural(amount, 'day')} ${what}`);
  return said.length === 0 ? 'Nothing will change.' : `${said.join(', ')}.`;
}
