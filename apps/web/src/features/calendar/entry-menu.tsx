import type { Activity, CalendarEntry } from '@pacewright/contract';
import {
  ArrowDown,
  ArrowUp,
  ArrowRight,
  CalendarArrowUp,
  Check,
  Copy,
  Download,
  Pencil,
  Timer,
  Trash2,
  Undo2,
} from 'lucide-react';
import type { ComponentProps, ReactElement } from 'react';
import { Link } from 'react-router';
import { useFileLabel } from '../../workout/export/watch-choice.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { ariaKeys } from '../../platform/shortcuts/shortcuts.ts';
import { Menu, MenuItem, menuItemProps, MenuSeparator } from '../../ui/menu.tsx';
import type { CalendarChange } from './change-dialogs.tsx';
import { isRun, nameOption } from './entry-option.ts';
import { type EntryPart, downloadEntryFit } from './entry-parts.tsx';
import { writeSeason } from './season-line.tsx';
import type { EntryActions } from './use-entry-actions.ts';

/** Opens a dialog of the screen. */
export type OpenDialog = (
  dialog:
    | { kind: 'move'; entry: CalendarEntry }
    | { kind: 'remove'; entry: CalendarEntry }
    | { kind: 'track'; entry: CalendarEntry }
    | CalendarChange
    | { kind: 'add'; day: string },
) => void;

type EntryMenuProps = {
  entry: CalendarEntry;
  paceContext: PaceContext;
  /** The workout and its day as text, above the items; for a trigger that shows neither. */
  heading?: string;
  /** The position in its day, and the number of entries there. */
  slot: { index: number; count: number };
  /** Its recording, if there is one. */
  run: Activity | undefined;
  actions: EntryActions;
  openDialog: OpenDialog;
  /** Items of another feature. */
  More: EntryPart | undefined;
  trigger: ReactElement<ComponentProps<'button'>>;
};

export function EntryMenu(props: EntryMenuProps) {
  const { entry, paceContext, heading, slot, run, actions, openDialog, More, trigger } = props;
  const { done, workoutId, title, reading, own, season } = entry;
  const fileLabel = useFileLabel();
  return (
    <Menu label={heading ?? title} trigger={trigger}>
      {heading && (
        // Screen readers get it from the menu's label.
        <p aria-hidden className="max-w-64 px-2.5 pt-1 pb-2 text-sm text-ink-2">
          {heading}
        </p>
      )}
      {run && (
        <Link to={`/app/activities/${run.id}`} {...menuItemProps()}>
          <Check aria-hidden /> See the run
        </Link>
      )}
      {workoutId && (
        <Link to={`/app/workouts/${workoutId}`} {...menuItemProps()}>
          <Pencil aria-hidden /> Open workout
        </Link>
      )}
      {season?.title && season.planId && (
        <Link to={`/app/plans/${season.planId}`} {...menuItemProps()}>
          <Pencil aria-hidden /> {writeSeason(season)}
        </Link>
      )}
      {!done &&
        own?.alternatives.map((option, index) => (
          <MenuItem
            // Options may be equal.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            icon={<Check aria-hidden />}
            onClick={() => void actions.choose(entry, option)}
          >
            Instead: {nameOption(option)}
          </MenuItem>
        ))}
      {!done && isRun(entry) && (
        <MenuItem icon={<Timer aria-hidden />} onClick={() => openDialog({ kind: 'track', entry })}>
          Track mode
        </MenuItem>
      )}
      {!done && (
        <MenuItem icon={<Check aria-hidden />} onClick={() => void actions.mark(entry, true)}>
          Mark as done
        </MenuItem>
      )}
      {done && (workoutId ?? own) && (
        <MenuItem icon={<Undo2 aria-hidden />} onClick={() => void actions.mark(entry, false)}>
          Mark as not done
        </MenuItem>
      )}
      <MenuItem
        icon={<CalendarArrowUp aria-hidden />}
        shortcut={ariaKeys('move')}
        onClick={() => openDialog({ kind: 'move', entry })}
      >
        Move to another day
      </MenuItem>
      <MenuItem icon={<Copy aria-hidden />} onClick={() => openDialog({ kind: 'copy', entry })}>
        Copy or repeat
      </MenuItem>
      {!done && (
        <MenuItem
          icon={<ArrowRight aria-hidden />}
          onClick={() => openDialog({ kind: 'shift', day: entry.day })}
        >
          Shift this and later
        </MenuItem>
      )}
      {slot.index > 0 && (
        <MenuItem
          icon={<ArrowUp aria-hidden />}
          onClick={() => void actions.reorder(entry, slot.index - 1)}
        >
          Earlier in the day
        </MenuItem>
      )}
      {slot.index < slot.count - 1 && (
        <MenuItem
          icon={<ArrowDown aria-hidden />}
          onClick={() => void actions.reorder(entry, slot.index + 1)}
        >
          Later in the day
        </MenuItem>
      )}
      {isRun(entry) && reading.mistakeCount === 0 && (
        <MenuItem
          icon={<Download aria-hidden />}
          onClick={() => downloadEntryFit(entry, paceContext)}
        >
          {fileLabel}
        </MenuItem>
      )}
      {More && <More entry={entry} />}
      <MenuSeparator />
      <MenuItem
        icon={<Trash2 aria-hidden />}
        danger
        onClick={() => (done ? openDialog({ kind: 'remove', entry }) : void actions.remove(entry))}
      >
        Remove from calendar
      </MenuItem>
    </Menu>
  );
}
