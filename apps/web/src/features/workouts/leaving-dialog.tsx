import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** State of a navigation that leaves nothing behind, because the workout was just saved or deleted. */
export const NOTHING_LEFT = { isNothingLeft: true };

/** Asks before the runner leaves a workout that is not saved. */
export function LeavingDialog({ when, isKept }: { when: boolean; isKept: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when &&
      currentLocation.pathname !== nextLocation.pathname &&
      // Told by the navigation itself: it may start before the screen knows that it has been saved.
      !isNothingLeft(nextLocation.state),
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
      description={
        isKept
          ? 'Your draft stays on this device and is offered when you come back.'
          : 'This browser keeps no drafts: what you changed will be gone.'
      }
      onClose={() => blocker.reset()}
      actions={
        <>
          <Button onClick={() => blocker.proceed()}>Leave</Button>
          <Button variant="primary" data-autofocus onClick={() => blocker.reset()}>
            Keep writing
          </Button>
        </>
      }
    />
  );
}

function isNothingLeft(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isNothingLeft' in state;
}
