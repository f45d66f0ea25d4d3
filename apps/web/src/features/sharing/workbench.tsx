import type { SharedWorkout } from '@pacewright/delivery';
import { suggestTitle } from '@pacewright/script';
import { type ReactNode, type Ref, Suspense, useDeferredValue, useMemo } from 'react';
import type { Athlete } from '../../script-editor/reading.ts';
import { Card } from '../../ui/card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { TitleField } from '../../ui/title-field.tsx';
import { PacesLine } from '../../visitor/paces-line.tsx';
import { useVisitor } from '../../visitor/use-visitor.ts';
import { useWorkshop } from '../../workout-view/use-workshop.ts';
import { WorkoutSheet } from '../../workout-view/workout-sheet.tsx';

/** Not needed to write, so it comes after. */
const WaysOut = lazyPart(async () => (await import('../../delivery/ways-out.tsx')).WaysOut);

type WorkbenchProps = {
  workout: SharedWorkout;
  onChange: (workout: SharedWorkout) => void;
  /** What kind of page this is, above the title. */
  over: string;
  /** A line under the title. */
  under?: string;
  actions: ReactNode;
  /** What there is to know before anything else. */
  notes?: ReactNode;
  aside?: ReactNode;
  titleRef?: Ref<HTMLTextAreaElement>;
};

/** One workout to look at, change and take along, in the paces of whoever looks. No account, and no server. */
export function Workbench({
  workout,
  onChange,
  over,
  under,
  actions,
  notes,
  aside,
  titleRef,
}: WorkbenchProps) {
  const { paces } = useVisitor();
  const athlete = useMemo<Athlete>(() => ({ speeds: paces, units: paces.units }), [paces]);
  const workshop = useWorkshop(workout.script, athlete);
  const settled = useDeferredValue(workout);
  const suggested = suggestTitle(workshop.reading.workout);

  return (
    <>
      <p className="mb-1 font-[540] text-ink-2">{over}</p>
      <div className="mb-3.5 flex flex-wrap items-end gap-x-4 gap-y-3 md:mb-6">
        <TitleField
          ref={titleRef}
          value={workout.title}
          onChange={(title) => onChange({ ...workout, title })}
          untitled={suggested}
          placeholder={workout.script.trim() ? suggested : 'Name this workout'}
          under={under}
        />
        <div className="flex flex-wrap items-center gap-3 max-sm:w-full max-sm:flex-col-reverse max-sm:items-stretch max-sm:gap-1.5">
          {actions}
        </div>
      </div>
      <div className="grid gap-3.5 empty:hidden md:gap-5 [&:not(:empty)]:mb-5">{notes}</div>
      <Card
        edgeToEdge
        aria-label="Your paces"
        className="mb-3.5 px-(--gutter) py-4 md:mb-5 md:px-5.5"
      >
        <PacesLine paces={paces} />
      </Card>
      <WorkoutSheet
        workshop={workshop}
        onChange={(script) => onChange({ ...workout, script })}
        aside={aside}
      >
        <Suspense>
          {/* The same script is the same workout to a watch, whoever's link it came in. */}
          <WaysOut workout={{ id: settled.script, ...settled }} athlete={athlete} />
        </Suspense>
      </WorkoutSheet>
    </>
  );
}
