import { connectGarmin, disconnectGarmin, getGarminStatus } from '@pacewright/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../api/call-context.ts';
import { takeVerifier } from './consent.ts';
import { CONNECT_MESSAGES, ConnectFailure } from './messages.ts';

const STATUS = ['garmin'];

/** Asked anew whenever someone comes back to the page: they may have changed it at Garmin. */
export function useGarminStatus() {
  const call = useCall();
  return useQuery({
    queryKey: STATUS,
    queryFn: ({ signal }) => call(getGarminStatus, { signal }),
    staleTime: 0,
  });
}

/** Whether there is a link, if only one that has ended: someone who sends to Garmin. */
export function useIsLinked(): boolean {
  const { data: status } = useGarminStatus();
  return Boolean(status?.connected || status?.needsReconnect);
}

export type Return = { code: string | null; state: string | null; error: string | null };

/** Finishes what Garmin sent someone back with. As a query it is done once, however often it is rendered. */
export function useConnecting({ code, state, error }: Return, athlete: string) {
  const call = useCall();
  const queryClient = useQueryClient();
  return useQuery({
    queryKey: ['garmin-connecting', code, state],
    queryFn: async () => {
      const verifier = takeVerifier(state, athlete);
      if (code === null)
        throw new ConnectFailure({
          message: CONNECT_MESSAGES.noCode,
          detail:
            error === null || error === 'access_denied'
              ? 'Garmin sent you back without your consent. Nothing was connected.'
              : undefined,
        });
      if (verifier === undefined)
        throw new ConnectFailure({ message: CONNECT_MESSAGES.notResumed });
      const status = await call(connectGarmin, { body: { code, code_verifier: verifier } });
      queryClient.setQueryData(STATUS, status);
      return status;
    },
    retry: false,
    staleTime: Infinity,
    gcTime: Infinity,
  });
}

export function useDisconnect() {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(disconnectGarmin),
    onSuccess: (status) => queryClient.setQueryData(STATUS, status),
  });
}
