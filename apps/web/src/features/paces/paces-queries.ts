import {
  addRace,
  type AthletePaces,
  deleteRace,
  type listRaces,
  type NewRace,
  type PacesToSave,
  type ReplyOf,
  savePaces,
  saveUnits,
} from '@pacewright/contract';
import type { PaceUnits } from '@pacewright/pace';
import {
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { useCall } from '../../platform/api/call-context.ts';
import { PACES, pacesQuery, RACES, racesQuery } from '../../platform/api/queries/paces.ts';
import { replaceQueryData } from '../../platform/api/queries/replace-query-data.ts';

/** A race of the list, with whether it set the paces. */
export type ListedRace = ReplyOf<typeof listRaces>['races'][number];

export function usePaces(): AthletePaces {
  return useSuspenseQuery(pacesQuery(useCall())).data;
}

/** The paces once loaded, for components that work without them. */
export function usePacesIfKnown(): AthletePaces | undefined {
  return useQuery(pacesQuery(useCall())).data;
}

export function useSavePaces() {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (paces: PacesToSave) => call(savePaces, { body: paces }),
    meta: { affectsGarmin: true },
    onSuccess: async (saved) => {
      await replaceQueryData(queryClient, PACES, saved);
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
    // One after the other, so that the last choice is the one that is stored.
    scope: { id: 'units' },
    onSuccess: (saved) => replaceQueryData(queryClient, PACES, saved),
  });
}

/** Loaded after the first paint; the screen does not wait for it. */
export function useRaces() {
  return useQuery(racesQuery(useCall()));
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
function refreshBoth(queryClient: QueryClient): Promise<unknown> {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: RACES }),
    queryClient.invalidateQueries({ queryKey: PACES }),
  ]);
}
