import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState, useSyncExternalStore } from 'react';
import { WORKOUTS } from '../platform/api/queries/workouts.ts';
import { useToday } from '../platform/days/use-today.ts';
import { usePacesIfKnown } from '../features/paces/paces-queries.ts';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import {
  hasVisitorWork,
  withoutExample,
  getVisitorData,
  subscribeVisitorData,
} from '../visitor/visitor-store.ts';

/** Loaded on demand: it is needed once per account at most. */
const ImportVisitorDataDialog = lazyDialog(
  async () =>
    (await import('../features/onboarding/import-visitor-data-dialog.tsx')).ImportVisitorDataDialog,
);

/** Offers to import the work of a visitor who has signed in. */
export function VisitorImportPrompt() {
  const visitorData = useSyncExternalStore(subscribeVisitorData, getVisitorData);
  const paces = usePacesIfKnown();
  const queryClient = useQueryClient();
  const today = useToday();
  const [isClosed, setIsClosed] = useState(false);
  if (isClosed || !paces || visitorData.isDeclined || !hasVisitorWork(visitorData)) return null;

  return (
    <Suspense>
      <ImportVisitorDataDialog
        visitorData={withoutExample(visitorData)}
        paces={paces}
        today={today}
        onImported={() => void refetchAll(queryClient)}
        onClose={() => setIsClosed(true)}
      />
    </Suspense>
  );
}

/** Workouts first: with paces but no workout yet, Today would show onboarding. */
async function refetchAll(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: WORKOUTS });
  await queryClient.invalidateQueries();
}
