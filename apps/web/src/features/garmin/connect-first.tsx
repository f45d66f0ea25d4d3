import { GARMIN_CONSENT_TEXTS, GARMIN_CONSENT_VERSION } from '@pacewright/contract';
import { useLocation } from 'react-router';
import { ConnectButton } from './connect-button.tsx';
import { useGarminStatus } from './connection.tsx';
import type { ReturnTo } from './consent.ts';
import type { SendableWorkout } from './deliveries.tsx';

/** The reason why nothing can be sent yet, and a button that leads to Garmin and sends it on the way back. */
export function useConnectFirst(workout: SendableWorkout, onNotSaved = () => {}) {
  const { data: status } = useGarminStatus();
  const { pathname, search } = useLocation();
  const { title, text, action, textVersion } = status?.needsReconnect
    ? ENDED
    : status?.connected
      ? WORKOUTS_OFF
      : NOT_CONNECTED;

  async function prepare(): Promise<ReturnTo | undefined> {
    const { save, workoutId, entry, title: name, script } = workout;
    if (!save) {
      const path = `${pathname}${search}`;
      return workoutId ? { path, send: { workoutId, entry, title: name, script } } : undefined;
    }
    const saved = await save();
    // The screen says what is missing.
    if (!saved) {
      onNotSaved();
      return undefined;
    }
    const send = { workoutId: saved.id, title: saved.title, script };
    return { path: `/app/workouts/${saved.id}`, send };
  }

  return {
    title,
    text,
    next: workout.save
      ? 'We’ll save your workout first, and send it once you’re connected. You can still download FIT files without it.'
      : 'We’ll send it once you’re connected.',
    button: (
      <ConnectButton consentUrl={status?.consentUrl} textVersion={textVersion} prepare={prepare}>
        {action}
      </ConnectButton>
    ),
  };
}

const NOT_CONNECTED = {
  title: 'Connect Garmin first',
  text: GARMIN_CONSENT_TEXTS[GARMIN_CONSENT_VERSION],
  action: 'Connect and send',
  textVersion: GARMIN_CONSENT_VERSION,
};

const ENDED = {
  title: 'Reconnect Garmin',
  text: 'Garmin ended the connection. Your workouts here are safe. Reconnect to send this one.',
  action: 'Reconnect',
  textVersion: undefined,
};

const WORKOUTS_OFF = {
  title: 'We can’t add workouts to Garmin',
  text: 'Garmin is connected, but we don’t have permission to add workouts. Allow it on Garmin to send this one.',
  action: 'Change permissions',
  textVersion: undefined,
};
