import { formatRange, PACE_UNIT_LABELS, type PaceUnits } from '@pacewright/pace';
import { Note } from '../../ui/note.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { usePacesIfKnown, useSavePaces } from './paces-queries.ts';

/** The units paces are shown in, kept as soon as they are chosen. */
export function UnitsSection() {
  const paces = usePacesIfKnown();
  const save = useSavePaces();
  if (!paces) return <Skeleton label="Loading your units" rows={1} />;

  const chosen = save.isPending ? save.variables.paceUnits : undefined;
  return (
    <>
      <RadioCards
        label="Units"
        options={UNITS.map((value) => ({
          value,
          label: PACE_UNIT_LABELS[value],
          detail: (
            <span>
              <span className="fig text-[1.25rem] font-[680]">
                {formatRange(paces.trainingPaces.T, value)}
              </span>{' '}
              <small className="text-xs text-ink-2">at T</small>
            </span>
          ),
        }))}
        value={chosen ?? paces.paceUnits}
        onChange={(paceUnits) => save.mutate({ ...paces, paceUnits })}
      />
      {save.error && (
        <Note kind="error" title="Not changed.">
          {save.error.message}
        </Note>
      )}
    </>
  );
}

const UNITS: PaceUnits[] = ['metric', 'imperial'];
