import { DEFAULT_TRAINING_PACES, type PaceUnits } from '@pacewright/pace';
import type { SharedWorkout, WrittenWorkout } from '@pacewright/delivery';
import { type AthleteSpeeds, readScript, resolveWorkout, titleOf } from '@pacewright/script';
import {
  Blocks,
  ChevronLeft,
  ChevronRight,
  Download,
  FileDown,
  Printer,
  Users,
  Watch,
} from 'lucide-react';
import { cloneElement, type ReactElement, type ReactNode, useMemo, useState } from 'react';
import type { PaceContext } from '../pace-context.ts';
import { useReading } from '../use-reading.ts';
import { StepTable } from '../view/step-table.tsx';
import { useLinkedStep } from '../view/use-linked-step.ts';
import { ActionRow } from '../../ui/action-row.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DeviceLead } from './device-lead.tsx';
import { downloadForWatch } from './download-for-watch.ts';
import { LinkRows } from './link-panel.tsx';
import { OtherProgramsPanel } from './other-programs-panel.tsx';
import { useWorkoutLink } from './share-panel.tsx';
import { setWatch, useFileLabel, useWatch, WATCH_IDS } from './watch-choice.ts';
import { WatchPanel } from './watch-panel.tsx';
import { ROUTES, WATCHES } from './watches.ts';

type SendOrShareDialogProps = {
  workout: WrittenWorkout & SharedWorkout;
  /** "Friday 20 November" */
  day: string;
  paceContext: PaceContext;
  /** The connected watch, which comes first. Without one it renders what is put into it. */
  garmin?: ReactElement<{ children?: ReactNode }> | undefined;
  /** Whether the screen has this workout on its sheet of paper. */
  canPrint?: boolean;
  onClose: () => void;
};

type Page = 'start' | 'watches' | 'watch' | 'programs' | 'treadmill';

/** Where the link at the top of a page leads. */
const BACK = {
  watches: 'start',
  watch: 'watches',
  programs: 'start',
  treadmill: 'programs',
} as const satisfies Partial<Record<Page, Page>>;

/** One panel for the watch, a link, paper and other programs. */
export function SendOrShareDialog(props: SendOrShareDialogProps) {
  const { workout, day, paceContext, garmin, canPrint = false, onClose } = props;
  const [{ page, from }, setPage] = useState<{ page: Page; from?: Page }>({ page: 'start' });
  const watch = useWatch();
  const link = useWorkoutLink(workout);
  const title = titleOf(workout);
  const { speeds = DEFAULT_SPEEDS, units } = paceContext;
  const open = (next: Page) => setPage({ page: next, from: page });
  const titles: Record<Page, string> = {
    start: 'Send or share',
    watches: 'A file or another watch',
    watch: WATCHES[watch].label,
    programs: 'Other programs',
    treadmill: 'Treadmill',
  };

  if (page !== 'start') {
    const back = BACK[page];
    return (
      <Dialog
        key={page}
        isList
        // The table of steps needs the room.
        wide={page === 'treadmill'}
        title={titles[page]}
        back={
          <button
            type="button"
            // A page starts on its way back, and a page come back to on the row that was left.
            data-autofocus={from === back || undefined}
            className="-mt-2 -ml-1 flex min-h-8 items-center gap-1 pr-1.5 text-sm font-medium focus-visible:outline-offset-[-2px] text-ink-2 hover:text-ink pointer-coarse:min-h-11"
            onClick={() => open(back)}
          >
            <ChevronLeft aria-hidden className="size-4" /> {titles[back]}
          </button>
        }
        onClose={onClose}
      >
        {page === 'watches' && (
          <ul className="-my-2">
            <ActionRow
              icon={<FileDown aria-hidden />}
              name="FIT file"
              detail="For any Garmin, by cable or app"
              end={<span className="text-sm font-semibold text-ink-2">.fit</span>}
              onClick={() => void downloadForWatch(workout, speeds, 'garmin')}
            />
            {WATCH_IDS.map((id) => (
              <ActionRow
                key={id}
                icon={<Watch aria-hidden />}
                name={WATCHES[id].label}
                detail={
                  id === 'garmin'
                    ? 'The steps, and how to copy the file'
                    : ROUTES[WATCHES[id].route]
                }
                end={<ChevronRight aria-hidden />}
                isFirst={from === 'watch' && id === watch}
                onClick={() => {
                  setWatch(id);
                  open('watch');
                }}
              />
            ))}
          </ul>
        )}
        {page === 'watch' && <WatchPanel isPage {...{ workout, speeds, units }} />}
        {page === 'programs' && (
          <OtherProgramsPanel
            {...{ workout, speeds, units }}
            onTreadmill={() => open('treadmill')}
          />
        )}
        {page === 'treadmill' && <Treadmill {...{ workout, speeds, units }} />}
      </Dialog>
    );
  }

  const file = <WatchLead {...{ workout, speeds }} />;
  return (
    <Dialog
      key={page}
      isList
      title={titles.start}
      description={`${title}, ${day}`}
      onClose={onClose}
    >
      {garmin ? cloneElement(garmin, {}, file) : file}
      <ul className="-mb-3 border-t border-line pt-2">
        <LinkRows path="/w" link={link} title={title} noun="run" />
        {canPrint && (
          <ActionRow icon={<Printer aria-hidden />} name="Print" onClick={() => window.print()} />
        )}
        {link?.ok && (
          <ActionRow
            icon={<Users aria-hidden />}
            name="Squad sheet"
            detail="Everyone’s lap times, from a list of runners"
            to={`/squad#${link.fragment}`}
          />
        )}
        <ActionRow
          icon={<Watch aria-hidden />}
          name={titles.watches}
          detail="FIT, Apple Watch, COROS, Suunto, Wahoo, Polar"
          end={<ChevronRight aria-hidden />}
          isFirst={from === 'watches'}
          onClick={() => open('watches')}
        />
        <ActionRow
          icon={<Blocks aria-hidden />}
          name={titles.programs}
          detail="Zwift, intervals.icu, treadmill, plain text"
          end={<ChevronRight aria-hidden />}
          isFirst={from === 'programs'}
          onClick={() => open('programs')}
        />
      </ul>
    </Dialog>
  );
}

type WorkoutProps = { workout: WrittenWorkout; speeds: AthleteSpeeds };

/** The chosen watch, with its file if it takes one. */
function WatchLead({ workout, speeds }: WorkoutProps) {
  const { label, route } = WATCHES[useWatch()];
  const fileLabel = useFileLabel();
  return (
    <DeviceLead name={label} text={ROUTES[route]}>
      {(route === 'fit' || route === 'apple') && (
        <Button
          variant="primary"
          icon={<Download aria-hidden />}
          onClick={() => void downloadForWatch(workout, speeds)}
        >
          {fileLabel}
        </Button>
      )}
    </DeviceLead>
  );
}

/** The steps with the speeds that a treadmill shows. */
function Treadmill({ workout: { script }, speeds, units }: WorkoutProps & { units: PaceUnits }) {
  const read = useReading(readScript);
  const { workout, places } = useMemo(() => read(script), [read, script]);
  const resolved = useMemo(() => resolveWorkout(workout, speeds), [workout, speeds]);
  return (
    <StepTable
      {...useLinkedStep(resolved)}
      {...{ places, resolved, units }}
      text={script}
      startsWith="treadmill"
    />
  );
}

const DEFAULT_SPEEDS: AthleteSpeeds = { trainingPaces: DEFAULT_TRAINING_PACES };
