import { formatRange, PACE_KEYS, PACE_NAMES, PACE_UNIT_LABELS } from '@pacewright/pace';
import { PaceLetter } from '../../ui/pace-letter.tsx';
import { usePacesIfKnown } from './paces-queries.ts';

/** The athlete's paces in one line, for the top of the other screens. */
export function PaceStrip() {
  const paces = usePacesIfKnown();
  if (!paces) return null;
  const { trainingPaces, paceUnits, vdot } = paces;

  return (
    <>
      {vdot !== undefined && (
        <span className="pr-3 text-sm whitespace-nowrap text-ink-2 max-[52rem]:hidden lg:pr-[18px]">
          VDOT <b className="font-[680] text-ink">{vdot.toFixed(1)}</b>
        </span>
      )}
      <ul className="flex flex-1">
        {PACE_KEYS.map((key) => (
          <li
            key={key}
            className="flex items-center gap-1.5 border-l border-line px-2 text-sm font-[580] first:max-[52rem]:border-l-0 first:max-[52rem]:pl-0 [@media(min-width:52rem)]:gap-[7px] [@media(min-width:52rem)]:px-2.5 lg:gap-[9px] lg:px-[18px] lg:text-[0.9375rem]"
          >
            <PaceLetter letter={key} className="text-[0.75rem]" />
            <span className="sr-only">{PACE_NAMES[key]}</span>
            <span className="fig">{formatRange(trainingPaces[key], paceUnits)}</span>
          </li>
        ))}
      </ul>
      <span className="ml-auto hidden text-xs text-ink-3 lg:inline">
        {PACE_UNIT_LABELS[paceUnits]}
      </span>
    </>
  );
}
