import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useSyncExternalStore } from 'react';
import { useToday } from '../days/use-today.ts';
import { usePacesIfKnown } from '../features/paces/paces-queries.ts';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { isWorthKeeping, ownOf, readKept, watchKept } from '../visitor/kept.ts';

/** Hardly ever needed, so hardly ever loaded. */
const TakeOverDialog = lazyDialog(
  async () => (await import('../features/arrival/take-over-dialog.tsx')).TakeOverDialog,
);

/** Meets whoever comes in with something that they made here before they had an account. */
export function Arrival() {
  const kept = useSyncExternalStore(watchKept, readKept);
  const paces = usePacesIfKnown();
  const queryClient = useQueryClient();
  const today = useToday();
  if (!paces || kept.isDeclined || !isWorthKeeping(kept)) return null;

  return (
    <Suspense>
      <TakeOverDialog
        kept={ownOf(kept)}
        paces={paces}
        today={today}
        onTaken={() => void queryClient.invalidateQueries()}
      />
    </Suspense>
  );
}
