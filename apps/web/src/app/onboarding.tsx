import { type AthletePaces, FIRST_STEPS, updateProfile, type User } from '@pacewright/contract';
import { DEFAULT_PACE_UNITS, type PaceUnits } from '@pacewright/pace';
import { type ComponentProps, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useCall } from '../platform/api/call-context.ts';
import { useToday } from '../platform/days/use-today.ts';
import type { OnboardingPart } from '../features/calendar/today-screen.tsx';
import { FirstRace } from '../features/onboarding/first-race.tsx';
import { hasOwnPaces } from '../features/onboarding/has-own-paces.ts';
import { ThreeWays } from '../features/onboarding/three-ways.tsx';
import { usePaces, useSavePaces, useSaveUnits } from '../features/paces/paces-queries.ts';
import { useHasWorkouts } from '../features/workouts/workouts-queries.ts';
import { useAthlete, useSession } from '../platform/session/session-context.ts';
import { getVisitorData } from '../visitor/visitor-store.ts';
import { regionUnits } from '../visitor/region-units.ts';

/** The first steps of an athlete who has nothing yet: a race, then a way to the first week. Its children if they are done. */
export function Onboarding({ onPaste, onWrite, children }: ComponentProps<OnboardingPart>) {
  const call = useCall();
  const session = useSession();
  const navigate = useNavigate();
  const { user } = useAthlete();
  const paces = usePaces();
  const today = useToday();
  const hasWorkouts = useHasWorkouts();
  const savePaces = useSavePaces();
  const [completed, setCompleted] = useState(user.firstSteps);
  const [isFirst] = useState(user.firstSteps === 0 && !hasOwnPaces(paces));
  // Read once: importing a visitor's work into the account removes it from the device.
  const [visitorUnits] = useState(() => getVisitorData().units);
  useRegionUnits(user, paces, visitorUnits);
  // The space stays empty until it is known.
  if (hasWorkouts === undefined) return null;

  const hasPaces = hasOwnPaces(paces);
  if (completed >= FIRST_STEPS.length || (hasPaces && hasWorkouts)) return children;

  /** A step that is done or skipped is not shown again, on any device. */
  function completeSteps(count: number): void {
    setCompleted(count);
    // Without a connection the step is shown again the next time.
    call(updateProfile, { body: { firstSteps: count } }).then(session.setUser, () => undefined);
  }

  if (!hasPaces && completed === 0)
    return (
      <FirstRace
        {...{ paces, today }}
        onRace={(toSave) => savePaces.mutateAsync(toSave)}
        onPassed={() => completeSteps(1)}
      />
    );
  return (
    <ThreeWays
      {...{ paces, hasPaces, onPaste, onWrite }}
      isFollowing={isFirst}
      onSkip={() => {
        completeSteps(FIRST_STEPS.length);
        void navigate('/app/calendar');
      }}
    />
  );
}

/** An account starts with the default units. Before its first step, it gets those the athlete has seen so far. */
function useRegionUnits(
  user: User,
  paces: AthletePaces,
  visitorUnits: PaceUnits | undefined,
): void {
  const { mutate } = useSaveUnits();
  const units = visitorUnits ?? regionUnits();
  const isNew = user.firstSteps === 0 && !hasOwnPaces(paces) && !areUnitsSet();
  const isOther = paces.paceUnits === DEFAULT_PACE_UNITS && units !== DEFAULT_PACE_UNITS;
  useEffect(() => {
    // Without a connection it is tried the next time.
    if (isNew && isOther) mutate(units, { onSuccess: markUnitsSet });
  }, [isNew, isOther, units, mutate]);
}

// Removed with the local user, whose key it begins with.
const UNITS_SET = 'pacewright.user.units-set';

/** Once per device, so that an athlete who changes them back keeps them. */
function areUnitsSet(): boolean {
  try {
    return localStorage.getItem(UNITS_SET) !== null;
  } catch {
    return true;
  }
}

function markUnitsSet(): void {
  try {
    localStorage.setItem(UNITS_SET, '');
  } catch {
    // Storage may be full or forbidden.
  }
}
