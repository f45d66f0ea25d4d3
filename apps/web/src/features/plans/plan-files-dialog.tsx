import type { CalendarEntry, SeasonSummary } from '@pacewright/contract';
import { readPlan } from '@pacewright/plan';
import { useQuery } from '@tanstack/react-query';
import { CalendarDays, List, Table2, Watch } from 'lucide-react';
import { Suspense, useState } from 'react';
import { flushSync } from 'react-dom';
import { useCall } from '../../platform/api/call-context.ts';
import { CALENDAR } from '../../platform/api/queries/calendar.ts';
import { firstWeekday } from '../../platform/days/first-weekday.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { lazyWhenOnline } from '../../ui/lazy-when-online.tsx';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { PrintSheet } from '../../ui/print-sheet.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import { readInFull } from '../../workout/use-reading.ts';
import { listPlanDays, listSeasonDays } from './listed-days.ts';
import { PrintedList, WallChart } from './printed-season.tsx';
import { downloadSeasonCalendar, downloadSeasonFit, readSeasonEntries } from './season-files.ts';

const PlanLink = lazyWhenOnline(async () => (await import('./plan-link.tsx')).PlanLink);

type PlanFilesDialogProps = {
  title: string;
  /** The plan that is shared, and printed if it is not on the calendar. Empty if it was deleted. */
  text: string;
  season: SeasonSummary | undefined;
  paceContext: PaceContext;
  onClose: () => void;
};

/** A plan as a link, on paper and as files. One that is not on the calendar has no days, and so no files. */
export function PlanFilesDialog({
  title,
  text,
  season,
  paceContext,
  onClose,
}: PlanFilesDialogProps) {
  const call = useCall();
  const today = useToday();
  const entries = useQuery({
    queryKey: [...CALENDAR, 'season', season?.id],
    queryFn: ({ signal }) => (season ? readSeasonEntries(call, season, signal) : []),
  });
  const [printed, setPrinted] = useState<'list' | 'wall'>('list');
  const [outcome, setOutcome] = useState<{ kind: 'success' | 'error'; text: string }>();
  const Printed = printed === 'list' ? PrintedList : WallChart;
  const days = entries.data ?? [];

  async function print(kind: 'list' | 'wall'): Promise<void> {
    await readInFull();
    // The browser prints the page as it is when it is asked.
    flushSync(() => setPrinted(kind));
    window.print();
  }

  async function download(write: (all: CalendarEntry[]) => Promise<string>): Promise<void> {
    setOutcome(undefined);
    await write(days).then(
      (said) => setOutcome({ kind: 'success', text: said }),
      (error: Error) => setOutcome({ kind: 'error', text: error.message }),
    );
  }

  return (
    <Dialog
      wide
      title={`Share or print ${title}`}
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {text !== '' && (
        <Suspense>
          <PlanLink text={text} />
        </Suspense>
      )}
      {season && entries.isPending && <LoadingIndicator />}
      {season && entries.isError && (
        <Alert kind="error" title="The days didn’t load.">
          {entries.error.message}{' '}
          <Button size="sm" onClick={() => void entries.refetch()}>
            Try again
          </Button>
        </Alert>
      )}
      {entries.data && (
        <>
          <div className="grid gap-2.5 md:grid-cols-2">
            <Button icon={<List aria-hidden />} onClick={() => void print('list')}>
              Print as a list
            </Button>
            <Button icon={<Table2 aria-hidden />} onClick={() => void print('wall')}>
              Print as a wall chart
            </Button>
            {season && (
              <FileButtons
                {...{ title, paceContext }}
                onDownload={(write) => void download(write)}
              />
            )}
          </div>
          <p className="mt-3 text-sm text-ink-2">
            {season
              ? 'Uses the days on your calendar and your paces.'
              : 'Uses your paces. Add the plan to your calendar to get dates and files.'}
          </p>
          {outcome && (
            <Alert kind={outcome.kind} className="mt-3">
              {outcome.text}
            </Alert>
          )}
          <PrintSheet>
            {() => (
              <Printed
                title={title}
                paceContext={paceContext}
                season={
                  season
                    ? listSeasonDays(days, today, firstWeekday())
                    : listPlanDays(readPlan(text))
                }
              />
            )}
          </PrintSheet>
        </>
      )}
    </Dialog>
  );
}

type FileButtonsProps = Pick<PlanFilesDialogProps, 'title' | 'paceContext'> & {
  onDownload: (write: (all: CalendarEntry[]) => Promise<string>) => void;
};

function FileButtons({ title, paceContext, onDownload }: FileButtonsProps) {
  const today = useToday();
  return (
    <>
      <Button
        icon={<CalendarDays aria-hidden />}
        onClick={() => onDownload((all) => downloadSeasonCalendar(title, all, paceContext))}
      >
        Calendar file (.ics)
      </Button>
      <Button
        icon={<Watch aria-hidden />}
        onClick={() => onDownload((all) => downloadSeasonFit(title, all, paceContext, today))}
      >
        FIT files (.zip)
      </Button>
    </>
  );
}
