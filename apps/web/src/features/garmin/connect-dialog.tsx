import { GARMIN_CONSENT_TEXTS, GARMIN_CONSENT_VERSION } from '@pacewright/contract';
import { useLocation } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ConnectButton } from './connect-button.tsx';
import type { ReturnTo } from './consent.ts';
import { useGarminStatus } from './garmin-queries.ts';
import type { SendableWorkout } from './sendable-workout.ts';

/** The reason why nothing can be sent yet, and a button that leads to Garmin. */
export function ConnectDialog({
  workout,
  onClose,
}: {
  workout: SendableWorkout;
  onClose: () => void;
}) {
  const { data: status } = useGarminStatus();
  const { pathname, search } = useLocation();
  const { title, text, action, textVersion } = status?.needsReconnect
    ? ENDED
    : status?.connected
      ? WORKOUTS_OFF
      : NOT_CONNECTED;

  async function prepare(): Promise<ReturnTo | undefined> {
    const returnTo = { path: `${pathname}${search}`, title: workout.title };
    if (!workout.save) return returnTo;
    const saved = await workout.save();
    return saved && { ...returnTo, path: `/app/workouts/${saved.id}` };
  }

  return (
    <Dialog
      title={title}
      description={text}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Not now</Button>
          <ConnectButton
            consentUrl={status?.consentUrl}
            textVersion={textVersion}
            prepare={prepare}
          >
            {action}
          </ConnectButton>
        </>
      }
    >
      {workout.save && <p className="text-sm text-ink-2">Your workout is saved before you go.</p>}
    </Dialog>
  );
}

const NOT_CONNECTED = {
  title: 'Connect Garmin first',
  text: `${GARMIN_CONSENT_TEXTS[GARMIN_CONSENT_VERSION]} Without it, Download FIT still works.`,
  action: 'Connect Garmin',
  textVersion: GARMIN_CONSENT_VERSION,
};

const ENDED = {
  title: 'Garmin needs a new sign-in',
  text: 'Garmin has ended the connection. Your workouts here are untouched. Sign in to Garmin again, then send this one.',
  action: 'Reconnect',
  textVersion: undefined,
};

const WORKOUTS_OFF = {
  title: 'Garmin doesn’t let us add workouts',
  text: 'Garmin is connected, but workouts are off. Allow them in Garmin’s permissions, then send this one.',
  action: 'Change on Garmin',
  textVersion: undefined,
};
