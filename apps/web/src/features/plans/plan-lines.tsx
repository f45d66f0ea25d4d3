import { highlightPlan } from '@pacewright/plan';
import { DiffText } from './diff-text.tsx';
import { listLineChanges } from './text-diff.ts';

/** The lines of a plan that differ, as they were and as they would be. */
export function PlanLines({ before, after }: { before: string; after: string }) {
  return listLineChanges(before, after).map((line) => (
    <span
      key={`${line.before} ${line.after}`}
      className="mt-2 block overflow-x-auto rounded-sm bg-surface-2 px-3 py-2 whitespace-pre-wrap text-ink"
    >
      <DiffText
        before={line.before?.trim() ?? ''}
        after={line.after?.trim() ?? ''}
        highlight={highlightPlan}
      />
    </span>
  ));
}
