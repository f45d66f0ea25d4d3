import { type CalendarEntry, isSkippedEntry } from '@pacewright/contract';
import { useQuery } from '@tanstack/react-query';
import { PencilLine } from 'lucide-react';
import { Link } from 'react-router';
import { useCall } from '../../platform/api/call-context.ts';
import { entryPath } from '../../platform/days/entry-links.ts';
import { seasonQuery } from '../../platform/api/queries/seasons.ts';

type EntryProps = { entry: CalendarEntry };

/** On the card of an entry: says that it is no longer as in its plan. */
export function PlanDifference({ entry }: EntryProps) {
  return entry.season && !entry.done && !isSkippedEntry(entry) ? (
    <Difference seasonId={entry.season.id} planKey={entry.season.key} path={entryPath(entry)} />
  ) : null;
}

type DifferenceProps = { seasonId: string; planKey: string; path: string };

function Difference({ seasonId, planKey, path }: DifferenceProps) {
  const { data } = useQuery(seasonQuery(useCall(), seasonId));
  const planned = data?.edited.find(({ key }) => key === planKey);
  if (!planned) return null;
  return (
    <Link to={path} className="inline-flex min-h-6 items-center gap-1.5 text-xs text-ink-2">
      <PencilLine aria-hidden className="size-4" /> Edited by you
      <span className="sr-only">. The plan has {planned.title}</span>
    </Link>
  );
}
