import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { asksBeforeLeaving } from './leaving.ts';
import { isSameScreen } from './same-screen.ts';
import { markUnsaved } from './unsaved-work.ts';

/** State of a navigation that leaves nothing behind, because all was just saved or deleted. */
export const NOTHING_LEFT = { isNothingLeft: true };

type UnsavedChangesProps = {
  when: boolean;
  /** What becomes of the changes. */
  description: string;
  /** What the button says that stays. */
  stay: string;
};

/** Asks before someone leaves changes behind, for another screen or for good. */
export function UnsavedChanges({ when, description, stay }: UnsavedChangesProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when &&
      currentLocation.pathname !== nextLocation.pathname &&
      // Told by the navigation itself: it may start before the screen knows that it has been saved.
      !isNothingLeft(nextLocation.state) &&
      !isSameScreen(nextLocation.state),
  );

  useEffect(() => {
    if (!when) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      if (asksBeforeLeaving()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    const markSaved = markUnsaved();
    return () => {
      window.removeEventListener('beforeunload', ask);
      markSaved();
    };
  }, [when]);

  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog
      alert
      title="Leave without saving?"
      description={description}
      onClose={() => blocker.reset()}
      actions={
        <>
          <Button onClick={() => blocker.proceed()}>Leave</Button>
          <Button variant="primary" data-autofocus onClick={() => blocker.reset()}>
            {stay}
          </Button>
        </>
      }
    />
  );
}

function isNothingLeft(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isNothingLeft' in state;
}
