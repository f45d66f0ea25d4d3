import type { NewRace } from '@pacewright/contract';
import { formatRaceTime, raceName } from '@pacewright/pace';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AddRaceDialog } from './add-race-dialog.tsx';
import { formatDay } from '../../platform/days/days.ts';
import { type ListedRace, useRaces } from './paces-queries.ts';
import { VdotChart } from './vdot-chart.tsx';

type RacesCardProps = {
  today: string;
  /** Called to copy a race into the form above. */
  onUse: (race: NewRace) => void;
  onDelete: (race: ListedRace) => void;
  className?: string;
};

/** The athlete's races, and VDOT over time. */
export function RacesCard({ today, onUse, onDelete, className }: RacesCardProps) {
  const { data: races, error, refetch } = useRaces();
  const [isAdding, setIsAdding] = useState(false);

  return (
    <Card aria-labelledby="races" className={classNames('px-4 py-4 md:px-6 md:py-5.5', className)}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="races" className="text-lg leading-tight">
          VDOT over time
        </h2>
        <Button size="sm" icon={<Plus aria-hidden />} onClick={() => setIsAdding(true)}>
          Add a race
        </Button>
      </div>
      {races ? (
        <History {...{ races, onUse, onDelete }} />
      ) : error ? (
        <Alert kind="error" title="Your races didn’t load." className="mt-4">
          {error.message}{' '}
          <button type="button" className="underline" onClick={() => void refetch()}>
            Try again
          </button>
        </Alert>
      ) : (
        <Skeleton label="Loading your races" rows={2} />
      )}
      {isAdding && <AddRaceDialog today={today} onClose={() => setIsAdding(false)} />}
    </Card>
  );
}

type HistoryProps = Pick<RacesCardProps, 'onUse' | 'onDelete'> & { races: ListedRace[] };

function History({ races, onUse, onDelete }: HistoryProps) {
  if (races.length === 0)
    return (
      <p className="mt-2 max-w-[60ch] text-ink-2">
        No races yet. The race behind your paces will appear here. Add older ones to see your
        progress.
      </p>
    );

  return (
    <div className="mt-4 grid gap-6 min-[74rem]:grid-cols-[5fr_7fr]">
      {races.length > 1 && <VdotChart races={races} />}
      <div className={classNames('min-w-0', races.length === 1 && 'col-span-full')}>
        <table className="w-full border-collapse">
          <thead className="sr-only">
            <tr>
              <th>Race</th>
              <th className="max-md:hidden">Time</th>
              <th>VDOT</th>
              <th>Actions</th>
            </tr>
          </thead>
          <tbody>
            {races.map((race) => (
              <RaceRow key={race.id} {...{ race, onUse, onDelete }} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

type RaceRowProps = Pick<RacesCardProps, 'onUse' | 'onDelete'> & { race: ListedRace };

function RaceRow({ race, onUse, onDelete }: RaceRowProps) {
  const name = `${raceName(race.distance)} on ${formatDay(race.racedOn)}`;

  return (
    <tr className="h-12 [&>*]:border-t [&>*]:border-line first:[&>*]:border-t-0">
      <th scope="row" className="py-1.5 text-left font-medium">
        {raceName(race.distance)}
        <span className="block text-xs font-normal text-ink-2">
          <span className="fig mr-2 md:hidden">{formatRaceTime(race.timeInSeconds)}</span>{' '}
          <span className="fig">{formatDay(race.racedOn)}</span>
        </span>
      </th>
      <td className="fig text-right max-md:hidden">{formatRaceTime(race.timeInSeconds)}</td>
      <td className="fig w-14 text-right text-md font-semibold md:w-20">{race.vdot.toFixed(1)}</td>
      <td className="w-[1%] pl-3 text-right whitespace-nowrap md:pl-5">
        {race.setsPaces ? (
          <span className="px-1 text-xs text-ink-2 md:px-2">used for your paces</span>
        ) : (
          <Button
            variant="quiet"
            size="sm"
            aria-label={`Use the ${name} for your paces`}
            onClick={() => onUse(race)}
          >
            Use
          </Button>
        )}
        <IconButton
          small
          label={`Remove the ${name}`}
          icon={<Trash2 aria-hidden />}
          onClick={() => onDelete(race)}
          className="align-middle"
        />
      </td>
    </tr>
  );
}
