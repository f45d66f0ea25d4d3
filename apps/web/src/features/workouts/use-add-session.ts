import { useRef } from 'react';
import type { PastedSession } from '@pacewright/import/sessions';
import { showToast } from '../../ui/toast.tsx';
import { useSaveWorkout } from './workouts-queries.ts';

/** Saves sessions of a pasted text as workouts, one at a time. */
export function useAddSession(): (session: PastedSession) => Promise<void> {
  const { mutateAsync: save } = useSaveWorkout();
  /** A session whose response was lost is saved again with the same key, and so only once. */
  const keys = useRef(new WeakMap<PastedSession, string>());

  return async (session) => {
    const idempotencyKey = keys.current.get(session) ?? crypto.randomUUID();
    keys.current.set(session, idempotencyKey);
    const saved = await save({ workout: { ...session, tags: [] }, idempotencyKey });
    showToast.success(`${saved.title} saved`);
  };
}
