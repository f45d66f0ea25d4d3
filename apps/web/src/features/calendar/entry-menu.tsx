import type { Activity, CalendarEntry } from '@pacewright/contract';
import {
  ArrowDown,
  ArrowUp,
  ArrowRight,
  CalendarArrowUp,
  Check,
  Copy,
  Download,
  Moon,
  Pencil,
  Sun,
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
import { readRaceEntry } from './race-entry.ts';
import { type EntryActions, findSource, type When } from './use-entry-actions.ts';

/** Opens a dialog of the screen. */
export type OpenDialog = (
  dialog:
    | { kind: 'move'; entry: CalendarEntry }
    | { kind: 'remove'; entry: CalendarEntry }
    | { kind: 'track'; entry: CalendarEntry }
    | CalendarChange
    | { kind: 'add'; day: string }
    | { kind: 'race'; when: When; entry?: CalendarEntry },
) => void;

type EntryMenuProps = {
  entry: CalendarEntry;
  paceContext: PaceContext;
  /** The workout and its day as text, above the items; for a trigger that shows neither. */
  heading?: string;
  slot: Slot;
  /** Its recording, if there is one. */
  run: Activity | undefined;
  actions: EntryActions;
  openDialog: OpenDialog;
  /** Items of another feature. */
  More: EntryPart | undefined;
  trigger: ReactElement<ComponentProps<'button'>>;
};

/** The position of an entry in its day. It changes places only with entries of the same time of day. */
export type Slot = { index: number; isFirst: boolean; isLast: boolean };

export function slotOf(entries: readonly CalendarEntry[], index: number): Slot {
  const isOther = (neighbour: CalendarEntry | undefined) =>
    !neighbour || neighbour.timeOfDay !== entries[index]?.timeOfDay;
  return { index, isFirst: isOther(entries[index - 1]), isLast: isOther(entries[index + 1]) };
}

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
          <Check aria-hidden /> View run
        </Link>
      )}
      {workoutId && (
        <Link to={`/app/workouts/${workoutId}`} {...menuItemProps()}>
          <Pencil aria-hidden /> Open workout
        </Link>
      )}
      {!done && readRaceEntry(entry) && (
        <MenuItem
          icon={<Pencil aria-hidden />}
          onClick={() => openDialog({ kind: 'race', when: { day: entry.day }, entry })}
        >
          Edit race
        </MenuItem>
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
            Switch to {nameOption(option)}
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
          Move this and everything after
        </MenuItem>
      )}
      {!slot.isFirst && (
        <MenuItem
          icon={<ArrowUp aria-hidden />}
          onClick={() => void actions.reorder(entry, slot.index - 1)}
        >
          Move up
        </MenuItem>
      )}
      {!slot.isLast && (
        <MenuItem
          icon={<ArrowDown aria-hidden />}
          onClick={() => void actions.reorder(entry, slot.index + 1)}
        >
          Move down
        </MenuItem>
      )}
      {entry.timeOfDay !== 'am' && (
        <MenuItem icon={<Sun aria-hidden />} onClick={() => void actions.setTimeOfDay(entry, 'am')}>
          Set to AM
        </MenuItem>
      )}
      {entry.timeOfDay !== 'pm' && (
        <MenuItem
          icon={<Moon aria-hidden />}
          onClick={() => void actions.setTimeOfDay(entry, 'pm')}
        >
          Set to PM
        </MenuItem>
      )}
      {entry.timeOfDay && (
        <MenuItem
          icon={<Undo2 aria-hidden />}
          onClick={() => void actions.setTimeOfDay(entry, null)}
        >
          Set to any time
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
        onClick={() =>
          findSource(entry) ? void actions.remove(entry) : openDialog({ kind: 'remove', entry })
        }
      >
        Remove from calendar
      </MenuItem>
    </Menu>
  );
}
