import { connectGarmin } from '@pacewright/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { ONE_SHOT, useCall } from '../../platform/api/call-context.ts';
import { replaceQueryData } from '../../platform/api/queries/replace-query-data.ts';
import { GARMIN_STATUS } from '../../platform/api/queries/garmin.ts';
import { consumeConsent, type ReturnTo, getReturnTo } from './consent.ts';
import { useAthlete } from '../../platform/session/session-context.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { CenteredCardLayout } from '../../ui/centered-card-layout.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { ConnectButton } from './connect-button.tsx';
import { ConnectionFailure, ConnectionFrame } from '../../ui/connection-frame.tsx';
import { useGarminStatus } from './connection.tsx';
import { ApiProblem } from '../../platform/api/problem.ts';

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

type ConsentResult = { code: string | null; state: string | null; error: string | null };

/** Finishes the connection after the return from Garmin's consent page. */
function useFinishConnection({ code, state, error }: ConsentResult, athlete: string) {
  const call = useCall();
  const queryClient = useQueryClient();
  return useQuery({
    queryKey: ['garmin-connecting', code, state],
    queryFn: async () => {
      const consent = consumeConsent(state, athlete);
      if (code === null)
        throw new ConnectFailure({
          message: CONNECT_MESSAGES.noCode,
          isRefusal: error === null || error === 'access_denied',
        });
      if (consent === undefined) throw new ConnectFailure({ message: CONNECT_MESSAGES.notResumed });
      const status = await call(connectGarmin, {
        body: { code, code_verifier: consent.verifier, consent_version: consent.textVersion },
      });
      await replaceQueryData(queryClient, GARMIN_STATUS, status);
      return status;
    },
    ...ONE_SHOT,
  });
}

/** The failure, and anything else worth knowing. */
type ErrorText = { message: string; detail?: string | undefined };

/** Verbatim from the specification. */
const CONNECT_MESSAGES = {
  noCode: 'Authorization code not found.',
  notResumed: 'We couldn’t finish the Garmin sign-in. Connect again.',
  failed: 'Failed to connect with Garmin. Please try again.',
} as const;

/** A return from Garmin that cannot be finished. */
class ConnectFailure extends Error {
  /** The athlete did not agree at Garmin. */
  readonly isRefusal: boolean;

  constructor({ message, isRefusal = false }: { message: string; isRefusal?: boolean }) {
    super(message);
    this.name = 'ConnectFailure';
    this.isRefusal = isRefusal;
  }
}

/** The athlete may have been connected before. Undefined until that is known. */
function getFailureText(error: Error, isConnected: boolean | undefined): ErrorText {
  const outcome = isConnected === undefined ? [] : [isConnected ? UNCHANGED : NOT_CONNECTED];
  if (error instanceof ConnectFailure) {
    const detail = [...(error.isRefusal ? [NO_CONSENT] : []), ...outcome].join(' ');
    return { message: error.message, ...(detail && { detail }) };
  }
  const detail = detailOf(error);
  return {
    message: CONNECT_MESSAGES.failed,
    detail: [...(detail ? [detail] : []), ...(isConnected ? [UNCHANGED] : [])].join(' '),
  };
}

const NO_CONSENT = 'You didn’t give permission on Garmin.';
const NOT_CONNECTED = 'Nothing was connected.';
const UNCHANGED = 'Your existing connection hasn’t changed.';

function detailOf(error: Error): string | undefined {
  if (!(error instanceof ApiProblem)) return undefined;
  // The problem's title is the sentence above.
  if (error.code === 'GARMIN_REFUSED') return undefined;
  if (error.code === 'GARMIN_ACCOUNT_TAKEN')
    return `${error.message}. Disconnect it there first, or use another Garmin account.`;
  return error.message.endsWith('.') ? error.message : `${error.message}.`;
}
