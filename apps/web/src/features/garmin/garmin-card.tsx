import {
  GARMIN_CONSENT_TEXTS,
  GARMIN_CONSENT_VERSION,
  disconnectGarmin,
  type GarminStatus,
} from '@pacewright/contract';
import { plural } from '@pacewright/pace';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { formatTimestamp, shortDate } from '../../platform/days/timestamps.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { ConnectButton } from './connect-button.tsx';
import {
  ConnectionFailure,
  ConnectionFrame,
  ConnectionPoint,
  ConnectionText,
} from '../../ui/connection-frame.tsx';
import { useGarminStatus } from './connection.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../platform/api/call-context.ts';
import { GARMIN_STATUS } from '../../platform/api/queries/garmin.ts';
import { replaceQueryData } from '../../platform/api/queries/replace-query-data.ts';

type GarminCardProps = { leave?: (url: string) => void };

/** The status of the connection, and the one thing to do next. */
export function GarminCard({ leave }: GarminCardProps) {
  const { data: status, isError, isFetching, error, refetch } = useGarminStatus({ isFresh: true });
  const card = useReturnFromGarmin();

  return (
    <div ref={card} className="scroll-mt-6">
      {status ? (
        <LoadedGarminCard status={status} leave={leave} />
      ) : isError && !isFetching ? (
        <ConnectionFrame
          name="Garmin Connect"
          tone="bad"
          status="Status unavailable"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          <ConnectionFailure
            message="Couldn’t check your Garmin connection."
            detail={error.message}
          />
        </ConnectionFrame>
      ) : (
        <ConnectionFrame name="Garmin Connect" tone="busy" status="Checking…" />
      )}
    </div>
  );
}

function LoadedGarminCard({ status, leave }: { status: GarminStatus } & GarminCardProps) {
  const { available, connected, needsReconnect, canSendWorkouts, consentUrl } = status;
  const { waitingCount } = status;

  if (!available)
    return (
      <ConnectionFrame name="Garmin Connect" status="Not available on this site yet">
        <ConnectionText>
          Garmin isn’t accepting new apps at the moment. Download the FIT file and copy it to{' '}
          <code className="font-mono">GARMIN/NewFiles</code> on your watch.
        </ConnectionText>
      </ConnectionFrame>
    );
  if (needsReconnect)
    return (
      <ConnectionFrame
        name="Garmin Connect"
        tone="warning"
        status="Reconnect needed"
        action={
          <>
            <Disconnect quiet waitingCount={waitingCount} />
            <ConnectButton consentUrl={consentUrl} leave={leave}>
              Reconnect
            </ConnectButton>
          </>
        }
      >
        <ConnectionText>
          Garmin ended the connection. Your workouts here are safe
          {waitingCount > 0 && `; ${formatWaitingCount(waitingCount)}`}.
        </ConnectionText>
      </ConnectionFrame>
    );
  if (!connected)
    return (
      <ConnectionFrame
        name="Garmin Connect"
        status="Not connected"
        action={
          <ConnectButton consentUrl={consentUrl} textVersion={GARMIN_CONSENT_VERSION} leave={leave}>
            Connect Garmin
          </ConnectButton>
        }
      >
        <ConnectionText>
          {GARMIN_CONSENT_TEXTS[GARMIN_CONSENT_VERSION]} You can still download FIT files without
          it.
        </ConnectionText>
      </ConnectionFrame>
    );
  if (!canSendWorkouts)
    return (
      <ConnectionFrame
        name="Garmin Connect"
        tone="warning"
        status="Connected, but we can’t add workouts"
        action={
          <>
            <Disconnect quiet waitingCount={waitingCount} />
            <ConnectButton consentUrl={consentUrl} leave={leave}>
              Change permissions
            </ConnectButton>
          </>
        }
      >
        <ul className="grid gap-2">
          <ConnectionPoint tone="warning">
            Allow us to add workouts on Garmin, then come back here
            {waitingCount > 0 && `; ${formatWaitingCount(waitingCount)}`}
          </ConnectionPoint>
        </ul>
      </ConnectionFrame>
    );
  return <Connected status={status} />;
}

function Connected({ status }: { status: GarminStatus }) {
  const { connectedAt, lastSent, waitingCount, canReceiveActivities } = status;
  const today = useToday();
  return (
    <ConnectionFrame
      name="Garmin Connect"
      tone="good"
      status={connectedAt ? `Connected since ${shortDate(connectedAt, today)}` : 'Connected'}
      action={<Disconnect waitingCount={waitingCount} />}
    >
      <ul className="grid gap-2">
        <ConnectionPoint tone="good">Workouts are sent to your Garmin calendar</ConnectionPoint>
        {canReceiveActivities ? (
          <ConnectionPoint tone="good">Your Garmin runs appear here</ConnectionPoint>
        ) : (
          <ConnectionPoint tone="warning">
            Runs aren’t imported. To see them here, disconnect, reconnect and allow activities
          </ConnectionPoint>
        )}
        {lastSent && (
          <ConnectionPoint tone="good">
            Last sent: {lastSent.title}, {formatTimestamp(lastSent.at, today)}
          </ConnectionPoint>
        )}
      </ul>
    </ConnectionFrame>
  );
}

function formatWaitingCount(count: number): string {
  return `${plural(count, 'is', 'are')} waiting to be sent`;
}

function Disconnect({ quiet = false, waitingCount }: { quiet?: boolean; waitingCount: number }) {
  const disconnect = useDisconnect();
  const [isConfirming, setIsConfirming] = useState(false);
  const close = () => setIsConfirming(false);

  function confirm(): void {
    close();
    disconnect.mutate(undefined, {
      onSuccess: () =>
        showToast.success('Garmin disconnected', 'Workouts on your watch stay there.'),
      onError: ({ message }) =>
        showToast.failure('Couldn’t disconnect Garmin', { detail: message }),
    });
  }

  return (
    <>
      <Button
        variant={quiet ? 'quiet' : 'secondary'}
        busy={disconnect.isPending}
        onClick={() => setIsConfirming(true)}
      >
        Disconnect
      </Button>
      {isConfirming && (
        <Dialog
          alert
          title="Disconnect Garmin?"
          description={`Workouts already on your watch stay there but won’t be updated.${formatNotSent(waitingCount)}`}
          onClose={close}
          actions={
            <>
              <Button data-autofocus onClick={close}>
                Keep connected
              </Button>
              <Button variant="danger" onClick={confirm}>
                Disconnect Garmin
              </Button>
            </>
          }
        />
      )}
    </>
  );
}

function useDisconnect() {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(disconnectGarmin),
    onSuccess: (status) => replaceQueryData(queryClient, GARMIN_STATUS, status),
  });
}

function formatNotSent(waitingCount: number): string {
  if (waitingCount === 0) return '';
  return waitingCount === 1
    ? ' 1 waiting workout won’t be sent.'
    : ` ${waitingCount} waiting workouts won’t be sent.`;
}

/** Scrolls to the card after connecting. */
function useReturnFromGarmin() {
  const card = useRef<HTMLDivElement>(null);
  const { state } = useLocation() as { state: { from?: string } | null };
  const isReturning = state?.from === 'garmin';
  useEffect(() => {
    if (isReturning) card.current?.scrollIntoView({ block: 'center' });
  }, [isReturning]);
  return card;
}
