import { FIRST_STEPS } from '@pacewright/contract';
import { type ComponentProps, Suspense } from 'react';
import type { LoaderFunctionArgs } from 'react-router';
import { calendarQuery } from '../../platform/api/queries/calendar.ts';
import { garminStatusQuery } from '../../platform/api/queries/garmin.ts';
import { racesAheadQuery } from '../../platform/api/queries/races-ahead.ts';
import { getToday } from '../../platform/days/use-today.ts';
import { hasOwnPaces } from '../../features/onboarding/has-own-paces.ts';
import type { SeasonDrawing } from '../../features/calendar/season-band.tsx';
import {
  type AfterRunPart,
  type OnboardingPart,
  type RunQuestionPart,
  TodayScreen,
  todayRange,
} from '../../features/calendar/today-screen.tsx';
import {
  EntryDeliveryAlert,
  EntrySendButton,
} from '../../features/garmin/garmin-entry-controls.tsx';
import { GarminSendProvider } from '../../features/garmin/send.tsx';
import { useHasConnection } from '../../features/garmin/connection.tsx';
import { usePaces } from '../../features/paces/paces-queries.ts';
import { useAthlete } from '../../platform/session/session-context.ts';
import { lazyWhenOnline } from '../../ui/lazy-when-online.tsx';
import { usePaceContext } from '../pace-context.ts';
import { startQueries } from '../loader-queries.ts';

/** Loaded on demand: it is needed once per account. */
const Onboarding = lazyWhenOnline(async () => (await import('../onboarding.tsx')).Onboarding);

/** Loaded on demand: it is needed once today's workouts are done. */
const AfterRun = lazyWhenOnline(
  async () => (await import('../../features/activities/after-run.tsx')).AfterRun,
);

/** Loaded on demand: it is needed after a run that was not planned. */
const RunQuestion = lazyWhenOnline(
  async () => (await import('../../features/activities/run-question.tsx')).RunQuestion,
);

/** Loaded on demand: it is needed by athletes with a plan on the calendar. */
const SeasonAtAGlance = lazyWhenOnline(
  async () => (await import('../../features/plans/season-at-a-glance.tsx')).SeasonAtAGlance,
);

export function loadToday(args: LoaderFunctionArgs): Promise<null> {
  return startQueries(args, (queryClient, call) => [
    queryClient.prefetchQuery(calendarQuery(call, todayRange(getToday()))),
    queryClient.prefetchQuery(racesAheadQuery(call, getToday())),
    queryClient.prefetchQuery(garminStatusQuery(call)),
  ]);
}

export function TodayPage() {
  const paceContext = usePaceContext();
  const hasPaces = hasOwnPaces(usePaces());
  const hasConnection = useHasConnection();
  const isNew = useAthlete().user.firstSteps < FIRST_STEPS.length;
  return (
    <GarminSendProvider paceContext={paceContext}>
      <TodayScreen
        {...{ paceContext, hasPaces }}
        AfterRun={LazyAfterRun}
        RunQuestion={LazyQuestion}
        SeasonDrawing={LazySeason}
        {...(hasConnection && { garmin: GARMIN })}
        {...(isNew && { Onboarding: LazyOnboarding })}
      />
    </GarminSendProvider>
  );
}

const GARMIN = { Button: EntrySendButton, Alert: EntryDeliveryAlert };

function LazyOnboarding(props: ComponentProps<OnboardingPart>) {
  return (
    <Suspense>
      <Onboarding {...props} />
    </Suspense>
  );
}

function LazySeason(props: ComponentProps<SeasonDrawing>) {
  return (
    <Suspense>
      <SeasonAtAGlance {...props} />
    </Suspense>
  );
}

function LazyQuestion(props: ComponentProps<RunQuestionPart>) {
  return (
    <Suspense>
      <RunQuestion {...props} />
    </Suspense>
  );
}

function LazyAfterRun(props: ComponentProps<AfterRunPart>) {
  return (
    <Suspense fallback={props.children}>
      <AfterRun {...props} />
    </Suspense>
  );
}
