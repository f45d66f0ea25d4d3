import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { isLeavePromptEnabled } from './leave-prompt.ts';
import { keepsMounted } from './keep-mounted.ts';
import { markUnsaved } from './unsaved-work.ts';

/** Navigation state for leaving right after a save or a deletion. */
export const SKIP_UNSAVED_PROMPT = { skipsUnsavedPrompt: true };

type UnsavedChangesProps = {
  when: boolean;
  /** The consequence of leaving. */
  description: string;
  /** Label of the button that stays. */
  stay: string;
};

/** Asks before the athlete leaves unsaved changes, by navigation or by closing the page. */
export function UnsavedChanges({ when, description, stay }: UnsavedChangesProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when &&
      currentLocation.pathname !== nextLocation.pathname &&
      // From the navigation state, because the screen may not have rendered the saved state yet.
      !skipsUnsavedPrompt(nextLocation.state) &&
      !keepsMounted(nextLocation.state),
  );

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

function skipsUnsavedPrompt(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'skipsUnsavedPrompt' in state;
}
