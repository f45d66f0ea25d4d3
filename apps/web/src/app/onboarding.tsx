import { type AthletePaces, FIRST_STEPS, updateProfile, type User } from '@pacewright/contract';
import { DEFAULT_PACE_UNITS, type PaceUnits } from '@pacewright/pace';
import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useCall } from '../platform/api/call-context.ts';
import { useToday } from '../platform/days/use-today.ts';
import { OnboardingSteps } from '../features/onboarding/onboarding-steps.tsx';
import { hasOwnPaces } from '../features/onboarding/has-own-paces.ts';
import { usePaces, useSavePaces, useSaveUnits } from '../features/paces/paces-queries.ts';
import { UnitsCards } from '../features/paces/units-cards.tsx';
import { useHasWorkouts, useSaveWorkout } from '../features/workouts/workouts-queries.ts';
import { useAthlete, useSession } from '../platform/session/session-context.ts';
import { getVisitorData } from '../visitor/visitor-store.ts';
import { regionUnits } from '../visitor/region-units.ts';

/**
 * The onboarding steps that a new athlete has not done or skipped yet. Renders its children if there are none.
 */
export function Onboarding({ children }: { children: ReactNode }) {
  const call = useCall();
  const session = useSession();
  const navigate = useNavigate();
  const { user } = useAthlete();
  const paces = usePaces();
  const today = useToday();
  const hasWorkouts = useHasWorkouts();
  const savePaces = useSavePaces();
  const saveUnits = useSaveUnits();
  const saveWorkout = useSaveWorkout();
  const [completed, setCompleted] = useState(user.firstSteps);
  // Read once: importing a visitor's work into the account removes it from the device.
  const [visitorUnits] = useState(() => getVisitorData().units);
  const [workoutKey] = useState(() => crypto.randomUUID());
  useRegionUnits(user, paces, visitorUnits);
  // The space stays empty until it is known.
  if (hasWorkouts === undefined) return null;

  const hasPaces = hasOwnPaces(paces);
  // Imported paces have their units; those of the first step do not.
  const isDone = { race: hasPaces, units: hasPaces && completed === 0, workout: hasWorkouts };
  const remaining = FIRST_STEPS.filter((step, index) => index >= completed && !isDone[step]);
  const [step] = remaining;
  if (!step) return children;

  /** A step that is done or skipped is not shown again, on any device. */
  function completeSteps(count: number): void {
    setCompleted(count);
    // Without a connection the step is shown again the next time.
    call(updateProfile, { body: { firstSteps: count } }).then(session.setUser, () => undefined);
  }

  return (
    <OnboardingSteps
      step={step}
      paces={paces}
      today={today}
      onRace={(toSave) => savePaces.mutateAsync(toSave)}
      UnitsCards={UnitsCards}
      units={visitorUnits ?? unitsFor(paces)}
      onUnits={(paceUnits) => saveUnits.mutateAsync(paceUnits)}
      onWorkout={async ({ title, script }) => {
        const saved = await saveWorkout.mutateAsync({
          workout: { title, script, notes: '', tags: [] },
          idempotencyKey: workoutKey,
        });
        await navigate(`/app/workouts/${saved.id}`);
      }}
      onPassed={() => completeSteps(FIRST_STEPS.indexOf(step) + 1)}
      onSkipAll={() => completeSteps(FIRST_STEPS.length)}
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

/** Every account starts with the default units, so only other ones are known to be chosen. */
function unitsFor({ paceUnits }: AthletePaces): PaceUnits {
  return paceUnits === DEFAULT_PACE_UNITS ? regionUnits() : paceUnits;
}
