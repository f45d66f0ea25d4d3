import type { GarminStatus } from '@pacewright/contract';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.tsx';
import { ConnectButton } from './connect-button.tsx';
import { GarminFailure, GarminFrame, GarminPoint, GarminText } from './garmin-frame.tsx';
import { useDisconnect, useGarminStatus } from './garmin-queries.ts';

type GarminCardProps = { leave?: (url: string) => void };

/** How the link with Garmin stands, and the one thing to do next. */
export function GarminCard({ leave }: GarminCardProps) {
  const { data: status, isError, isFetching, error, refetch } = useGarminStatus();
  const place = useArrival();

  return (
    <div ref={place} className="scroll-mt-6">
      {status ? (
        <Known status={status} leave={leave} />
      ) : isError && !isFetching ? (
        <GarminFrame
          tone="bad"
          status="Not known"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          <GarminFailure
            message="Whether Garmin is connected is not known."
            detail={error.message}
          />
        </GarminFrame>
      ) : (
        <GarminFrame tone="busy" status="Checking" />
      )}
    </div>
  );
}

function Known({ status, leave }: { status: GarminStatus } & GarminCardProps) {
  const { available, connected, needsReconnect, canSendWorkouts, connectedAt, consentUrl } = status;

  if (!available)
    return (
      <GarminFrame status="Not available on this site yet">
        <GarminText>
          Garmin is not taking new apps at the moment. Download the FIT file and copy it to{' '}
          <code className="font-mono">GARMIN/NewFiles</code> on the watch.
        </GarminText>
      </GarminFrame>
    );
  if (needsReconnect)
    return (
      <GarminFrame
        tone="warning"
        status="Needs a new sign-in"
        action={
          <>
            <Disconnect quiet />
            <ConnectButton consentUrl={consentUrl} leave={leave}>
              Reconnect
            </ConnectButton>
          </>
        }
      >
        <GarminText>Garmin has ended the link. Your workouts here are untouched.</GarminText>
      </GarminFrame>
    );
  if (!connected)
    return (
      <GarminFrame
        status="Not connected"
        action={
          <ConnectButton consentUrl={consentUrl} leave={leave}>
            Connect Garmin
          </ConnectButton>
        }
      >
        <GarminText>
          You’ll sign in at Garmin and choose what we may do. We ask only to add workouts. Without
          it, Download FIT still works.
        </GarminText>
      </GarminFrame>
    );
  if (!canSendWorkouts)
    return (
      <GarminFrame
        tone="warning"
        status="Connected, but workouts are off"
        action={
          <>
            <Disconnect quiet />
            <ConnectButton consentUrl={consentUrl} leave={leave}>
              Change at Garmin
            </ConnectButton>
          </>
        }
      >
        <ul className="grid gap-2">
          <GarminPoint tone="warning">
            Allow workouts in Garmin’s permissions, then come back here
          </GarminPoint>
        </ul>
      </GarminFrame>
    );
  return (
    <GarminFrame
      tone="good"
      status={connectedAt ? `Connected since ${dayOf(new Date(connectedAt))}` : 'Connected'}
      action={<Disconnect />}
    >
      <ul className="grid gap-2">
        <GarminPoint tone="good">Workouts go to your Garmin calendar</GarminPoint>
      </ul>
    </GarminFrame>
  );
}

function Disconnect({ quiet = false }: { quiet?: boolean }) {
  const disconnect = useDisconnect();
  return (
    <Button
      variant={quiet ? 'quiet' : 'secondary'}
      busy={disconnect.isPending}
      onClick={() =>
        disconnect.mutate(undefined, {
          onSuccess: () =>
            showToast.success('Garmin disconnected.', 'What is on your watch stays there.'),
          onError: ({ message }) =>
            showToast.failure('Garmin is still connected.', { detail: message }),
        })
      }
    >
      Disconnect
    </Button>
  );
}

/** "3 Oct", and the year when it is another one. */
function dayOf(date: Date): string {
  return date.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(date.getFullYear() !== new Date().getFullYear() && { year: 'numeric' }),
  });
}

/** Whoever comes from connecting finds this card on the screen. */
function useArrival() {
  const place = useRef<HTMLDivElement>(null);
  const { state } = useLocation() as { state: { from?: string } | null };
  const hasArrived = state?.from === 'garmin';
  useEffect(() => {
    if (hasArrived) place.current?.scrollIntoView({ block: 'center' });
  }, [hasArrived]);
  return place;
}
