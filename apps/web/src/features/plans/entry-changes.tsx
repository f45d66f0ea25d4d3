import { type CalendarEntry, isSkippedEntry } from '@pacewright/contract';
import { useQuery } from '@tanstack/react-query';
import { PencilLine } from 'lucide-react';
import { Link } from 'react-router';
import { useCall } from '../../platform/api/call-context.ts';
import { entryPath } from '../../platform/days/entry-links.ts';
import { isAsPlanned } from '../../platform/days/own-content.ts';
import { seasonQuery } from '../../platform/api/queries/seasons.ts';

type EntryProps = { entry: CalendarEntry };

/** On the card of an entry: says that it is no longer as in its plan. */
export function PlanDifference({ entry }: EntryProps) {
  return entry.season && !entry.done && !isSkippedEntry(entry) ? (
    <Difference entry={entry} season={entry.season} />
  ) : null;
}

type DifferenceProps = EntryProps & { season: NonNullable<CalendarEntry['season']> };

function Difference({ entry, season }: DifferenceProps) {
  const { data } = useQuery(seasonQuery(useCall(), season.id));
  const planned = data?.edited.find(({ key }) => key === season.key);
  if (!planned || isAsPlanned(entry, planned)) return null;
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
