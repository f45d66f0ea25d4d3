import { type AthletePaces, FIRST_STEPS, updateProfile } from '@pacewright/contract';
import { DEFAULT_PACE_UNITS, type PaceUnits } from '@pacewright/pace';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useCall } from '../api/call-context.ts';
import { useToday } from '../days/use-today.ts';
import { FirstSteps } from '../features/arrival/first-steps.tsx';
import { hasOwnPaces } from '../features/arrival/has-own-paces.ts';
import { usePaces, useSavePaces } from '../features/paces/paces-queries.ts';
import { UnitsCards } from '../features/paces/units-cards.tsx';
import { CLASSICS } from '../features/workouts/classics.ts';
import { useHasWorkouts, useSaveWorkout } from '../features/workouts/workouts-queries.ts';
import { useAthlete, useSession } from '../session/session-context.ts';
import { readKept } from '../visitor/kept.ts';
import { regionUnits } from '../visitor/region-units.ts';

/**
 * Leads a new athlete through the first steps that are left, and skips what they already have. Without any left
 * it renders its children.
 */
export function Welcome({ children }: { children: ReactNode }) {
  const call = useCall();
  const session = useSession();
  const navigate = useNavigate();
  const { user } = useAthlete();
  const paces = usePaces();
  const today = useToday();
  const hasWorkouts = useHasWorkouts();
  const savePaces = useSavePaces();
  const saveWorkout = useSaveWorkout();
  const [passed, setPassed] = useState(user.firstSteps);
  // Read once: saving a visitor's work to the account clears it from the device.
  const [seenUnits] = useState(() => readKept().units);
  const [workoutKey] = useState(() => crypto.randomUUID());
  // Its place stays free until it is known.
  if (hasWorkouts === undefined) return null;

  const hasPaces = hasOwnPaces(paces);
  // Paces that came along brought their units; those of the first step did not.
  const has = { race: hasPaces, units: hasPaces && passed === 0, workout: hasWorkouts };
  const left = FIRST_STEPS.filter((step, index) => index >= passed && !has[step]);
  const [step] = left;
  if (!step) return children;

  /** What is done or skipped is not shown again, on any device. */
  function pass(count: number): void {
    setPassed(count);
    // Without a connection it is only forgotten until the next time.
    call(updateProfile, { body: { firstSteps: count } }).then(session.keepUser, () => undefined);
  }

  return (
    <FirstSteps
      step={step}
      paces={paces}
      today={today}
      classics={CLASSICS}
      onRace={(toSave) => savePaces.mutateAsync(toSave)}
      UnitsCards={UnitsCards}
      units={seenUnits ?? unitsFor(paces)}
      onUnits={(paceUnits) => savePaces.mutateAsync({ ...paces, paceUnits })}
      onWorkout={async ({ title, script, notes, tags }) => {
        const saved = await saveWorkout.mutateAsync({
          workout: { title, script, notes, tags },
          idempotencyKey: workoutKey,
        });
        await navigate(`/app/workouts/${saved.id}`);
      }}
      onPassed={() => pass(FIRST_STEPS.indexOf(step) + 1)}
      onSkipAll={() => pass(FIRST_STEPS.length)}
    />
  );
}

/** Every account starts with the default, so only other units are known to be chosen. */
function unitsFor({ paceUnits }: AthletePaces): PaceUnits {
  return paceUnits === DEFAULT_PACE_UNITS ? regionUnits() : paceUnits;
}
