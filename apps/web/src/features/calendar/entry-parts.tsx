import type { CalendarEntry } from '@pacewright/contract';
import { formatLength, LENGTH_UNITS, type ResolvedWorkout } from '@pacewright/script';
import { ArrowDown, ArrowUp, CalendarArrowUp, Check, Pencil, Trash2, Undo2 } from 'lucide-react';
import type { ComponentProps, ComponentType, ReactElement } from 'react';
import { Link } from 'react-router';
import type { Athlete } from '../../script-editor/reading.ts';
import { ariaKeys } from '../../shortcuts/shortcuts.ts';
import { Menu, MenuItem, menuItemProps, MenuSeparator } from '../../ui/menu.tsx';
import { AtLeast } from '../../workout-view/at-least.tsx';
import { inMinutes } from '../../workout-view/in-minutes.ts';
import { MiniProfile } from '../../workout-view/mini-profile.tsx';
import type { EntryActions } from './use-entry-actions.ts';

/** Something that another feature shows of an entry. */
export type EntryPart = ComponentType<{ entry: CalendarEntry }>;

/** What the views ask the screen for, since it takes a dialog. */
export type Ask = (
  question:
    | { kind: 'move'; entry: CalendarEntry }
    | { kind: 'remove'; entry: CalendarEntry }
    | { kind: 'add'; day: string },
) => void;

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

type EntryMenuProps = {
  entry: CalendarEntry;
  /** Where in its day it stands, of how many. */
  place: { index: number; count: number };
  actions: EntryActions;
  ask: Ask;
  /** Items of another feature. */
  More: EntryPart | undefined;
  trigger: ReactElement<ComponentProps<'button'>>;
};

export function EntryMenu({ entry, place, actions, ask, More, trigger }: EntryMenuProps) {
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
        shortcut={ariaKeys('move')}
        onClick={() => ask({ kind: 'move', entry })}
      >
        Move to another day
      </MenuItem>
      {place.index > 0 && (
        <MenuItem
          icon={<ArrowUp aria-hidden />}
          onClick={() => void actions.reorder(entry, place.index - 1)}
        >
          Earlier in the day
        </MenuItem>
      )}
      {place.index < place.count - 1 && (
        <MenuItem
          icon={<ArrowDown aria-hidden />}
          onClick={() => void actions.reorder(entry, place.index + 1)}
        >
          Later in the day
        </MenuItem>
      )}
      {More && <More entry={entry} />}
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
