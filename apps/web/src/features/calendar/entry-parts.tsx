import type { CalendarEntry } from '@pacewright/contract';
import { formatLength, LENGTH_UNITS, type ResolvedWorkout } from '@pacewright/script';
import { CalendarArrowUp, Check, Pencil, Trash2, Undo2 } from 'lucide-react';
import { type ComponentProps, type ReactElement, useRef } from 'react';
import { Link } from 'react-router';
import type { Athlete } from '../../script-editor/reading.ts';
import { Menu, MenuItem, menuItemProps, MenuSeparator } from '../../ui/menu.tsx';
import { MiniProfile } from '../../workout-view/mini-profile.tsx';
import { useWidth } from '../../workout-view/use-width.ts';
import { inMinutes } from './planned.ts';
import type { EntryActions } from './use-entry-actions.ts';

/** What the views ask the screen for, since it takes a dialog. */
export type Ask = (
  question:
    | { kind: 'move'; entry: CalendarEntry }
    | { kind: 'remove'; entry: CalendarEntry }
    | { kind: 'add'; day: string },
) => void;

/** A workout drawn as wide as its place. */
export function Sketch({ resolved, height }: { resolved: ResolvedWorkout; height: number }) {
  const frame = useRef<HTMLSpanElement>(null);
  const width = useWidth(frame);
  return (
    <span ref={frame} className="block min-w-0" style={{ height }}>
      {width > 0 && <MiniProfile resolved={resolved} width={width} height={height} />}
    </span>
  );
}

type FiguresProps = { resolved: ResolvedWorkout; athlete: Athlete };

/** "50 min 10.5 km" */
export function Figures({ resolved: { totals }, athlete: { units } }: FiguresProps) {
  return (
    <>
      <b className="fig font-[660] text-ink">
        {totals.time.isAtLeast && <AtLeast />}
        {inMinutes(totals.time.seconds)}
      </b>
      <span className="fig">
        {totals.distance.isAtLeast && <AtLeast />}
        {formatLength(totals.distance.metres, units)} {LENGTH_UNITS[units]}
      </span>
    </>
  );
}

function AtLeast() {
  return (
    <>
      <span aria-hidden title="at least">
        ≥{' '}
      </span>
      <span className="sr-only">at least </span>
    </>
  );
}

type EntryMenuProps = {
  entry: CalendarEntry;
  actions: EntryActions;
  ask: Ask;
  trigger: ReactElement<ComponentProps<'button'>>;
};

export function EntryMenu({ entry, actions, ask, trigger }: EntryMenuProps) {
  const { done, workoutId, title } = entry;
  return (
    <Menu label={title} trigger={trigger}>
      {workoutId && (
        <Link to={`/app/workouts/${workoutId}`} {...menuItemProps()}>
          <Pencil aria-hidden /> Open workout
        </Link>
      )}
      {!done && (
        <MenuItem icon={<Check aria-hidden />} onClick={() => void actions.mark(entry, true)}>
          Mark as done
        </MenuItem>
      )}
      {done && workoutId && (
        <MenuItem icon={<Undo2 aria-hidden />} onClick={() => void actions.mark(entry, false)}>
          Not done after all
        </MenuItem>
      )}
      <MenuItem
        icon={<CalendarArrowUp aria-hidden />}
        shortcut="M"
        onClick={() => ask({ kind: 'move', entry })}
      >
        Move to another day
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={<Trash2 aria-hidden />}
        danger
        onClick={() => (done ? ask({ kind: 'remove', entry }) : void actions.remove(entry))}
      >
        Take off the calendar
      </MenuItem>
    </Menu>
  );
}
