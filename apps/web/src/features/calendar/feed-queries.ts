import { getCalendarFeed, renewCalendarFeed, revokeCalendarFeed } from '@pacewright/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../platform/api/call-context.ts';
import { replaceQueryData } from '../../platform/api/queries/replace-query-data.ts';

const FEED = ['calendar-feed'];

export function useCalendarFeed() {
  const call = useCall();
  return useQuery({
    queryKey: FEED,
    queryFn: ({ signal }) => call(getCalendarFeed, { signal }),
    refetchOnMount: 'always',
  });
}

/** The address is in the result only: it is a secret, so it is not kept with the query's data. */
export function useRenewFeed() {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(renewCalendarFeed),
    onSuccess: ({ createdAt }) =>
      replaceQueryData(queryClient, FEED, { createdAt, lastReadAt: null }),
  });
}

export function useRevokeFeed() {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(revokeCalendarFeed),
    onSuccess: () => replaceQueryData(queryClient, FEED, { createdAt: null }),
  });
}
