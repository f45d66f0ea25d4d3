import type { SeasonSummary } from '@pacewright/contract';
import { Suspense } from 'react';
import { useToday } from '../../platform/days/use-today.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import type { PlanDialogKind } from './plan-state.tsx';

const PlanFilesDialog = lazyDialog(
  async () => (await import('./plan-files-dialog.tsx')).PlanFilesDialog,
);

const MoveSeasonDialog = lazyDialog(
  async () => (await import('./move-season-dialog.tsx')).MoveSeasonDialog,
);

const SeasonActionDialog = lazyDialog(
  async () => (await import('./season-action-dialog.tsx')).SeasonActionDialog,
);

const AwayDialog = lazyDialog(async () => (await import('./away-dialog.tsx')).AwayDialog);

type PlanDialogProps = {
  kind: PlanDialogKind;
  title: string;
  /** What is shared, and printed while it isn't on the calendar. */
  text: string;
  season: SeasonSummary | undefined;
  paceContext: PaceContext;
  onClose: () => void;
};

/** The dialog that an item of the menu opens. */
export function PlanDialog({ kind, title, text, season, paceContext, onClose }: PlanDialogProps) {
  return (
    <Suspense>
      {kind === 'files' ? (
        <PlanFilesDialog {...{ title, season, paceContext, text, onClose }} />
      ) : (
        season && <SeasonDialog {...{ kind, season, paceContext, onClose }} />
      )}
    </Suspense>
  );
}

type SeasonDialogProps = {
  kind: Exclude<PlanDialogKind, 'files'>;
  season: SeasonSummary;
  paceContext: PaceContext;
  onClose: () => void;
};

function SeasonDialog({ kind, season, paceContext, onClose }: SeasonDialogProps) {
  const today = useToday();
  switch (kind) {
    case 'away':
      return <AwayDialog seasonId={season.id} day={today} {...{ paceContext, onClose }} />;
    case 'move':
      return <MoveSeasonDialog {...{ season, onClose }} />;
    case 'resume':
    case 'stop':
      return <SeasonActionDialog {...{ kind, season, onClose }} />;
  }
}
