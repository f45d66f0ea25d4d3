import { CalendarScreen } from '../features/calendar/calendar-screen.tsx';
import { TodayScreen } from '../features/calendar/today-screen.tsx';
import { usePaces } from '../features/paces/paces-queries.ts';
import type { Athlete } from '../script-editor/reading.ts';

/** The calendar draws its workouts in the paces that another feature keeps; these put the two together. */

export function CalendarPage() {
  return <CalendarScreen athlete={useAthletesPaces()} />;
}

export function TodayPage() {
  return <TodayScreen athlete={useAthletesPaces()} />;
}

function useAthletesPaces(): Athlete {
  const { trainingPaces, vdot, paceUnits } = usePaces();
  return { speeds: { trainingPaces, vdot }, units: paceUnits };
}
