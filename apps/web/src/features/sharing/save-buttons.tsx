import type { SavedWorkout } from '@pacewright/contract';
import type { SharedWorkout } from '@pacewright/delivery';
import { Save } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useCall } from '../../platform/api/call-context.ts';
import { localProblem } from '../../platform/api/problem.ts';
import { useSession } from '../../platform/session/session-context.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/alert.tsx';
import { messageOf } from '../../ui/message-of.ts';
import { SignInAndSave } from '../../visitor/sign-in-and-save.tsx';
import { deleteVisitorWorkout, saveVisitorWorkout } from '../../visitor/visitor-store.ts';

type SaveButtonsProps = {
  workout: SharedWorkout;
  /** The workout's id in the visitor store, if it is there. */
  storedId?: string | undefined;
  /** Called with the outcome, for a message that a button has no room for. */
  onOutcome: (outcome: SaveOutcome | undefined) => void;
};

export type SaveOutcome =
  | { kind: 'saved'; workout: SavedWorkout }
  | { kind: 'planned'; workout: SavedWorkout; day: string }
  | { kind: 'failed'; reason: string }
  | { kind: 'not-stored' };

/** Saves to an athlete's library. A visitor's workout is stored on this device, and imported after sign-in. */
export function SaveButtons({ workout, storedId, onOutcome }: SaveButtonsProps) {
  const navigate = useNavigate();
  const session = useSession();
  const call = useCall();
  const [isBusy, setIsBusy] = useState(false);
  if (workout.script.trim() === '') return null;

  function saveForSignIn(path: string): void {
    const { isStored } = saveVisitorWorkout(workout, storedId);
    if (isStored) void navigate(path);
    else onOutcome({ kind: 'not-stored' });
  }

  async function saveNow(): Promise<void> {
    const state = await session.ready();
    if (state.status !== 'authenticated' || !state.account.emailVerified)
      return saveForSignIn('/app');

    const { saveWorkoutOnce } = await loadSaveWorkoutOnce();
    const saved = await saveWorkoutOnce(call, workout);
    if (storedId) deleteVisitorWorkout(storedId);
    onOutcome({ kind: 'saved', workout: saved });
  }

  async function save(): Promise<void> {
    setIsBusy(true);
    onOutcome(undefined);
    await saveNow().catch((error: unknown) =>
      onOutcome({ kind: 'failed', reason: messageOf(error) }),
    );
    setIsBusy(false);
  }

  if (session.hasStoredUser())
    return (
      <Button
        variant="primary"
        icon={<Save aria-hidden />}
        busy={isBusy}
        onClick={() => void save()}
      >
        Save to my library
      </Button>
    );
  return <SignInAndSave onSave={saveForSignIn} />;
}

/** Loaded on demand: most people who open a link only look at it. */
async function loadSaveWorkoutOnce() {
  try {
    return await import('../../visitor/save-workout-once.ts');
  } catch (error) {
    throw localProblem('UNREACHABLE', { cause: error });
  }
}

export function SaveAlert({ outcome }: { outcome: SaveOutcome | undefined }) {
  if (!outcome) return null;
  if (outcome.kind === 'saved')
    return (
      <Alert kind="success" title={`${outcome.workout.title} saved to your library.`}>
        <Link to={`/app/workouts/${outcome.workout.id}`} className="font-semibold">
          Open it
        </Link>
      </Alert>
    );
  if (outcome.kind === 'planned')
    return (
      <Alert kind="success" title={`${outcome.workout.title} added to your calendar.`}>
        <Link to={`/app/calendar?day=${outcome.day}`} className="font-semibold">
          Open calendar
        </Link>
      </Alert>
    );
  if (outcome.kind === 'failed')
    return (
      <Alert kind="error" title="Not saved.">
        {outcome.reason} Your workout is still here.
      </Alert>
    );
  return (
    <Alert kind="error" title="Not saved.">
      Your browser is blocking storage. Copy the link below, sign in, then open it again.
    </Alert>
  );
}
