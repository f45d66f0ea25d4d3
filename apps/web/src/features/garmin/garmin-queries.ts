import { connectGarmin, disconnectGarmin, getGarminStatus } from '@pacewright/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../api/call-context.ts';
import { ONE_SHOT } from '../../api/one-shot.ts';
import { takeVerifier } from './consent.ts';
import { CONNECT_MESSAGES, ConnectFailure } from './messages.ts';

const STATUS = ['garmin'];

/** Asked anew whenever someone comes back to the tab: they may have changed it at Garmin. */
export function useGarminStatus({ isFresh = false } = {}) {
  const call = useCall();
  return useQuery({
    queryKey: STATUS,
    queryFn: ({ signal }) => call(getGarminStatus, { signal }),
    refetchOnWindowFocus: 'always',
    // Many parts of a screen use the status, and each menu that opens is one more.
    refetchOnMount: isFresh ? 'always' : true,
  });
}

/** Whether there is a link, if only one that has ended: someone who sends to Garmin. */
export function useIsLinked(): boolean {
  const { data: status } = useGarminStatus();
  return Boolean(status?.connected || status?.needsReconnect);
}

export type Return = { code: string | null; state: string | null; error: string | null };

/** Finishes the connection that Garmin sent someone back from. */
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
          isRefusal: error === null || error === 'access_denied',
        });
      if (verifier === undefined)
        throw new ConnectFailure({ message: CONNECT_MESSAGES.notResumed });
      const status = await call(connectGarmin, { body: { code, code_verifier: verifier } });
      queryClient.setQueryData(STATUS, status);
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
    onSuccess: (status) => queryClient.setQueryData(STATUS, status),
  });
}
