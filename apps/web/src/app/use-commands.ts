import type { AthletePaces } from '@pacewright/contract';
import { PACE_UNIT_LABELS } from '@pacewright/pace';
import {
  BookOpen,
  CalendarArrowDown,
  CircleHelp,
  Database,
  FileText,
  FileUp,
  Keyboard,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Plus,
  Printer,
  Ruler,
  Settings,
  Sun,
  Trash2,
  Watch,
} from 'lucide-react';
import { useNavigate } from 'react-router';
import { useReadCalendar } from '../features/calendar/calendar-queries.ts';
import { weekOf } from '../platform/days/days.ts';
import { firstWeekday } from '../platform/days/first-weekday.ts';
import { useToday } from '../platform/days/use-today.ts';
import { usePacesIfKnown, useSaveUnits } from '../features/paces/paces-queries.ts';
import { useScreenCommands } from '../platform/commands/screen-commands.ts';
import type { ShortcutName } from '../platform/shortcuts/shortcuts.ts';
import { messageOf } from '../ui/message-of.ts';
import { useTheme } from '../ui/use-theme.ts';
import { showToast } from '../ui/toast.tsx';
import { NEW_WORKOUT, SECTIONS, SETTINGS } from './shell.tsx';

export type Command = {
  id: string;
  group: 'Actions' | 'Screens' | 'Workouts';
  label: string;
  /** Other words that find it. */
  also?: string;
  /** A workout's script. */
  script?: string;
  Icon: LucideIcon;
  shortcut?: ShortcutName;
  run: () => unknown;
};

type Ungrouped = Omit<Command, 'group'>;

type Options = { onShowShortcuts: () => void; onLogout: () => void };

/** The palette's own commands. None of them needs the server to be listed. */
export function useCommands({ onShowShortcuts, onLogout }: Options): Command[] {
  const navigate = useNavigate();
  const { theme, setTheme } = useTheme();
  const paces = usePacesIfKnown();
  const switchUnits = useUnitsSwitch();
  const downloadWeekCommand = useWeekFile();
  const screenCommands = useScreenCommands();
  const go = (path: string) => () => navigate(path);

  const actions: Ungrouped[] = [
    ...screenCommands,
    {
      id: 'new-workout',
      label: 'New workout',
      also: 'write create add',
      Icon: Plus,
      shortcut: 'newWorkout',
      run: go(NEW_WORKOUT),
    },
    {
      id: 'import-workouts',
      label: 'Import workouts or runs',
      also: 'add file recorded activity fit ics csv zwo tcx paste table bring',
      Icon: FileUp,
      run: go(IMPORT_WORKOUTS),
    },
    ...(paces ? [downloadWeekCommand(paces), switchUnits(paces)] : []),
    ...THEMES.filter(({ value }) => value !== theme).map(({ value, label, Icon }) => ({
      id: `theme-${value}`,
      label,
      also: 'theme colours mode appearance',
      Icon,
      run: () => setTheme(value),
    })),
    {
      id: 'print',
      label: 'Print this screen',
      also: 'paper pdf',
      Icon: Printer,
      // After the palette has closed, so that it is not printed.
      run: () => setTimeout(() => window.print()),
    },
    {
      id: 'shortcuts',
      label: 'Keyboard shortcuts',
      also: 'keys help',
      Icon: Keyboard,
      shortcut: 'sheet',
      run: onShowShortcuts,
    },
    { id: 'logout', label: 'Sign out', also: 'log out logout leave', Icon: LogOut, run: onLogout },
  ];

  const screens: Ungrouped[] = [
    ...SECTIONS.map(({ path, label, Icon, shortcut }) => ({
      id: path,
      label,
      also: 'go to open',
      Icon,
      shortcut,
      run: go(path),
    })),
    {
      id: SETTINGS,
      label: 'Settings',
      also: 'profile email password account units theme',
      Icon: Settings,
      shortcut: 'settings',
      run: go(SETTINGS),
    },
    ...FURTHER_SCREENS.map(({ path, ...screen }) => ({ id: path, ...screen, run: go(path) })),
  ];

  return [
    ...actions.map((action): Command => ({ ...action, group: 'Actions' })),
    ...screens.map((screen): Command => ({ ...screen, group: 'Screens' })),
  ];
}

