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
  const planned = usePlanVersion(entry);
  if (!planned || isSkippedEntry(entry)) return null;
  return (
    <Link
      to={entryPath(entry)}
      className="inline-flex min-h-6 items-center gap-1.5 text-xs text-ink-2"
    >
      <PencilLine aria-hidden className="size-4" /> Edited by you
      <span className="sr-only">. The plan has {planned.title}</span>
    </Link>
  );
}

/**
 * The plan’s version of a day that the athlete changed. Compared here as well: after a change, the plan and the calendar
 * arrive one after the other.
 */
export function usePlanVersion({ season, done, own, title, script }: EntryProps['entry']) {
  const query = seasonQuery(useCall(), season?.id ?? '');
  const { data } = useQuery({ ...query, enabled: Boolean(season) && !done });
  const planned = data?.edited.find(({ key }) => key === season?.key);
  const isAsPlanned =
    planned?.kind === own?.kind &&
    planned?.title === title &&
    planned?.script === script &&
    planned?.notes === own?.notes;
  return done || isAsPlanned ? undefined : planned;
}
