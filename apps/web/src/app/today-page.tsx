import { TodayScreen } from '../features/calendar/today-screen.tsx';
import { EntryNews, EntrySendButton } from '../features/garmin/entry-parts.tsx';
import { GarminDesk } from '../features/garmin/garmin-desk.tsx';
import { useIsLinked } from '../features/garmin/garmin-queries.ts';
import { useAthletePaces } from './athlete-paces.ts';
import { useWelcome } from './welcome.tsx';

export function TodayPage() {
  const athlete = useAthletePaces();
  const isLinked = useIsLinked();
  const welcome = useWelcome();
  return (
    <GarminDesk athlete={athlete}>
      <TodayScreen athlete={athlete} {...(isLinked && { garmin: GARMIN })} welcome={welcome} />
    </GarminDesk>
  );
}

const GARMIN = { Button: EntrySendButton, News: EntryNews };
