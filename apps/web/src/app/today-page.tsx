import { FIRST_STEPS } from '@pacewright/contract';
import { type ReactNode, Suspense } from 'react';
import { hasOwnPaces } from '../features/arrival/has-own-paces.ts';
import { TodayScreen, usePrefetchToday } from '../features/calendar/today-screen.tsx';
import { EntryNews, EntrySendButton } from '../features/garmin/entry-parts.tsx';
import { GarminDesk } from '../features/garmin/garmin-desk.tsx';
import { useIsLinked } from '../features/garmin/garmin-queries.ts';
import { usePaces } from '../features/paces/paces-queries.ts';
import { useAthlete } from '../session/session-context.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { useAthletePaces } from './athlete-paces.ts';

/** Needed once in an account's life. */
const Welcome = lazyPart(async () => (await import('./welcome.tsx')).Welcome);

export function TodayPage() {
  // The paces suspend this page, and the entries would be asked for after them.
  usePrefetchToday();
  const athlete = useAthletePaces();
  const hasPaces = hasOwnPaces(usePaces());
  const isLinked = useIsLinked();
  const isNew = useAthlete().user.firstSteps < FIRST_STEPS.length;
  return (
    <GarminDesk athlete={athlete}>
      <TodayScreen
        {...{ athlete, hasPaces }}
        {...(isLinked && { garmin: GARMIN })}
        {...(isNew && { Welcome: LazyWelcome })}
      />
    </GarminDesk>
  );
}

const GARMIN = { Button: EntrySendButton, News: EntryNews };

function LazyWelcome({ children }: { children: ReactNode }) {
  return (
    <Suspense>
      <Welcome>{children}</Welcome>
    </Suspense>
  );
}
