import { Note } from '../../ui/note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { usePacesIfKnown, useSaveUnits } from './paces-queries.ts';
import { UnitsCards } from './units-cards.tsx';

/** The units paces are shown in, kept as soon as they are chosen. */
export function UnitsSection() {
  const paces = usePacesIfKnown();
  const save = useSaveUnits();
  if (!paces) return <Skeleton label="Loading your units" rows={1} />;

  const chosen = save.isPending ? save.variables : undefined;
  return (
    <>
      <UnitsCards
        trainingPaces={paces.trainingPaces}
        value={chosen ?? paces.paceUnits}
        onChange={(paceUnits) => save.mutate(paceUnits)}
      />
      {save.error && (
        <Note kind="error" title="Not changed.">
          {save.error.message}
        </Note>
      )}
    </>
  );
}
