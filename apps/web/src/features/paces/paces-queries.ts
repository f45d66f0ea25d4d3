import {
  addRace,
  type AthletePaces,
  deleteRace,
  getPaces,
  listRaces,
  type NewRace,
  type PacesToSave,
  type ReplyOf,
  savePaces,
  saveUnits,
} from '@pacewright/contract';
import type { PaceUnits } from '@pacewright/pace';
import {
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { useCall } from '../../api/call-context.ts';

export const PACES = ['paces'];
const RACES = ['races'];

/** A race of the list, which also says whether it set the paces. */
export type ListedRace = ReplyOf<typeof listRaces>['races'][number];

export function usePaces(): AthletePaces {
  return useSuspenseQuery(usePacesQuery()).data;
}

/** The paces once they are known, for places that can do without them. */
export function usePacesIfKnown(): AthletePaces | undefined {
  return useQuery(usePacesQuery()).data;
}

function usePacesQuery() {
  const call = useCall();
  return queryOptions({
    queryKey: PACES,
    queryFn: ({ signal }) => call(getPaces, { signal }),
    meta: { offline: true },
  });
}

export function useSavePaces() {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (paces: PacesToSave) => call(savePaces, { body: paces }),
    meta: { affectsGarmin: true },
    onSuccess: (saved) => {
      queryClient.setQueryData(PACES, saved);
      return queryClient.invalidateQueries({ queryKey: RACES });
    },
  });
}

/** Changes the units and nothing else: another device may have saved other paces meanwhile. */
export function useSaveUnits() {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (paceUnits: PaceUnits) => call(saveUnits, { body: { paceUnits } }),
    onSuccess: (saved) => queryClient.setQueryData(PACES, saved),
  });
}

/** Comes after the first paint: the screen does not wait for it. */
export function useRaces() {
  const call = useCall();
  return useQuery({
    queryKey: RACES,
    queryFn: async ({ signal }) => (await call(listRaces, { signal })).races,
    meta: { offline: true },
  });
}

export function useAddRace() {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (race: NewRace) => call(addRace, { body: race }),
    meta: { affectsGarmin: true },
    onSuccess: () => refreshBoth(queryClient),
  });
}

export function useDeleteRace() {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteRace, { params: { id } }),
    meta: { affectsGarmin: true },
    onSuccess: () => refreshBoth(queryClient),
  });
}

/** Paces name the race they come from, and races say which of them set the paces. */
function refreshBoth(queryClient: ReturnType<typeof useQueryClient>): Promise<unknown> {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: RACES }),
    queryClient.invalidateQueries({ queryKey: PACES }),
  ]);
}
