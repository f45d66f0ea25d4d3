import { useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { useAthlete } from '../../platform/session/session-context.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { CenteredCardLayout } from '../../ui/centered-card-layout.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { ConnectButton } from './connect-button.tsx';
import { type ReturnTo, getReturnTo } from './consent.ts';
import { ConnectionFailure, ConnectionFrame } from '../../ui/connection-frame.tsx';
import { useFinishConnection, useGarminStatus } from './garmin-queries.ts';
import { getFailureText } from './messages.ts';

/** The redirect target of Garmin's consent page. Finishes the connection, then sends what was to be sent, or goes to the settings. */
export function GarminCallbackScreen({ leave }: { leave?: (url: string) => void }) {
  useTitle('Connect Garmin');
  const [search] = useSearchParams();
  const { user } = useAthlete();
  // Read before the connection is finished, which removes it.
  const [returnTo] = useState(() => getReturnTo(user.id));
  const [code, state, error] = ['code', 'state', 'error'].map((name) => search.get(name) || null);
  const connecting = useFinishConnection(
    { code: code ?? null, state: state ?? null, error: error ?? null },
    user.id,
  );

  if (connecting.isSuccess && returnTo)
    return <Navigate to={returnTo.path} state={{ send: returnTo.send }} replace />;
  if (connecting.isSuccess)
    return <Navigate to="/app/settings" state={{ from: 'garmin' }} replace />;
  return (
    <CenteredCardLayout>
      <h1>Connect Garmin</h1>
      {connecting.isError ? (
        <FailedConnection error={connecting.error} leave={leave} returnTo={returnTo} />
      ) : (
        <ConnectionFrame
          name="Garmin Connect"
          status="Connecting…"
          action={
            <Button busy disabled>
              Connecting
            </Button>
          }
        />
      )}
    </CenteredCardLayout>
  );
}

type FailedConnectionProps = {
  error: Error;
  leave: ((url: string) => void) | undefined;
  returnTo: ReturnTo | undefined;
};

function FailedConnection({ error, leave, returnTo }: FailedConnectionProps) {
  const { data: status, isError, isFetching, refetch } = useGarminStatus({ isFresh: true });
  const isConnected = status?.connected;
  return (
    <>
      <ConnectionFrame
        name="Garmin Connect"
        tone={isConnected ? 'warning' : 'bad'}
        status={isConnected ? 'Still connected' : status ? 'Not connected' : 'Not finished'}
        action={
          isError ? (
            <Button busy={isFetching} onClick={() => void refetch()}>
              Check the connection
            </Button>
          ) : (
            status?.available !== false && (
              <ConnectButton
                consentUrl={status?.consentUrl}
                leave={leave}
                prepare={returnTo && (async () => returnTo)}
              >
                Try again
              </ConnectButton>
            )
          )
        }
      >
        <ConnectionFailure {...getFailureText(error, isConnected)} />
      </ConnectionFrame>
      <Link to="/app/settings" className={buttonClass({ variant: 'quiet', wide: true })}>
        Back to Settings
      </Link>
    </>
  );
}
