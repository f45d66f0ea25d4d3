import type { SharedWorkout } from '@pacewright/delivery';
import { suggestTitle } from '@pacewright/script';
import { type ReactNode, type Ref, Suspense, useDeferredValue, useMemo } from 'react';
import type { Athlete } from '../../script-editor/reading.ts';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
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
  /** Someone else wrote it: what it is comes first, what can be changed after. */
  isShown?: boolean;
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
  isShown = false,
}: WorkbenchProps) {
  const { paces } = useVisitor();
  const athlete = useMemo<Athlete>(() => ({ speeds: paces, units: paces.units }), [paces]);
  const workshop = useWorkshop(workout.script, athlete);
  const settled = useDeferredValue(workout);
  const suggested = suggestTitle(workshop.reading.workout);

  const pacesCard = (
    <Card edgeToEdge aria-label="Your paces" className="px-(--gutter) py-4 md:px-5.5">
      <PacesLine paces={paces} />
    </Card>
  );

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
          under={
            under ||
            (isShown &&
              paces.from === 'defaults' &&
              'In default paces. Enter your race below for yours.')
          }
        />
        <div
          className={classNames(
            'flex flex-wrap items-center gap-3 max-sm:w-full',
            isShown
              ? 'max-sm:gap-1 max-sm:*:grow max-sm:*:px-2'
              : 'max-sm:flex-col-reverse max-sm:items-stretch max-sm:gap-1.5',
          )}
        >
          {actions}
        </div>
      </div>
      <div className="grid gap-3.5 empty:hidden md:gap-5 [&:not(:empty)]:mb-5">{notes}</div>
      {!isShown && <div className="mb-3.5 md:mb-5">{pacesCard}</div>}
      <WorkoutSheet
        workshop={workshop}
        onChange={(script) => onChange({ ...workout, script })}
        isShown={isShown}
        over={
          isShown && (
            <>
              {workout.notes && <Notes text={workout.notes} />}
              {pacesCard}
            </>
          )
        }
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

/** What the sender wrote about it. */
function Notes({ text }: { text: string }) {
  return (
    <Card edgeToEdge aria-labelledby="notes" className="grid gap-2 px-4 py-5 md:px-5.5">
      <h2 id="notes" className="text-lg">
        Notes
      </h2>
      <p className="break-words whitespace-pre-wrap">{text}</p>
    </Card>
  );
}
