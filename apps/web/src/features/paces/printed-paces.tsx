import type { PacesToSave } from '@pacewright/contract';
import {
  formatRaceTime,
  formatRange,
  formatSplits,
  METRES_PER_UNIT,
  PACE_KEYS,
  PACE_NAMES,
  PACE_PURPOSES,
  PACE_UNIT_LABELS,
  type PaceUnits,
  raceName,
} from '@pacewright/pace';
import { formatDay } from '../../platform/days/days.ts';

type PrintedPacesProps = {
  paces: Pick<PacesToSave, 'trainingPaces' | 'vdot' | 'race'>;
  units: PaceUnits;
};

/** One page for the printer: a card for the wall and two strips to cut out for a wrist. */
export function PrintedPaces({ paces, units }: PrintedPacesProps) {
  const { trainingPaces } = paces;
  const otherUnits = units === 'metric' ? 'imperial' : 'metric';

  return (
    <>
      <p className="text-2xl font-bold [font-stretch:112%]">Training paces</p>
      <p className="mb-[5mm] text-md">{describeSource(paces)}</p>
      <table className="w-full border-collapse">
        <thead>
          <tr className="text-left text-xs [&>*]:pb-[2mm] [&>*]:font-normal">
            <th colSpan={2}>Pace</th>
            <th>{PACE_UNIT_LABELS[units]}</th>
            <th>400 m</th>
            <th>{otherUnits === 'metric' ? 'km' : 'mile'}</th>
          </tr>
        </thead>
        <tbody>
          {PACE_KEYS.map((key) => (
            <tr key={key} className="[&>*]:border-t [&>*]:border-ink [&>*]:py-[3mm]">
              <td className="w-[14mm] font-mono text-2xl font-bold">{key}</td>
              <td>
                <b className="block text-lg">{PACE_NAMES[key]}</b>
                <span className="text-xs">{PACE_PURPOSES[key]}</span>
              </td>
              <td className="fig text-2xl font-bold">{formatRange(trainingPaces[key], units)}</td>
              <td className="fig text-md">{formatSplits(trainingPaces[key], 400)}</td>
              <td className="fig text-md">
                {formatSplits(trainingPaces[key], METRES_PER_UNIT[otherUnits])}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-[12mm] mb-[3mm] text-xs">Wristband: cut along the dashed line.</p>
      {['upper', 'lower'].map((strip) => (
        <div
          key={strip}
          className="mb-[6mm] grid w-[170mm] grid-cols-5 border border-dashed border-ink"
        >
          {PACE_KEYS.map((key) => (
            <span
              key={key}
              className="fig grid justify-items-center border-l border-line-strong py-[2.5mm] text-md leading-tight font-bold first:border-l-0"
            >
              <span className="font-mono text-xs">{key}</span>
              {formatRange(trainingPaces[key], units)}
            </span>
          ))}
        </div>
      ))}
    </>
  );
}

function describeSource({ vdot, race }: PrintedPacesProps['paces']): string {
  if (typeof vdot !== 'number') return 'Set by hand';
  const score = `VDOT ${vdot.toFixed(1)}`;
  if (!race) return score;
  const result = `${raceName(race.distance)} in ${formatRaceTime(race.timeInSeconds)}`;
  // A visitor's race may have no date.
  return `${score}, from ${result}${race.racedOn && ` on ${formatDay(race.racedOn)}`}`;
}