const IMPORT_WORKOUTS = '/app/workouts/import';

/** A command that opens a workout. */
export function workoutCommand(
  { id, title, script }: { id: string; title: string; script?: string },
  open: (path: string) => unknown,
): Command {
  return {
    id: `${WORKOUT}${id}`,
    group: 'Workouts',
    label: title,
    ...(script !== undefined && { script }),
    Icon: FileText,
    run: () => open(`/app/workouts/${id}`),
  };
}

/** The prefix of the id of a command that opens a workout. */
export const WORKOUT = 'workout:';

const THEMES = [
  { value: 'light', label: 'Light theme', Icon: Sun },
  { value: 'dark', label: 'Dark theme', Icon: Moon },
  { value: 'system', label: 'System theme', Icon: Monitor },
] as const;

const FURTHER_SCREENS = [
  {
    path: `${SETTINGS}#garmin`,
    label: 'Garmin',
    also: 'settings watch connect disconnect',
    Icon: Watch,
  },
  {
    path: `${SETTINGS}#data`,
    label: 'Your data',
    also: 'settings export download delete account',
    Icon: Database,
  },
  {
    path: '/app/workouts/trash',
    label: 'Deleted workouts',
    also: 'trash restore undo',
    Icon: Trash2,
  },
  {
    path: '/app/plans/trash',
    label: 'Deleted plans',
    also: 'trash restore undo',
    Icon: Trash2,
  },
  {
    path: '/app/help/script',
    label: 'How to write a workout',
    also: 'help syntax script language examples',
    Icon: BookOpen,
  },
  {
    path: '/app/paces/method',
    label: 'How your paces are calculated',
    also: 'help method vdot formula',
    Icon: CircleHelp,
  },
];

function useUnitsSwitch() {
  const { mutateAsync } = useSaveUnits();

  return (paces: AthletePaces): Ungrouped => {
    const paceUnits = paces.paceUnits === 'metric' ? 'imperial' : 'metric';
    const units = PACE_UNIT_LABELS[paceUnits];
    return {
      id: 'units',
      label: `Show paces in ${units}`,
      also: 'units metric imperial kilometres miles',
      Icon: Ruler,
      run: () =>
        mutateAsync(paceUnits).then(
          () => showToast.success(`Paces now shown in ${units}`),
          (error: Error) => showToast.failure('Couldn’t change units', { detail: error.message }),
        ),
    };
  };
}

/** It loads the script language, which no other action needs. */
const loadCalendarFile = () => import('../features/calendar/calendar-file.ts');

function useWeekFile() {
  const readCalendar = useReadCalendar();
  const today = useToday();

  return (paces: AthletePaces): Ungrouped => ({
    id: 'week-file',
    label: 'Download this week as .ics',
    also: 'calendar file export ical',
    Icon: CalendarArrowDown,
    run: () => downloadWeek(today, paces, readCalendar),
  });
}

async function downloadWeek(
  today: string,
  paces: AthletePaces,
  readCalendar: ReturnType<typeof useReadCalendar>,
): Promise<void> {
  const week = weekOf(today, firstWeekday());
  const [from = '', to = ''] = [week[0], week.at(-1)];
  const toast = showToast.working('Creating the calendar file…');
  try {
    const entries = await readCalendar({ from, to });
    const { downloadCalendarFile } = await loadCalendarFile();
    const athlete = { speeds: paces, units: paces.paceUnits };
    await downloadCalendarFile(entries, athlete, `pacewright-week-${from}.ics`);
    toast.succeed('Calendar file downloaded');
  } catch (error) {
    toast.fail('Couldn’t create the file', {
      detail: messageOf(error),
      retry: () => void downloadWeek(today, paces, readCalendar),
    });
  }
}
