import type { CalendarEntry } from '@pacewright/contract';
import { useToday } from '../../platform/days/use-today.ts';
import { Button } from '../../ui/button.tsx';
import { ToneIcon } from '../../ui/tone.tsx';
import { useGarminStatus } from './connection.tsx';
import { isAhead } from './garmin-entry-controls.tsx';
import { useGarminSend } from './send.tsx';

type SendWeekProps = { entries: CalendarEntry[]; onSend: () => void };

/** Sends all runs of a week that are ahead. */
export function SendWeekButton({ entries, onSend }: SendWeekProps) {
  const { data: status } = useGarminStatus();
  const today = useToday();
  const garminSend = useGarminSend();
  const ahead = entries.filter((entry) => isAhead(entry, today));
  if (!status?.connected || !status.canSendWorkouts || ahead.length === 0) return null;
  return (
    <Button
      variant="primary"
      icon={<ToneIcon tone="new" />}
      onClick={() => {
        onSend();
        garminSend.sendWeek(ahead);
      }}
    >
      Send this week to Garmin
    </Button>
  );
}
