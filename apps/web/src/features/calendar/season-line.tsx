import type { CalendarEntry } from '@pacewright/contract';
import { Link } from 'react-router';

type EntrySeason = NonNullable<CalendarEntry['season']>;

/** "Harbour Half, week 5 of 12", once for each season and week of some entries. */
export function SeasonLines({ entries }: { entries: readonly CalendarEntry[] }) {
  const seasons = new Map(
    entries.flatMap(({ season }) => (season?.title ? [[writeSeason(season), season]] : [])),
  );
  return [...seasons].map(([text, season]) => <SeasonLine key={text} season={season} />);
}

/** The plan that an entry is from, as a link while the plan exists, and its week there. */
export function SeasonLine({ season }: { season: EntrySeason }) {
  const { title, planId } = season;
  return (
    <span className="block min-w-0 truncate text-sm text-ink-2">
      {planId ? (
        <Link to={`/app/plans/${planId}`} className="font-medium">
          {title}
        </Link>
      ) : (
        title
      )}
      , {writeWeek(season)}
    </span>
  );
}

function writeSeason(season: EntrySeason): string {
  return `${season.title ?? ''}, ${writeWeek(season)}`;
}

/** A place in the plan begins with the number of its week (A5). */
export function weekInPlan({ key }: EntrySeason): number {
  return Number.parseInt(key, 10);
}

function writeWeek(season: EntrySeason): string {
  const { weekCount } = season;
  const week = weekInPlan(season);
  return weekCount ? `week ${week} of ${weekCount}` : `week ${week}`;
}
