import { useEffect, useEffectEvent } from 'react';
import { useBlocker } from 'react-router';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { isLeavePromptEnabled, markLeaving } from './leave-prompt.ts';
import { markUnsaved } from './unsaved-work.ts';

type UnsavedChangesProps = {
  when: boolean;
  /** Asked when leaving: the screen may not have rendered the saved state yet. */
  isStillUnsaved?: () => boolean;
  /** A press on another screen waits for a save that is on its way. It is asked about if something stays unsaved. */
  isSaving?: boolean;
  /** The consequence of leaving. */
  description: string;
  /** Label of the button that stays. */
  stay: string;
};

/** Asks before the athlete leaves unsaved changes, by navigation or by closing the page. */
export function UnsavedChanges({
  when,
  isStillUnsaved = () => true,
  isSaving = false,
  description,
  stay,
}: UnsavedChangesProps) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const isBlocked =
      when && currentLocation.pathname !== nextLocation.pathname && isStillUnsaved();
    if (isBlocked) markLeaving(true);
    return isBlocked;
  });
  const { state } = blocker;

  useEffect(() => {
    markLeaving(state === 'blocked');
    return () => markLeaving(false);
  }, [state]);

  const proceedWhenSaved = useEffectEvent(() => {
    if (!(when && isStillUnsaved())) blocker.proceed?.();
  });
  useEffect(() => {
    if (state === 'blocked' && !isSaving) proceedWhenSaved();
  }, [state, isSaving]);

  useEffect(() => {
    if (!when) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      if (isLeavePromptEnabled()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    const markSaved = markUnsaved();
    return () => {
      window.removeEventListener('beforeunload', ask);
      markSaved();
    };
  }, [when]);

  if (blocker.state !== 'blocked' || isSaving || !when) return null;
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
