import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Asks before the athlete leaves changes behind. */
export function UnsavedChanges({ when }: { when: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (!when) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [when]);

  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog
      alert
      title="Leave without saving?"
      description="Your paces stay as they were before you changed them."
      onClose={() => blocker.reset()}
      actions={
        <>
          <Button onClick={() => blocker.proceed()}>Leave</Button>
          <Button variant="primary" data-autofocus onClick={() => blocker.reset()}>
            Keep editing
          </Button>
        </>
      }
    />
  );
}
