import type { CalendarEntry } from '@pacewright/contract';
import { Download, Printer, Rss, Watch } from 'lucide-react';
import type { ComponentType } from 'react';
import type { PaceContext } from '../../workout/pace-context.ts';
import { useWatch } from '../../workout/export/watch-choice.ts';
import { ActionRow } from '../../ui/action-row.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { downloadCalendarFile } from './calendar-file.ts';
import { useReadCalendar } from './calendar-queries.ts';
import { downloadWatchFiles } from './watch-files.ts';

type SendDaysDialogProps = {
  view: 'week' | 'month';
  day: string;
  entries: CalendarEntry[];
  paceContext: PaceContext;
  /** Sends the days to a connected watch. */
  SendWeek: ComponentType<{ entries: CalendarEntry[]; onSend: () => void }> | undefined;
  onClose: () => void;
};

/** The shown days on a watch, on paper, and in other calendars. */
export function SendDaysDialog(props: SendDaysDialogProps) {
  const { view, day, entries, paceContext, SendWeek, onClose } = props;
  const readCalendar = useReadCalendar();
  const watch = useWatch();

  async function save(listed: Promise<CalendarEntry[]>, fileName: string): Promise<void> {
    const toast = showToast.working('Creating the calendar file…');
    await listed
      .then((all) => downloadCalendarFile(all, paceContext, fileName))
      .then(
        () => toast.succeed(`${fileName} downloaded`),
        (error: Error) => toast.fail('Couldn’t create the file', { detail: error.message }),
      );
  }

  async function saveForWatch(): Promise<void> {
    const toast = showToast.working('Creating the files for your watch…');
    await downloadWatchFiles(entries, paceContext, `${view}-${day}`).then(
      ({ title, detail }) => toast.succeed(title, detail),
      (error: Error) => toast.fail('Couldn’t create the files', { detail: error.message }),
    );
  }

  return (
    <Dialog isList title={`Send or share this ${view}`} onClose={onClose}>
      {SendWeek && <SendWeek entries={entries} onSend={onClose} />}
      <ul>
        <ActionRow
          icon={<Watch aria-hidden />}
          name={`Download ${view} ${watch === 'garmin' ? 'for a Garmin watch' : 'as FIT files'}`}
          onClick={() => void saveForWatch()}
        />
        <ActionRow
          icon={<Printer aria-hidden />}
          name={`Print this ${view}`}
          onClick={() => window.print()}
        />
        <ActionRow
          icon={<Download aria-hidden />}
          name={`Download ${view} as .ics`}
          onClick={() => void save(Promise.resolve(entries), `pacewright-${view}-${day}.ics`)}
        />
        <ActionRow
          icon={<Download aria-hidden />}
          name="Download all workouts as .ics"
          onClick={() => void save(readCalendar(), 'pacewright.ics')}
        />
        <ActionRow
          icon={<Rss aria-hidden />}
          name="Follow it in another calendar"
          to="/app/settings#calendar-feed"
        />
      </ul>
    </Dialog>
  );
}
