import { connectGarmin, disconnectGarmin } from '@pacewright/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../platform/api/call-context.ts';
import { ONE_SHOT } from '../../platform/api/one-shot.ts';
import { GARMIN_STATUS, garminStatusQuery } from '../../platform/api/queries/garmin.ts';
import { replaceQueryData } from '../../platform/api/queries/replace-query-data.ts';
import { consumeConsent } from './consent.ts';
import { CONNECT_MESSAGES, ConnectFailure } from './messages.ts';

export function useGarminStatus({ isFresh = false } = {}) {
  return useQuery({
    ...garminStatusQuery(useCall()),
    // Many parts of a screen use the status, and each open menu adds one.
    refetchOnMount: isFresh ? 'always' : true,
  });
}

/** Whether the athlete has a connection, even one that has ended. */
export function useHasConnection(): boolean {
  const { data: status } = useGarminStatus();
  return Boolean(status?.connected || status?.needsReconnect);
}

export type ConsentResult = { code: string | null; state: string | null; error: string | null };

/** Finishes the connection after the return from Garmin's consent page. */
export function useFinishConnection({ code, state, error }: ConsentResult, athlete: string) {
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

export function useDisconnect() {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(disconnectGarmin),
    onSuccess: (status) => replaceQueryData(queryClient, GARMIN_STATUS, status),
  });
}
