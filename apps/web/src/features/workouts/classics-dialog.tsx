import { useState } from 'react';
import type { PaceContext } from '../../workout/pace-context.ts';
import { Chip } from '../../ui/chip.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ClassicsList } from './classics-list.tsx';
import { CLASSICS } from './classics.ts';

/** All classic sessions, in a dialog over the library. */
export function ClassicsDialog({
  paceContext,
  onClose,
}: {
  paceContext: PaceContext;
  onClose: () => void;
}) {
  const [tag, setTag] = useState<string>();
  const shown = CLASSICS.filter(({ tags }) => tag === undefined || tags.includes(tag));

  return (
    <Dialog
      wide
      title="Classic workouts"
      description="Open one to see it at your paces. Nothing is saved until you save it."
      onClose={onClose}
    >
      <fieldset className="-m-1 flex gap-1.5 overflow-x-auto p-1 [scrollbar-width:none]">
        <legend className="sr-only">Type of workout</legend>
        <Chip pressed={tag === undefined} onClick={() => setTag(undefined)}>
          All
        </Chip>
        {KINDS.map((kind) => (
          <Chip
            key={kind}
            pressed={tag === kind}
            onClick={() => setTag(tag === kind ? undefined : kind)}
          >
            {kind.charAt(0).toUpperCase() + kind.slice(1)}
          </Chip>
        ))}
      </fieldset>
      <ClassicsList paceContext={paceContext} only={shown} />
    </Dialog>
  );
}

/** Tags that several classics share. */
const KINDS = ['easy', 'long', 'threshold', 'intervals', 'speed', 'race'];
