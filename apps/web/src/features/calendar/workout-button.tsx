import type { SavedWorkout } from '@pacewright/contract';
import { formatLength, LENGTH_UNITS, resolveWorkout } from '@pacewright/script';
import { GripVertical } from 'lucide-react';
import type { PointerEvent } from 'react';
import type { PaceContext } from '../../workout/pace-context.ts';
import { isShortcut } from '../../platform/shortcuts/shortcuts.ts';
import { classNames } from '../../ui/class-names.ts';
import { AtLeastPrefix } from '../../workout/view/at-least-prefix.tsx';
import { formatMinutes } from '../../workout/view/format-minutes.ts';
import { MiniChart } from '../../workout/view/mini-profile.tsx';

type WorkoutButtonProps = {
  workout: SavedWorkout;
  paceContext: PaceContext;
  onPick: (workout: SavedWorkout) => void;
  onDragStart?: ((workout: SavedWorkout, event: PointerEvent) => void) | undefined;
  /** The button's label, if it is not just the workout. */
  label?: string;
};

/** A workout of the library as a button: its chart, title and totals. */
export function WorkoutButton({
  workout,
  label,
  paceContext,
  onPick,
  onDragStart,
}: WorkoutButtonProps) {
  const resolved = resolveWorkout(workout.reading.workout, paceContext.speeds);
  const { time, distance } = resolved.totals;
  return (
    <button
      type="button"
      onClick={() => onPick(workout)}
      onPointerDown={(event) => onDragStart?.(workout, event)}
      onKeyDown={(event) => {
        if (isShortcut(event.nativeEvent, 'move')) onPick(workout);
      }}
      className={classNames(
        'flex min-h-16 w-full min-w-0 items-center gap-3 rounded-md border border-line bg-surface px-3.5 py-3 text-left hover:border-ink',
        onDragStart && 'md:cursor-grab',
      )}
    >
      {onDragStart && <GripVertical aria-hidden className="text-ink-3 pointer-coarse:hidden" />}
      <MiniChart resolved={resolved} width={92} height={34} />
      <span className="min-w-0">
        <b className="block truncate text-sm leading-tight font-semibold">
          {label ?? workout.title}
        </b>
        <span className="fig text-sm text-ink-2">
          <AtLeastPrefix of={time} />
          {formatMinutes(time.seconds)} · <AtLeastPrefix of={distance} />
          {formatLength(distance.metres, paceContext.units)} {LENGTH_UNITS[paceContext.units]}
        </span>
      </span>
    </button>
  );
}
