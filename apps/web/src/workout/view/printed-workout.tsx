import { formatSplits, PACE_KEYS, PACE_UNIT_LABELS, type PaceUnits } from '@pacewright/pace';
import {
  formatDuration,
  formatLength,
  formatSpeed,
  LENGTH_UNITS,
  nameAmount,
  nameTarget,
  nameTotals,
  titleOf,
  type ResolvedItem,
  type ResolvedWorkout,
} from '@pacewright/script';
import { ScriptText } from '../editor/script-text.tsx';
import { PaceLetter } from '../../ui/pace-letter.tsx';
import { MiniChart } from './mini-profile.tsx';
import { TargetBadge } from './target-badge.tsx';

type PrintedWorkoutProps = {
  title: string;
  script: string;
  notes: string;
  resolved: ResolvedWorkout;
  units: PaceUnits;
};

/** A workout on paper: the steps to run, to take to the track. */
export function PrintedWorkout({ title, script, notes, resolved, units }: PrintedWorkoutProps) {
  return (
    <>
      <p className="text-2xl leading-tight font-bold break-words [font-stretch:112%]">
        {titleOf({ title, script })}
      </p>
      <p className="printed-totals fig text-lg">{nameTotals(resolved.totals, units)}</p>
      <p className="printed-script text-sm break-words whitespace-pre-wrap">
        <ScriptText script={script} />
      </p>
      {notes && <p className="printed-notes text-xs break-words whitespace-pre-wrap">{notes}</p>}
      <div className="printed-lanes">
        <div>
          {PACE_KEYS.map((key) => (
            <PaceLetter key={key} letter={key} className="text-xs" />
          ))}
        </div>
        <MiniChart resolved={resolved} width={PAPER} height={HEIGHT} isStretched />
      </div>
      <table className="printed-steps text-sm">
        <thead>
          <tr className="text-xs">
            <th>Step</th>
            <th>Target</th>
            <th>{PACE_UNIT_LABELS[units]}</th>
            <th>400 m</th>
            <th className="text-right">Time</th>
            <th className="text-right">{LENGTH_UNITS[units]}</th>
          </tr>
        </thead>
        <tbody>
          {resolved.items.map((item) => (
            <Rows key={item.node} item={item} depth={0} units={units} />
          ))}
        </tbody>
      </table>
    </>
  );
}

/** The width between the margins of A4, in px. Other paper stretches the chart. */
const PAPER = 650;
/** Five letters high, in px. */
const HEIGHT = 114;

type RowsProps = { item: ResolvedItem; depth: number; units: PaceUnits };

function Rows({ item, depth, units }: RowsProps) {
  const indent = { paddingLeft: `${depth * 7}mm` };
  if (item.kind === 'repeat')
    return (
      <>
        <tr className="is-repeat">
          <td colSpan={6} style={indent}>
            {item.count} ×
          </td>
        </tr>
        {item.items.map((inner) => (
          <Rows key={inner.node} item={inner} depth={depth + 1} units={units} />
        ))}
      </>
    );

  const { amount, target, lane, speed, isSpeedEstimated, seconds, metres } = item;
  return (
    <tr>
      <td style={indent} className="fig font-semibold">
        {nameAmount(amount)}
      </td>
      <td className="whitespace-nowrap">
        <TargetBadge target={target} lane={lane} /> {nameTarget(target)}
      </td>
      <td className="fig text-md font-semibold">
        {speed && formatSpeed(speed, units)}
        {speed && isSpeedEstimated && ' est.'}
      </td>
      <td className="fig">{speed && speed.from !== speed.to && formatSplits(speed, 400)}</td>
      <td className="fig text-right">{seconds === undefined ? 'open' : formatDuration(seconds)}</td>
      <td className="fig text-right">
        {metres === undefined ? 'open' : formatLength(metres, units, 2)}
      </td>
    </tr>
  );
}
