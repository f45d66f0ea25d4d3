import {
  formatPace,
  formatRaceTime,
  PACE_UNIT_LABELS,
  type PaceUnits,
  personalExponent,
  raceName,
  type RaceResult,
  RIEGEL_EXPONENT,
  riegelTime,
} from '@pacewright/pace';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';

type EquivalentRacesCardProps = {
  race: RaceResult | undefined;
  equivalents: RaceResult[];
  units: PaceUnits;
  /** The athlete's races, for a personal prediction. */
  races: RaceResult[];
  className?: string;
};

/** Equivalent times over other distances. */
export function EquivalentRacesCard({
  race,
  equivalents,
  units,
  races,
  className,
}: EquivalentRacesCardProps) {
  return (
    <Card
      aria-labelledby="equal-races"
      className={classNames('overflow-hidden', !race && 'self-start', className)}
    >
      <div className="flex items-baseline justify-between px-4 pt-4 pb-1.5 md:px-6 md:pt-5 md:pb-2">
        <h2 id="equal-races" className="text-lg leading-tight">
          Equivalent race times
        </h2>
        <span className="text-sm text-ink-2">{PACE_UNIT_LABELS[units]}</span>
      </div>
      {race ? (
        <>
          <table className="w-full border-collapse">
            <thead className="sr-only">
              <tr>
                <th>Distance</th>
                <th>Time</th>
                <th>Pace, {PACE_UNIT_LABELS[units]}</th>
              </tr>
            </thead>
            <tbody>
              {equivalents.map((equal) => (
                <EqualRow
                  key={equal.distance}
                  equal={equal}
                  units={units}
                  isRaced={equal === race || equal.distance === race.distance}
                />
              ))}
            </tbody>
          </table>
          <div className="border-t border-line px-4 py-3 text-xs text-ink-3 md:px-6 md:pb-4.5">
            <p>Most recreational runners finish a marathon slower than this.</p>
            <SecondOpinion {...{ race, races }} />
          </div>
        </>
      ) : (
        <p className="px-4 pb-4 text-ink-2 md:px-6 md:pb-6">
          Enter a race above to see what it predicts from 1500 m to the marathon.
        </p>
      )}
    </Card>
  );
}

type EqualRowProps = { equal: RaceResult; units: PaceUnits; isRaced: boolean };

function EqualRow({ equal: { distance, timeInSeconds }, units, isRaced }: EqualRowProps) {
  return (
    <tr
      className={classNames(
        'h-11 md:h-10 [&>*]:border-t [&>*]:border-line',
        isRaced && 'bg-surface-2',
      )}
    >
      <th scope="row" className="pl-4 text-left font-medium md:pl-6">
        {raceName(distance)}{' '}
        {isRaced && <small className="ml-0.5 text-xs font-normal text-ink-2">your race</small>}
      </th>
      <td className="fig text-right text-md font-semibold">{formatRaceTime(timeInSeconds)}</td>
      <td className="fig w-16 pr-4 text-right text-md text-ink-2 md:w-21 md:pr-6">
        {formatPace(distance / timeInSeconds, units)}
      </td>
    </tr>
  );
}

const BEYOND = [42_195, 50_000, 100_000];

/** Predictions by Riegel's formula, also beyond the marathon, where the tables end. */
function SecondOpinion({ race, races }: { race: RaceResult; races: RaceResult[] }) {
  const own = findPersonal(race, races);

  return (
    <details className="mt-1.5">
      <summary className="w-fit rounded-sm py-1 font-medium text-ink-2 hover:text-ink">
        Marathon and ultras, by Riegel’s formula
      </summary>
      <p className="mt-1.5">
        Time grows with distance to the power of {RIEGEL_EXPONENT}
        {own
          ? `. Yours is ${own.exponent.toFixed(2)}, from this race and your ${raceName(own.other.distance)} in ${formatRaceTime(own.other.timeInSeconds)}.`
          : '. Add a race at least 1.5 times as long to get your own exponent.'}
      </p>
      <table className="mt-1.5 w-full">
        <thead>
          <tr className="[&>*]:py-1 [&>*]:font-medium">
            <th className="text-left">Distance</th>
            <th className="text-right">Riegel</th>
            {own && <th className="text-right">Yours</th>}
          </tr>
        </thead>
        <tbody className="text-sm text-ink-2">
          {BEYOND.map((metres) => (
            <tr key={metres} className="[&>*]:border-t [&>*]:border-line [&>*]:py-1">
              <th scope="row" className="text-left font-medium">
                {raceName(metres)}
              </th>
              <td className="fig text-right">{formatRaceTime(riegelTime(race, metres))}</td>
              {own && (
                <td className="fig text-right">
                  {formatRaceTime(riegelTime(race, metres, own.exponent))}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** The newest race over another distance, from which Riegel's exponent follows. */
function findPersonal(race: RaceResult, races: RaceResult[]) {
  for (const other of races) {
    const exponent = personalExponent(race, other);
    if (exponent !== undefined) return { other, exponent };
  }
  return undefined;
}
