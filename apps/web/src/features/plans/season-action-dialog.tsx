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

type SeasonActionDialogProps = {
  season: SeasonSummary;
  kind: 'resume' | 'stop';
  onClose: () => void;
};

/** Resuming, pausing or ending a season: the ways to do it, and everything that the chosen one would do. */
export function SeasonActionDialog({ season, kind, onClose }: SeasonActionDialogProps) {
  const isPaused = season.pausedOn !== null;
  const choices = kind === 'resume' ? RESUME : isPaused ? END : [PAUSE, ...END];
  const [value, setValue] = useState<Choice['value']>(
    kind === 'resume' ? 'later' : isPaused ? 'remove' : 'pause',
  );
  const { action, confirm, done } = choices.find((choice) => choice.value === value) ?? PAUSE;
  const { preview, isLoading, apply, isApplying, ...notes } = useSeasonAction(season.id, action);
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
      title={`${kind === 'resume' ? 'Resume' : isPaused ? 'End' : 'Pause or end'} ${title}?`}
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
        <RadioCards
          label="What should happen?"
          className="grid-flow-row"
          options={choices}
          value={value}
          onChange={setValue}
        />
        {isLoading && <LoadingIndicator />}
        <ActionAlerts {...notes} />
        {preview && <p>{describe(preview)} Past and completed days won’t change.</p>}
      </div>
    </Dialog>
  );
}

type Choice = {
  value: 'pause' | 'later' | 'here' | 'remove' | 'keep';
  label: string;
  detail: string;
  action: SeasonAction;
  confirm: string;
  done: string;
};

const PAUSE: Choice = {
  value: 'pause',
  label: 'Pause',
  detail: 'Upcoming days come off the calendar until you resume. Your edits are kept.',
  action: { kind: 'pause' },
  confirm: 'Pause',
  done: 'paused',
};

const RESUME: Choice[] = [
  {
    value: 'later',
    label: 'Continue where you stopped',
    detail: 'Everything moves later by the number of weeks you paused.',
    action: { kind: 'resume', how: 'later' },
    confirm: 'Resume',
    done: 'resumed',
  },
  {
    value: 'here',
    label: 'Keep the original dates',
    detail: 'Missed days are skipped.',
    action: { kind: 'resume', how: 'here' },
    confirm: 'Resume',
    done: 'resumed',
  },
];

const END: Choice[] = [
  {
    value: 'remove',
    label: 'End, and remove upcoming days',
    detail: 'Days you moved or edited stay on your calendar.',
    action: { kind: 'end', how: 'remove' },
    confirm: 'End plan',
    done: 'ended',
  },
  {
    value: 'keep',
    label: 'End, and keep all days',
    detail: 'They’re no longer part of the plan.',
    action: { kind: 'end', how: 'keep' },
    confirm: 'End plan',
    done: 'ended',
  },
];

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
