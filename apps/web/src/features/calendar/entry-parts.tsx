import type { CalendarEntry } from '@pacewright/contract';
import { formatLength, LENGTH_UNITS, type ResolvedWorkout } from '@pacewright/script';
import {
  ArrowDown,
  ArrowUp,
  CalendarArrowUp,
  Check,
  Download,
  Pencil,
  Trash2,
  Undo2,
} from 'lucide-react';
import type { ComponentProps, ComponentType, ReactElement } from 'react';
import { Link } from 'react-router';
import { saveFit } from '../../delivery/save-fit.ts';
import type { Athlete } from '../../script-editor/reading.ts';
import { ariaKeys } from '../../shortcuts/shortcuts.ts';
import { Menu, MenuItem, menuItemProps, MenuSeparator } from '../../ui/menu.tsx';
import { AtLeast } from '../../workout-view/at-least.tsx';
import { inMinutes } from '../../workout-view/in-minutes.ts';
import { MiniProfile } from '../../workout-view/mini-profile.tsx';
import { speedsOf } from './planned.ts';
import type { EntryActions } from './use-entry-actions.ts';

/** A part of an entry that another feature renders. */
export type EntryPart = ComponentType<{ entry: CalendarEntry }>;

/** Opens a dialog of the screen. */
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

/** Saves the watch's file of an entry, in the paces it is run in. */
export function saveEntryFit(entry: CalendarEntry, athlete: Athlete): void {
  const { id, workoutId, title, script } = entry;
  void saveFit({ id: workoutId ?? id, title, script }, speedsOf(entry, athlete));
}

type EntryMenuProps = {
  entry: CalendarEntry;
  athlete: Athlete;
  /** The workout and its day in words, above the items; for a trigger that shows neither. */
  heading?: string;
  /** Its position in the day, and how many there are. */
  place: { index: number; count: number };
  actions: EntryActions;
  ask: Ask;
  /** Items of another feature. */
  More: EntryPart | undefined;
  trigger: ReactElement<ComponentProps<'button'>>;
};

export function EntryMenu(props: EntryMenuProps) {
  const { entry, athlete, heading, place, actions, ask, More, trigger } = props;
  const { done, workoutId, title, reading } = entry;
  return (
    <Menu label={heading ?? title} trigger={trigger}>
      {heading && (
        // The menu's own label says it to a screen reader.
        <p aria-hidden className="max-w-64 px-2.5 pt-1 pb-2 text-sm text-ink-2">
          {heading}
        </p>
      )}
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
          Mark as not done
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
      {reading.mistakeCount === 0 && (
        <MenuItem icon={<Download aria-hidden />} onClick={() => saveEntryFit(entry, athlete)}>
          Download FIT
        </MenuItem>
      )}
      {More && <More entry={entry} />}
      <MenuSeparator />
      <MenuItem
        icon={<Trash2 aria-hidden />}
        danger
        onClick={() => (done ? ask({ kind: 'remove', entry }) : void actions.remove(entry))}
      >
        Remove from calendar
      </MenuItem>
    </Menu>
  );
}
