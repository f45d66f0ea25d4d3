import { CalendarScreen } from '../features/calendar/calendar-screen.tsx';
import { EntryDelivery, EntryMark, EntryMenuItem } from '../features/garmin/entry-parts.tsx';
import { GarminDesk } from '../features/garmin/garmin-desk.tsx';
import { useAthletePaces } from './athlete-paces.ts';

export function CalendarPage() {
  const athlete = useAthletePaces();
  return (
    <GarminDesk athlete={athlete}>
      <CalendarScreen athlete={athlete} garmin={GARMIN} />
    </GarminDesk>
  );
}

const GARMIN = { Line: EntryDelivery, Mark: EntryMark, MenuItem: EntryMenuItem };
