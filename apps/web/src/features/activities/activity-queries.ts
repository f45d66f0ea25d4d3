import { type Run, unpackTrace } from '@pacewright/activity';
import {
  type ActivityDetail,
  annotateActivity,
  type BodyOf,
  compareActivityWith,
  deleteActivity,
  type NewActivity,
  type NewComparison,
  storeActivity,
} from '@pacewright/contract';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useCall } from '../../platform/api/call-context.ts';
import {
  activityKey,
  activityQuery,
  refetchActivities,
} from '../../platform/api/queries/activities.ts';
import { fromBase64, inflate } from '../../workout/files/bytes.ts';

export function useActivity(id: string): ActivityDetail {
  return useSuspenseQuery(activityQuery(useCall(), id)).data;
}

/** The run of a stored activity. A trace never changes, so it is unpacked once. */
export function useRun({ id, trace }: ActivityDetail): Run | undefined {
  return (
    useSuspenseQuery({
      queryKey: ['unpacked trace', id],
      queryFn: async () => unpackTrace(await inflate(fromBase64(trace))) ?? null,
      staleTime: Infinity,
      // Typed arrays are not stored on the device, and unpacking is fast.
      networkMode: 'always',
    }).data ?? undefined
  );
}

export function useStoreActivity() {
  const call = useCall();
  return useMutation({ mutationFn: (body: NewActivity) => call(storeActivity, { body }) });
}

type Change<Body> = { id: string; body: Body };

export function useCompareActivity() {
  const call = useCall();
  return useActivityChange(({ id, body }: Change<NewComparison>) =>
    call(compareActivityWith, { params: { id }, body }),
  );
}

export function useAnnotateActivity() {
  const call = useCall();
  return useActivityChange(({ id, body }: Change<BodyOf<typeof annotateActivity>>) =>
    call(annotateActivity, { params: { id }, body }),
  );
}

/** A change whose reply is the changed run. */
function useActivityChange<Variables>(send: (variables: Variables) => Promise<ActivityDetail>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (changed) => {
      queryClient.setQueryData(activityKey(changed.id), changed);
      return refetchActivities(queryClient);
    },
  });
}

export function useDeleteActivity() {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteActivity, { params: { id } }),
    onSuccess: () => refetchActivities(queryClient),
  });
}
