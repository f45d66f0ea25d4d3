import type { CalendarEntry } from '@pacewright/contract';
import { formatLength, LENGTH_UNITS, type ResolvedWorkout } from '@pacewright/script';
import type { ComponentType } from 'react';
import { saveFit } from '../../delivery/save-fit.ts';
import type { Athlete } from '../../script-editor/reading.ts';
import { AtLeast } from '../../workout-view/at-least.tsx';
import { inMinutes } from '../../workout-view/in-minutes.ts';
import { MiniProfile } from '../../workout-view/mini-profile.tsx';
import { speedsOf } from './planned.ts';

/** A part of an entry that another feature renders. */
export type EntryPart = ComponentType<{ entry: CalendarEntry }>;

/** Px. Near enough to a column's that a gap of one px stays about that when it is drawn out. */
const SKETCH_WIDTH = 150;

/** A workout drawn as wide as its place. */
export function Sketch({ resolved, height }: { resolved: ResolvedWorkout; height: number }) {
  return (
    <span className="block min-w-0" style={{ height }}>
      <MiniProfile isStretched resolved={resolved} width={SKETCH_WIDTH} height={height} />
    </span>
  );
}

type FiguresProps = { resolved: ResolvedWorkout; athlete: Athlete };

/** "50 min 10.5 km" */
export function Figures({ resolved: { totals }, athlete: { units } }: FiguresProps) {
  return (
    <>
      <b className="fig font-[660] text-ink">
        <AtLeast of={totals.time} />
        {inMinutes(totals.time.seconds)}
      </b>
      <span className="fig">
        <AtLeast of={totals.distance} />
        {formatLength(totals.distance.metres, units)} {LENGTH_UNITS[units]}
      </span>
    </>
  );
}

/** Saves the watch's file of an entry, in the paces it is run in. */
export function saveEntryFit(entry: CalendarEntry, athlete: Athlete): void {
  const { id, workoutId, title, script } = entry;
  void saveFit({ id: workoutId ?? id, title, script }, speedsOf(entry, athlete));
}
