import { hasOwnPaces } from '../features/arrival/has-own-paces.ts';
import { TodayScreen, usePrefetchToday } from '../features/calendar/today-screen.tsx';
import { EntryNews, EntrySendButton } from '../features/garmin/entry-parts.tsx';
import { GarminDesk } from '../features/garmin/garmin-desk.tsx';
import { useIsLinked } from '../features/garmin/garmin-queries.ts';
import { usePaces } from '../features/paces/paces-queries.ts';
import { useAthletePaces } from './athlete-paces.ts';
import { useWelcome } from './welcome.tsx';

export function TodayPage() {
  // The paces suspend this page, and the entries would be asked for after them.
  usePrefetchToday();
  const athlete = useAthletePaces();
  const hasPaces = hasOwnPaces(usePaces());
  const isLinked = useIsLinked();
  const welcome = useWelcome();
  return (
    <GarminDesk athlete={athlete}>
      <TodayScreen {...{ athlete, hasPaces, welcome }} {...(isLinked && { garmin: GARMIN })} />
    </GarminDesk>
  );
}

const GARMIN = { Button: EntrySendButton, News: EntryNews };
