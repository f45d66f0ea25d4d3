import { titleOf } from '@pacewright/script';
import { useQuery } from '@tanstack/react-query';
import { entryPath } from '../../platform/days/entry-links.ts';
import { formatLongDay } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { removeDraft } from '../../platform/drafts/draft-store.ts';
import { useAthlete } from '../../platform/session/session-context.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useNavigateAfter } from '../../ui/use-navigate-after.ts';
import { useAddEntry } from './change-entry-queries.ts';
import { listEntryDrafts } from './entry-draft.ts';

/** What the athlete wrote for a day that was removed meanwhile, to be added again. */
export function GoneEntry({ id, day }: { id: string; day: string }) {
  const { user } = useAthlete();
  const today = useToday();
  const add = useAddEntry();
  const { run, isRunning } = useAction();
  const navigateAfter = useNavigateAfter();
  const { data: [draft] = [] } = useQuery({
    queryKey: ['drafts of a day', id],
    queryFn: () => listEntryDrafts(user.id, id),
    networkMode: 'always',
    gcTime: 0,
  });
  if (!draft) return null;
  const { key: idempotencyKey, title, script, notes } = draft;
  const text = { title, script, notes };
  const content = { kind: 'run' as const, ...text, title: titleOf(text) };

  function addAgain(): Promise<unknown> {
    return run({
      run: () => add.mutateAsync({ day, content, idempotencyKey }),
      done: (added) => {
        void removeDraft(idempotencyKey).then(() => navigateAfter(entryPath(added)));
        return `${content.title} added to ${formatLongDay(day, today)}`;
      },
      failed: `Couldn’t add ${content.title}`,
    });
  }

  return (
    <Alert kind="warning" title="You had changed it on this device.">
      <span className="mt-1 block font-semibold">{content.title}</span>
      <span className="mt-1 block font-mono text-sm whitespace-pre-wrap">{script}</span>
      {notes && <span className="mt-1 block">{notes}</span>}
      <Button size="sm" className="mt-2" busy={isRunning} onClick={() => void addAgain()}>
        Add it to {formatLongDay(day, today)}
      </Button>
    </Alert>
  );
}
