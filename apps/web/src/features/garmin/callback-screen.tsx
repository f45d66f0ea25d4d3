import { useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { useAthlete } from '../../session/session-context.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { OvalPage } from '../../ui/oval-page.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { ConnectButton } from './connect-button.tsx';
import { type Back, backOf } from './consent.ts';
import { GarminFailure, GarminFrame } from './garmin-frame.tsx';
import { useConnecting, useGarminStatus } from './garmin-queries.ts';
import { tellFailure } from './messages.ts';

/** Where Garmin sends someone back to. Finishes the connection, then goes to the settings. */
export function GarminCallbackScreen({ leave }: { leave?: (url: string) => void }) {
  useTitle('Connect Garmin');
  const [search] = useSearchParams();
  const { user } = useAthlete();
  // Read before the connection is finished, which removes it.
  const [back] = useState(() => backOf(user.id));
  const [code, state, error] = ['code', 'state', 'error'].map((name) => search.get(name) || null);
  const connecting = useConnecting(
    { code: code ?? null, state: state ?? null, error: error ?? null },
    user.id,
  );

  if (connecting.isSuccess)
    return <Navigate to="/app/settings" state={{ from: 'garmin', back }} replace />;
  return (
    <OvalPage>
      <h1>Connect Garmin</h1>
      {connecting.isError ? (
        <Failed error={connecting.error} leave={leave} back={back} />
      ) : (
        <GarminFrame
          status="Finishing the connection"
          action={
            <Button busy disabled>
              Connecting
            </Button>
          }
        />
      )}
    </OvalPage>
  );
}

type FailedProps = {
  error: Error;
  leave: ((url: string) => void) | undefined;
  back: Back | undefined;
};

function Failed({ error, leave, back }: FailedProps) {
  const { data: status, isError, isFetching, refetch } = useGarminStatus({ isFresh: true });
  const isConnected = status?.connected;
  return (
    <>
      <GarminFrame
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
                prepare={back && (async () => back)}
              >
                Try again
              </ConnectButton>
            )
          )
        }
      >
        <GarminFailure {...tellFailure(error, isConnected)} />
      </GarminFrame>
      <Link to="/app/settings" className={buttonClass({ variant: 'quiet', wide: true })}>
        Back to settings
      </Link>
    </>
  );
}
