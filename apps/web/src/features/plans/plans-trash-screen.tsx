import { DAYS_TO_RESTORE } from '@pacewright/contract';
import { plural } from '@pacewright/pace';
import { readPlan, totalWeeks } from '@pacewright/plan';
import { TrashFrame, TrashRow } from '../../platform/trash/trash-frame.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import { useReading } from '../../workout/use-reading.ts';
import { MiniSeason } from './mini-season.tsx';
import { UNTITLED } from './plan-title.ts';
import { type DeletedPlan, useDeletedPlans } from './plans-queries.ts';
import { describeWeeks, scaleOf } from './season-layout.ts';
import { usePlanActions } from './use-plan-actions.ts';

/** Deleted plans that can still be restored. */
export function PlansTrashScreen({ paceContext }: { paceContext: PaceContext }) {
  const deleted = useDeletedPlans();
  const plans = deleted.data?.pages.flatMap((page) => page.plans);
  return (
    <TrashFrame
      noun="plans"
      home={{ path: '/app/plans', name: 'Plans' }}
      under={`You can restore a deleted plan for ${DAYS_TO_RESTORE} days. Deleting a plan doesn’t change your calendar.`}
      list={deleted}
      rows={plans?.map((plan) => (
        <Row key={plan.id} plan={plan} paceContext={paceContext} />
      ))}
    />
  );
}

function Row({ plan, paceContext }: { plan: DeletedPlan; paceContext: PaceContext }) {
  const { restore, isRestoring } = usePlanActions();
  const reading = useReading(readPlan)(plan.text);
  const weeks = describeWeeks(reading, totalWeeks(reading, paceContext.speeds));
  const runs = weeks.reduce((sum, week) => sum + week.runs, 0);
  return (
    <TrashRow
      title={plan.title || UNTITLED}
      deletedAt={plan.deletedAt}
      isRestoring={isRestoring}
      picture={<MiniSeason weeks={weeks} scale={scaleOf(weeks)} width={120} height={40} />}
      onRestore={() => void restore(plan)}
    >
      {plural(weeks.length, 'week')}, {plural(runs, 'run')}
    </TrashRow>
  );
}
