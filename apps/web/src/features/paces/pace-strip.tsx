import {
  formatRange,
  PACE_KEYS,
  PACE_NAMES,
  PACE_UNIT_LABELS,
  type PaceUnits,
  type TrainingPaces,
} from '@pacewright/pace';
import { classNames } from '../../ui/class-names.ts';
import { PaceLetter } from '../../ui/pace-letter.tsx';

type PaceStripProps = { trainingPaces: TrainingPaces; units: PaceUnits; vdot: number | undefined };

/** The five paces in one line, at the top of the other screens. */
export function PaceStrip({ trainingPaces, units, vdot }: PaceStripProps) {
  return (
    <>
      {vdot !== undefined && (
        <span className="pr-3 text-sm whitespace-nowrap text-ink-2 max-[52rem]:hidden lg:pr-4.5">
          VDOT <b className="font-semibold text-ink">{vdot.toFixed(1)}</b>
        </span>
      )}
      <ul
        className={classNames(
          'flex flex-1',
          vdot === undefined && '*:first:border-l-0 *:first:pl-0!',
        )}
      >
        {PACE_KEYS.map((key) => (
          <li
            key={key}
            className="flex items-center gap-1.5 border-l border-line px-2 text-sm font-medium first:max-[52rem]:border-l-0 first:max-[52rem]:pl-0 [@media(min-width:52rem)]:gap-1.75 [@media(min-width:52rem)]:px-2.5 lg:gap-2.25 lg:px-4.5 lg:text-sm"
          >
            <PaceLetter letter={key} className="text-xs" />
            <span className="sr-only">{PACE_NAMES[key]}</span>
            <span className="fig">{formatRange(trainingPaces[key], units)}</span>
          </li>
        ))}
      </ul>
      <span className="ml-auto hidden text-xs text-ink-3 lg:inline">{PACE_UNIT_LABELS[units]}</span>
    </>
  );
}
