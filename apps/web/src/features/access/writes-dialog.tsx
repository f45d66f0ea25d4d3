import { DAYS_OF_WRITES, type Key, type KeyWrite } from '@pacewright/contract';
import { formatTimestamp } from '../../platform/days/timestamps.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useWrites } from './access-queries.ts';

/** What a key wrote, with the texts that were there before. */
export function WritesDialog({ shown, onClose }: { shown: Key; onClose: () => void }) {
  const { data, error, refetch } = useWrites(shown.id);
  return (
    <Dialog
      wide
      title={`What “${shown.name}” did`}
      description={`Everything it wrote in the last ${DAYS_OF_WRITES} days, newest first. Reading isn’t listed.`}
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      {data ? (
        <WriteList writes={data.writes} />
      ) : error ? (
        <div className="grid justify-items-start gap-3">
          <Alert kind="error" title="Couldn’t load the list.">
            {error.message}
          </Alert>
          <Button onClick={() => void refetch()}>Try again</Button>
        </div>
      ) : (
        <p className="text-sm text-ink-2">Loading…</p>
      )}
    </Dialog>
  );
}

function WriteList({ writes }: { writes: readonly KeyWrite[] }) {
  const today = useToday();
  if (writes.length === 0) return <p className="text-ink-2">It hasn’t written anything.</p>;
  return (
    <ol className="grid">
      {writes.map(({ id, at, what, before }) => (
        <li key={id} className="border-t border-line py-3 first:border-t-0 first:pt-0">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <b className="font-semibold">{what}</b>
            <time dateTime={at} className="text-sm text-ink-2">
              {formatTimestamp(at, today)}
            </time>
          </div>
          {before && (
            <details className="mt-1 text-sm">
              <summary className="min-h-6 cursor-pointer text-ink-2">What was there before</summary>
              <ul className="mt-1 grid gap-2">
                {before.map(({ title, day, text }, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- a list that never changes
                  <li key={index}>
                    {title}
                    {day && `, ${day}`}
                    {text && (
                      <pre className="mt-1 max-h-60 overflow-auto rounded-sm bg-surface-2 p-2.5 font-mono text-xs whitespace-pre-wrap">
                        {text}
                      </pre>
                    )}
                  </li>
                ))}
              </ul>
            </details>
          )}
        </li>
      ))}
    </ol>
  );
}
