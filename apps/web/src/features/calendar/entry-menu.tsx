import { type CalendarEntry, isRunEntry, isSkippedEntry } from '@pacewright/contract';
import { CalendarArrowUp, Pencil, Send, Timer, Trash2, Undo2 } from 'lucide-react';
import type { ComponentProps, KeyboardEvent, ReactElement } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router';
import { ariaKeys, isShortcut } from '../../platform/shortcuts/shortcuts.ts';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { editPath, isEditable } from '../../platform/days/entry-links.ts';
import { readRaceEntry } from './race-entry.ts';
import { type EntryActions, findSource, type When } from './use-entry-actions.ts';

/** Opens a dialog of the screen. */
export type OpenDialog = (
  dialog:
    | { kind: 'move'; entry: CalendarEntry }
    | { kind: 'send'; entry: CalendarEntry }
    | { kind: 'remove'; entry: CalendarEntry }
    | { kind: 'track'; entry: CalendarEntry }
    | { kind: 'week'; day: string }
    | { kind: 'send-days' }
    | { kind: 'away'; seasonId?: string | undefined; day: string }
    | { kind: 'add'; day: string }
    | { kind: 'race'; when: When; entry?: CalendarEntry },
) => void;

type EntryMenuProps = {
  entry: CalendarEntry;
  actions: EntryActions;
  openDialog: OpenDialog;
  trigger: ReactElement<ComponentProps<'button'>>;
};

/** The five actions of an entry's page. */
export function EntryMenu({ entry, actions, openDialog, trigger }: EntryMenuProps) {
  const navigate = useNavigate();
  const canTrack = isRunEntry(entry) && !entry.done;
  return (
    <Menu label={entry.title} trigger={trigger}>
      {isSkippedEntry(entry) && (
        <MenuItem icon={<Undo2 aria-hidden />} onClick={() => void actions.putBack(entry)}>
          Put it back
        </MenuItem>
      )}
      {isEditable(entry) && (
        <MenuItem
          icon={<Pencil aria-hidden />}
          shortcut={ariaKeys('edit')}
          onClick={() => editEntry(entry, openDialog, navigate)}
        >
          Edit
        </MenuItem>
      )}
      <MenuItem
        icon={<CalendarArrowUp aria-hidden />}
        shortcut={ariaKeys('move')}
        onClick={() => openDialog({ kind: 'move', entry })}
      >
        Move or copy…
      </MenuItem>
      {canTrack && (
        <>
          <MenuItem icon={<Send aria-hidden />} onClick={() => openDialog({ kind: 'send', entry })}>
            Send or share…
          </MenuItem>
          <MenuItem
            icon={<Timer aria-hidden />}
            onClick={() => openDialog({ kind: 'track', entry })}
          >
            Track mode
          </MenuItem>
        </>
      )}
      <MenuSeparator />
      <MenuItem
        icon={<Trash2 aria-hidden />}
        danger
        shortcut={ariaKeys('remove')}
        onClick={() => removeEntry(entry, actions, openDialog)}
      >
        Remove
      </MenuItem>
    </Menu>
  );
}

/** A race in its dialog, everything else on a page. */
function editEntry(entry: CalendarEntry, openDialog: OpenDialog, navigate: NavigateFunction): void {
  if (readRaceEntry(entry)) openDialog({ kind: 'race', when: { day: entry.day }, entry });
  else void navigate(editPath(entry));
}

/** Asks first only where there is no way back. */
export function removeEntry(
  entry: CalendarEntry,
  actions: EntryActions,
  openDialog: OpenDialog,
): void {
  if (findSource(entry)) void actions.remove(entry);
  else openDialog({ kind: 'remove', entry });
}

type EntryKeys = {
  actions: EntryActions;
  openDialog: OpenDialog;
  navigate: NavigateFunction;
};

/** The keys of a focused card: M, E and Delete. */
export function onEntryKey(
  event: KeyboardEvent,
  entry: CalendarEntry,
  { actions, openDialog, navigate }: EntryKeys,
): void {
  // The menu of the card has keys of its own.
  if (!(event.target instanceof Element) || event.target.closest('[role=menu]')) return;
  if (isShortcut(event.nativeEvent, 'move')) openDialog({ kind: 'move', entry });
  else if (isShortcut(event.nativeEvent, 'remove')) removeEntry(entry, actions, openDialog);
  else if (isShortcut(event.nativeEvent, 'edit') && isEditable(entry))
    editEntry(entry, openDialog, navigate);
  else return;
  event.preventDefault();
}
