import type { ImportedWorkout } from '@pacewright/import';
import { plural } from '@pacewright/pace';
import { CalendarPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { SortedRows } from './import-rows.ts';

type ImportActionsProps = {
  sorted: SortedRows;
  isPasted: boolean;
  /** The choice of the first week, for those who need one. */
  weekField: ReactNode;
  onAdd: (isOnCalendar: boolean) => void;
  onOpenPlan: () => void;
  onOpenWorkout: (workout: ImportedWorkout) => void;
};

/** What can be done with the chosen workouts: the likely action stays in sight, the others are above it. */
export function ImportActions({
  sorted: { chosen, dated, toKeep, only, planItems },
  isPasted,
  weekField,
  onAdd,
  onOpenPlan,
  onOpenWorkout,
}: ImportActionsProps) {
  // Files of workouts are put on their days, a pasted plan is a text.
  const isPlan = planItems !== undefined && isPasted;
  const addToCalendar = (
    <Button
      variant={isPlan ? 'secondary' : 'primary'}
      className={classNames('max-md:grow', !isPlan && 'md:ml-auto')}
      onClick={() => onAdd(true)}
    >
      Add {plural(dated.length, 'workout')} to calendar
    </Button>
  );
  const openAsPlan = (
    <Button
      variant={isPlan ? 'primary' : 'secondary'}
      className={classNames('max-md:grow', isPlan && 'md:ml-auto')}
      icon={<CalendarPlus aria-hidden />}
      onClick={onOpenPlan}
    >
      Open as plan
    </Button>
  );
  const hasOthers = (dated.length > 0 && toKeep.length > 0) || planItems || (isPasted && only);

  return (
    <>
      {(hasOthers || chosen.length === 0) && (
        <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-(--gutter) py-3 md:px-5.5">
          {dated.length > 0 && dated.length < chosen.length && (
            <p className="mr-auto text-sm text-ink-2">
              {plural(chosen.length - dated.length, 'workout')} without a day: added to Workouts
              only.
            </p>
          )}
          {chosen.length === 0 && (
            <p className="mr-auto text-sm text-ink-2">Tick a workout to add it.</p>
          )}
          {dated.length > 0 && toKeep.length > 0 && (
            <Button className="max-md:grow" onClick={() => onAdd(false)}>
              {toKeep.length < chosen.length
                ? `Save ${toKeep.length} new to Workouts only`
                : 'Save to Workouts only'}
            </Button>
          )}
          {isPlan && dated.length > 0 && addToCalendar}
          {planItems && !isPlan && openAsPlan}
          {isPasted && only && (
            <Button className="max-md:grow" onClick={() => onOpenWorkout(only)}>
              Open in the editor
            </Button>
          )}
        </div>
      )}
      {(isPlan || chosen.length > 0) && (
        <footer className="sticky bottom-[calc(64px+env(safe-area-inset-bottom))] z-2 flex flex-wrap items-end justify-end gap-2 border-t border-line bg-surface px-(--gutter) py-3 md:bottom-0 md:px-5.5">
          {weekField}
          {isPlan && openAsPlan}
          {!isPlan && dated.length > 0 && addToCalendar}
          {!isPlan && dated.length === 0 && (
            <Button
              variant="primary"
              className="max-md:grow md:ml-auto"
              onClick={() => onAdd(false)}
            >
              Add {plural(chosen.length, 'workout')}
            </Button>
          )}
        </footer>
      )}
    </>
  );
}
