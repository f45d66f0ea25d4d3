import { useLocation } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ConnectButton } from './connect-button.tsx';
import type { Back } from './consent.ts';
import { useGarminStatus } from './garmin-queries.ts';
import type { Sendable } from './sendable.ts';

/** What is in the way of sending, and the way to Garmin and back. */
export function ConnectDialog({ what, onClose }: { what: Sendable; onClose: () => void }) {
  const { data: status } = useGarminStatus();
  const { pathname, search } = useLocation();
  const { title, text, verb } = status?.needsReconnect
    ? ENDED
    : status?.connected
      ? WORKOUTS_OFF
      : NOT_CONNECTED;

  async function prepare(): Promise<Back | undefined> {
    const back = { path: `${pathname}${search}`, title: what.title };
    if (!what.save) return back;
    const saved = await what.save();
    return saved && { ...back, path: `/app/workouts/${saved.id}` };
  }

  return (
    <Dialog
      title={title}
      description={text}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Not now</Button>
          <ConnectButton consentUrl={status?.consentUrl} prepare={prepare}>
            {verb}
          </ConnectButton>
        </>
      }
    >
      {what.save && <p className="text-sm text-ink-2">Your workout is saved before you go.</p>}
    </Dialog>
  );
}

const NOT_CONNECTED = {
  title: 'Connect Garmin first',
  text: 'You’ll sign in to Garmin and choose what we may do. We ask only to add workouts. Without it, Download FIT still works.',
  verb: 'Connect Garmin',
};

const ENDED = {
  title: 'Garmin needs a new sign-in',
  text: 'Garmin has ended the link. Your workouts here are untouched. Sign in to Garmin again, then send this one.',
  verb: 'Reconnect',
};

const WORKOUTS_OFF = {
  title: 'Garmin doesn’t let us add workouts',
  text: 'Garmin is connected, but workouts are off. Allow them in Garmin’s permissions, then send this one.',
  verb: 'Change on Garmin',
};
