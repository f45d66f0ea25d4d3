import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import type { SharedWorkout, WrittenWorkout } from '@pacewright/delivery';
import type { AthleteSpeeds } from '@pacewright/script';
import { Blocks, ChevronLeft, Download, Printer, Watch } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { PaceContext } from '../pace-context.ts';
import { ActionRow } from '../../ui/action-row.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { downloadForWatch } from './download-for-watch.ts';
import { OtherProgramsPanel } from './other-programs-panel.tsx';
import { SharePanel } from './share-panel.tsx';
import { useFileLabel } from './watch-choice.ts';
import { WatchPanel } from './watch-panel.tsx';

type SendOrShareDialogProps = {
  workout: WrittenWorkout & SharedWorkout;
  /** "Friday 20 November" */
  day: string;
  paceContext: PaceContext;
  /** The connected watch, which comes first. */
  garmin?: ReactNode;
  /** Whether the screen has this workout on its sheet of paper. */
  canPrint?: boolean;
  onClose: () => void;
};

/** One panel for the watch, a link, paper and other programs. */
export function SendOrShareDialog(props: SendOrShareDialogProps) {
  const { workout, day, paceContext, garmin, canPrint = false, onClose } = props;
  const [page, setPage] = useState<'start' | 'watch' | 'programs'>('start');
  const fileLabel = useFileLabel();
  const { speeds = DEFAULT_SPEEDS, units } = paceContext;
  const back = (
    <button
      type="button"
      className="-mt-2 inline-flex min-h-8 items-center gap-1 justify-self-start text-sm font-semibold text-ink-2 hover:text-ink"
      onClick={() => setPage('start')}
    >
      <ChevronLeft aria-hidden className="size-4" /> Send or share
    </button>
  );

  if (page === 'watch')
    return (
      <Dialog wide title="A file or another watch" onClose={onClose}>
        {back}
        <WatchPanel {...{ workout, speeds, units }} />
      </Dialog>
    );
  if (page === 'programs')
    return (
      <Dialog wide title="Other programs" onClose={onClose}>
        {back}
        <OtherProgramsPanel {...{ workout, speeds, units }} />
      </Dialog>
    );
  return (
    <Dialog wide title="Send or share" description={`${workout.title}, ${day}`} onClose={onClose}>
      <div className="grid gap-2.5 *:w-full">
        {garmin}
        <Button
          variant={garmin ? 'secondary' : 'primary'}
          icon={<Download aria-hidden />}
          onClick={() => void downloadForWatch(workout, speeds)}
        >
          {fileLabel}
        </Button>
      </div>
      <div className="border-t border-line pt-4">
        <SharePanel workout={workout} />
      </div>
      <ul className="border-t border-line pt-2">
        {canPrint && (
          <ActionRow icon={<Printer aria-hidden />} name="Print" onClick={() => window.print()} />
        )}
        <ActionRow
          icon={<Watch aria-hidden />}
          name="A file or another watch"
          detail="FIT, Apple Watch, COROS, Suunto, Wahoo, Polar"
          opensPage
          onClick={() => setPage('watch')}
        />
        <ActionRow
          icon={<Blocks aria-hidden />}
          name="Other programs"
          detail="Zwift, intervals.icu"
          opensPage
          onClick={() => setPage('programs')}
        />
      </ul>
    </Dialog>
  );
}

const DEFAULT_SPEEDS: AthleteSpeeds = { trainingPaces: DEFAULT_TRAINING_PACES };
