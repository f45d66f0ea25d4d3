import { type CalendarEntry, isSkippedEntry } from '@pacewright/contract';
import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useCall } from '../../platform/api/call-context.ts';
import { seasonQuery } from '../../platform/api/queries/seasons.ts';
import { contentOf, isAsPlanned } from '../../platform/days/own-content.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { useAction } from '../../ui/use-action.ts';
import { ScriptText } from '../../workout/editor/script-text.tsx';
import { useChangeEntry } from './change-entry-queries.ts';

type PlanVersionProps = { entry: CalendarEntry; onDone?: () => Promise<void> };

/** The plan’s version of a day that the athlete changed. Nothing for one that is as in the plan. */
export function PlanVersion({ entry, onDone }: PlanVersionProps) {
  const { id, version, own, season, title, done } = entry;
  const call = useCall();
  const { data } = useQuery({ ...seasonQuery(call, season?.id ?? ''), enabled: Boolean(season) });
  const change = useChangeEntry();
  const { run } = useAction();
  const planned = data?.edited.find(({ key }) => key === season?.key);
  if (!planned || !own || done || isAsPlanned(entry, planned)) return null;
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
