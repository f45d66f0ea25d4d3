import { type CalendarEntry, isSkippedEntry } from '@pacewright/contract';
import { Undo2 } from 'lucide-react';
import { contentOf } from '../../platform/days/own-content.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { useAction } from '../../ui/use-action.ts';
import { ScriptText } from '../../workout/editor/script-text.tsx';
import { useChangeEntry } from './change-entry-queries.ts';
import { usePlanVersion } from './entry-changes.tsx';

type PlanVersionProps = { entry: CalendarEntry; onDone?: () => Promise<void> };

/** The plan’s version of a day that the athlete changed. Nothing for one that is as in the plan. */
export function PlanVersion({ entry, onDone }: PlanVersionProps) {
  const { id, version, own, title } = entry;
  const planned = usePlanVersion(entry);
  const change = useChangeEntry();
  const { run } = useAction();
  if (!planned || !own) return null;
  const isSkipped = isSkippedEntry(entry);

  async function takePlansVersion(): Promise<void> {
    const before = contentOf(entry);
    const isDone = await run({
      run: () => change.mutateAsync({ id, version, content: null }),
      done: (saved) => ({
        title: 'Back to the plan’s version',
        undo: before && (() => change.mutateAsync({ id, version: saved.version, ...before })),
      }),
      failed: `Couldn’t change ${title}`,
    });
    if (isDone) await onDone?.();
  }

  return (
    <Alert kind="info" title={isSkipped ? 'You skipped this day.' : 'You edited this workout.'}>
      The plan has {planned.title}
      {planned.script && (
        <>
          {': '}
          <ScriptText script={planned.script} />
        </>
      )}
      <span className="mt-2 block">
        <Button
          size="sm"
          icon={<Undo2 aria-hidden />}
          busy={change.isPending}
          onClick={() => void takePlansVersion()}
        >
          {isSkipped ? 'Put it back' : 'Use the plan’s version'}
        </Button>
      </span>
    </Alert>
  );
}
