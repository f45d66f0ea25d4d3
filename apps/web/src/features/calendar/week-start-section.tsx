import { updateProfile, type User } from '@pacewright/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useAthlete, useSession } from '../../platform/session/session-context.ts';
import { Alert } from '../../ui/alert.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';

type WeekStart = NonNullable<User['weekStart']>;

/** The choice of the first day of the week, saved immediately. */
export function WeekStartSection() {
  const session = useSession();
  const { user } = useAthlete();
  // The profile changes a moment after the press, and the control would jump back in between.
  const [chosen, setChosen] = useState<WeekStart>();
  const save = useMutation({
    mutationFn: (weekStart: WeekStart) => session.call(updateProfile, { body: { weekStart } }),
    // One after the other, so that the last choice is the one that is stored.
    scope: { id: 'week start' },
    onSuccess: (changed) => session.setUser(changed),
    onSettled: () => setChosen(undefined),
  });
  return (
    <>
      <SegmentedControl
        label="First day of the week"
        value={chosen ?? user.weekStart ?? 'monday'}
        onChange={(weekStart) => {
          setChosen(weekStart);
          save.mutate(weekStart);
        }}
        options={[
          { value: 'monday', label: 'Monday' },
          { value: 'sunday', label: 'Sunday' },
        ]}
        className="justify-self-start"
      />
      {save.error && (
        <Alert kind="error" title="Not saved.">
          {save.error.message}
        </Alert>
      )}
    </>
  );
}
