import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCall } from '../../api/call-context.ts';
import { readKeptWorkout } from './kept-workout.ts';

/** Saves the workout that someone kept before they were in, once. */
export function SaveKeptWorkout() {
  const call = useCall();
  const queryClient = useQueryClient();

  useEffect(() => {
    const kept = readKeptWorkout();
    if (!kept) return;
    // Hardly ever needed, so hardly ever loaded. If that fails, the next visit tries again.
    void import('./send-kept-workout.ts').then(
      ({ sendKeptWorkout }) =>
        sendKeptWorkout(kept, { call, onSaved: () => void queryClient.invalidateQueries() }),
      () => undefined,
    );
  }, [call, queryClient]);

  return null;
}
