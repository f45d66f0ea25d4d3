import type { CalendarEntry } from '@pacewright/contract';
import { formatLength, LENGTH_UNITS, type ResolvedWorkout } from '@pacewright/script';
import type { ComponentType } from 'react';
import { downloadForWatch } from '../../workout/export/download-for-watch.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { AtLeastPrefix } from '../../workout/view/at-least-prefix.tsx';
import { formatMinutes } from '../../workout/view/format-minutes.ts';
import { MiniChart } from '../../workout/view/mini-profile.tsx';
import { formatTimeOfDay } from './entry-option.ts';
import { speedsOf } from './resolve-entry.ts';

/** A part of an entry that another feature renders. */
export type EntryPart = ComponentType<{ entry: CalendarEntry }>;

/** Sends or shares an entry, and then others of its week. */
export type SendDialogPart = ComponentType<{
  entry: CalendarEntry;
  /** Of its week, at least. */
  entries: readonly CalendarEntry[];
  workout: { id: string; title: string; script: string; notes: string };
  /** "Friday 20 November" */
  day: string;
  paceContext: PaceContext;
  canPrint?: boolean | undefined;
  onClose: () => void;
}>;

/** Px. Close to a column's width, so that a gap of 1 px stays about that when the chart is stretched. */
const THUMBNAIL_WIDTH = 150;

/** A workout's chart, as wide as its container. */
export function ChartThumbnail({
  resolved,
  height,
}: {
  resolved: ResolvedWorkout;
  height: number;
}) {
  return (
    <span className="block min-w-0" style={{ height }}>
      <MiniChart isStretched resolved={resolved} width={THUMBNAIL_WIDTH} height={height} />
    </span>
  );
}

/** A small "AM" or "PM" before a title. */
export function TimeOfDayLabel({ of: { timeOfDay } }: { of: CalendarEntry }) {
  return timeOfDay ? (
    <span className="text-xs font-medium">{formatTimeOfDay(timeOfDay)} </span>
  ) : null;
}

type EntryTotalsProps = { resolved: ResolvedWorkout; paceContext: PaceContext };

/** "50 min 10.5 km" */
export function EntryTotals({ resolved: { totals }, paceContext: { units } }: EntryTotalsProps) {
  return (
    <>
      <b className="fig font-semibold text-ink">
        <AtLeastPrefix of={totals.time} />
        {formatMinutes(totals.time.seconds)}
      </b>
      <span className="fig">
        <AtLeastPrefix of={totals.distance} />
        {formatLength(totals.distance.metres, units)} {LENGTH_UNITS[units]}
      </span>
    </>
  );
}

/** Downloads the watch's file of an entry, with the paces that it is run with. */
export function downloadEntryFit(entry: CalendarEntry, paceContext: PaceContext): void {
  const { id, workoutId, title, script } = entry;
  void downloadForWatch({ id: workoutId ?? id, title, script }, speedsOf(entry, paceContext));
}
