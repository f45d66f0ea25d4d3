import type { PaceKey, RaceResult } from '@pacewright/pace';
import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { EquivalentRacesCard } from './equivalent-races-card.tsx';
import { PaceRows } from './pace-rows.tsx';
import {
  changeUnits,
  type DraftReading,
  type PacesDraft,
  resetRanges,
  typeRange,
} from './paces-draft.ts';
import { RaceCard } from './race-card.tsx';
import type { RaceField } from './race-form.ts';
import { RulerCard } from './ruler-card.tsx';

/** The fields that have lost focus, whose errors are shown. */
export type Visited = ReadonlySet<RaceField | PaceKey>;

type PacesPanelsProps = {
  draft: PacesDraft;
  reading: DraftReading;
  visited: Visited;
  today: string;
  /** The runner's races, for a personal forecast. */
  races: RaceResult[];
  onChange: (draft: PacesDraft) => void;
  onVisit: (field: RaceField | PaceKey) => void;
  /** A link to the method page. */
  methodLink?: ReactNode;
};

/** The race form and its results: five ranges, the ruler and equivalent races. */
export function PacesPanels({
  draft,
  reading,
  visited,
  today,
  races,
  onChange,
  onVisit,
  methodLink,
}: PacesPanelsProps) {
  const { rows, vdot, trainingPaces } = reading;
  const { race } = reading;
  const read = race.kind === 'read' ? race : undefined;

  return (
    <div className="grid gap-4 md:gap-6 [&>*]:min-w-0 min-[74rem]:grid-cols-[minmax(0,4fr)_minmax(0,8fr)] min-[74rem]:grid-rows-[auto_1fr]">
      <RaceCard
        form={draft.raceForm}
        reading={reading.race}
        vdot={vdot}
        visited={visited as ReadonlySet<RaceField>}
        today={today}
        onChange={(raceForm) => onChange({ ...draft, raceForm })}
        onVisit={onVisit}
      />
      <div className="grid gap-4 md:gap-6 min-[74rem]:row-span-2 min-[74rem]:grid-rows-[auto_auto_1fr] [&>*]:min-w-0">
        <PaceRows
          rows={rows}
          units={draft.paceUnits}
          visited={visited as ReadonlySet<PaceKey>}
          onType={(key, change) => onChange(typeRange(draft, key, rows[key], change))}
          onVisit={onVisit}
          onReset={(keys) => onChange(resetRanges(draft, keys))}
          onUnits={(units) => onChange(changeUnits(draft, reading, units))}
          onPrint={() => window.print()}
        />
        <RulerCard paces={trainingPaces} units={draft.paceUnits} race={read?.race} />
        <MethodCard link={methodLink} />
      </div>
      <EquivalentRacesCard
        race={read?.race}
        equivalents={read?.reading.equivalents ?? []}
        units={draft.paceUnits}
        races={races}
        className="min-[74rem]:col-start-1 min-[74rem]:row-start-2"
      />
    </div>
  );
}

function MethodCard({ link }: { link: ReactNode }) {
  return (
    <Card aria-labelledby="method" className="p-4 md:px-6 md:pt-5.5 md:pb-6">
      <h2 id="method" className="text-lg leading-tight">
        How we work it out
      </h2>
      <p className="mt-2 max-w-[84ch] text-sm text-ink-2">
        VDOT weighs the oxygen cost of your race pace against how long you held it, using Daniels
        and Gilbert’s published equations. Each pace is a share of that score: easy 63 to 73%,
        marathon about 82%, threshold 88%, interval 97.5%, repetition a few seconds per lap faster
        still. A score from a recent 5&nbsp;km to half marathon is the most reliable. {link}
      </p>
    </Card>
  );
}
