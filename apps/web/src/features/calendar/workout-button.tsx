import type { SavedWorkout } from '@pacewright/contract';
import { formatLength, LENGTH_UNITS, resolveWorkout } from '@pacewright/script';
import { GripVertical } from 'lucide-react';
import type { PointerEvent } from 'react';
import type { Athlete } from '../../script-editor/reading.ts';
import { isShortcut } from '../../shortcuts/shortcuts.ts';
import { classNames } from '../../ui/class-names.ts';
import { AtLeast } from '../../workout-view/at-least.tsx';
import { inMinutes } from '../../workout-view/in-minutes.ts';
import { MiniProfile } from '../../workout-view/mini-profile.tsx';

type WorkoutButtonProps = {
  workout: SavedWorkout;
  athlete: Athlete;
  onPick: (workout: SavedWorkout) => void;
  onGrab?: ((workout: SavedWorkout, event: PointerEvent) => void) | undefined;
  /** The name of the button, when it is not just the workout. */
  label?: string;
};

/** A workout of the library as a button: its drawing, title and totals. */
export function WorkoutButton({ workout, label, athlete, onPick, onGrab }: WorkoutButtonProps) {
  const resolved = resolveWorkout(workout.reading.workout, athlete.speeds);
  const { time, distance } = resolved.totals;
  return (
    <button
      type="button"
      onClick={() => onPick(workout)}
      onPointerDown={(event) => onGrab?.(workout, event)}
      onKeyDown={(event) => {
        if (isShortcut(event.nativeEvent, 'move')) onPick(workout);
      }}
      className={classNames(
        'flex min-h-16 w-full min-w-0 items-center gap-3 rounded-md border border-line bg-surface px-3.5 py-3 text-left hover:border-ink',
        onGrab && 'md:cursor-grab',
      )}
    >
      {onGrab && <GripVertical aria-hidden className="text-ink-3 pointer-coarse:hidden" />}
      <MiniProfile resolved={resolved} width={92} height={34} />
      <span className="min-w-0">
        <b className="block truncate text-[0.9375rem] leading-tight font-[640]">
          {label ?? workout.title}
        </b>
        <span className="fig text-sm text-ink-2">
          <AtLeast of={time} />
          {inMinutes(time.seconds)} · <AtLeast of={distance} />
          {formatLength(distance.metres, athlete.units)} {LENGTH_UNITS[athlete.units]}
        </span>
      </span>
    </button>
  );
}
