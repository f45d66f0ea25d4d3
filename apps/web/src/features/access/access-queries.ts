import {
  answerApp,
  listKeys,
  listWrites,
  makeKey,
  readAppRequest,
  type RequestOf,
  revokeKey,
  type Scope,
} from '@pacewright/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../platform/api/call-context.ts';

const KEYS = ['keys'];

export function useKeys() {
  const call = useCall();
  return useQuery({
    queryKey: KEYS,
    queryFn: ({ signal }) => call(listKeys, { signal }),
    refetchOnMount: 'always',
  });
}

export type NewKey = RequestOf<typeof makeKey>['body'];

/** The key's text is in the result only: it is a secret, so it is not kept with the query's data. */
export function useMakeKey() {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewKey) => call(makeKey, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEYS }),
  });
}

export function useRevokeKey() {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(revokeKey, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEYS }),
  });
}

export function useWrites(id: string) {
  const call = useCall();
  return useQuery({
    queryKey: [...KEYS, id, 'writes'],
    queryFn: ({ signal }) => call(listWrites, { params: { id }, signal }),
    refetchOnMount: 'always',
  });
}

/** What the app asks for that sent the athlete here, with the query of the page. */
export function useAppRequest(query: string) {
  const call = useCall();
  return useQuery({
    queryKey: ['app-request', query],
    queryFn: ({ signal }) => call(readAppRequest, { body: { query }, signal }),
    // The form follows what was asked at first.
    staleTime: Infinity,
  });
}

export function useAnswerApp(query: string) {
  const call = useCall();
  return useMutation({
    mutationFn: (scopes: Scope[]) => call(answerApp, { body: { query, scopes } }),
  });
}
