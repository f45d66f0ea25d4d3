import {
  formatRange,
  formatSplits,
  METRES_PER_UNIT,
  PACE_KEYS,
  PACE_NAMES,
  PACE_UNIT_LABELS,
  type PaceUnits,
  type TrainingPaces,
} from '@pacewright/pace';
import { createPortal } from 'react-dom';
import { PACE_PURPOSES } from './pace-words.ts';

type PrintSheetProps = { paces: TrainingPaces; units: PaceUnits; caption: string };

/**
 * One page for the printer: a card for the wall and two strips to cut out for a wrist. On screen it is
 * not there. It stands beside the app, so that printing can leave everything else out.
 */
export function PrintSheet({ paces, units, caption }: PrintSheetProps) {
  const otherUnits = units === 'metric' ? 'imperial' : 'metric';

  return createPortal(
    <div className="print-sheet hidden text-ink print:block">
      <p className="text-[28pt] font-[760] [font-stretch:112%]">Training paces</p>
      <p className="mb-[5mm] text-[12pt]">{caption}</p>
      <table className="w-full border-collapse">
        <thead>
          <tr className="text-left text-[10pt] [&>*]:pb-[2mm] [&>*]:font-[420]">
            <th colSpan={2}>Pace</th>
            <th>{PACE_UNIT_LABELS[units]}</th>
            <th>400 m</th>
            <th>{otherUnits === 'metric' ? 'km' : 'mile'}</th>
          </tr>
        </thead>
        <tbody>
          {PACE_KEYS.map((key) => (
            <tr key={key} className="[&>*]:border-t [&>*]:border-ink [&>*]:py-[3mm]">
              <td className="w-[14mm] font-mono text-[22pt] font-[720]">{key}</td>
              <td>
                <b className="block text-[14pt]">{PACE_NAMES[key]}</b>
                <span className="text-[9pt]">{PACE_PURPOSES[key]}</span>
              </td>
              <td className="fig text-[24pt] font-[720]">{formatRange(paces[key], units)}</td>
              <td className="fig text-[12pt]">{formatSplits(paces[key], 400)}</td>
              <td className="fig text-[12pt]">
                {formatSplits(paces[key], METRES_PER_UNIT[otherUnits])}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-[12mm] mb-[3mm] text-[10pt]">For the wrist: cut along the dashes.</p>
      {['upper', 'lower'].map((strip) => (
        <div
          key={strip}
          className="mb-[6mm] grid w-[170mm] grid-cols-5 border border-dashed border-ink"
        >
          {PACE_KEYS.map((key) => (
            <span
              key={key}
              className="fig grid justify-items-center border-l border-line-strong py-[2.5mm] text-[13pt] leading-tight font-[720] first:border-l-0"
            >
              <span className="font-mono text-[9pt]">{key}</span>
              {formatRange(paces[key], units)}
            </span>
          ))}
        </div>
      ))}
    </div>,
    document.body,
  );
}
