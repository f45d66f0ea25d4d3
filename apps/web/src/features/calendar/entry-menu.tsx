import type { CalendarEntry } from '@pacewright/contract';
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
import type { ComponentProps, ReactElement } from 'react';
import { Link } from 'react-router';
import type { Athlete } from '../../script-editor/reading.ts';
import { ariaKeys } from '../../shortcuts/shortcuts.ts';
import { Menu, MenuItem, menuItemProps, MenuSeparator } from '../../ui/menu.tsx';
import { type EntryPart, saveEntryFit } from './entry-parts.tsx';
import type { EntryActions } from './use-entry-actions.ts';

/** Opens a dialog of the screen. */
export type Ask = (
  question:
    | { kind: 'move'; entry: CalendarEntry }
    | { kind: 'remove'; entry: CalendarEntry }
    | { kind: 'add'; day: string },
) => void;

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
