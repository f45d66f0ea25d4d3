import {
  CalendarDays,
  CalendarRange,
  Gauge,
  Keyboard,
  List,
  LogOut,
  type LucideIcon,
  Plus,
  Search,
  Settings,
  Sun,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { ariaKeys, type ShortcutName } from '../platform/shortcuts/shortcuts.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Logo } from '../ui/logo.tsx';
import { buttonClass } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu, MenuItem, menuItemProps, MenuSeparator } from '../ui/menu.tsx';
import { ThemeMenu } from '../ui/theme-menu.tsx';
import { SectionLink, SkipLink } from './links.tsx';

type ShellProps = {
  person: { name: string; picture?: string | undefined };
  /** The paths that exist. Only those get a link. */
  paths: readonly string[];
  /** Below the top bar while there is no connection. */
  networkStatus?: ReactNode;
  /** The athlete's five paces, below the top bar of a wide screen. */
  paceStrip?: ReactNode;
  /** Opens the palette that finds workouts, screens and actions. */
  onFind: () => void;
  onShowShortcuts: () => void;
  onLogout: () => void;
  children: ReactNode;
};

/** The frame of every signed-in screen: a top bar, the pace strip, and a tab bar on phones. */
export function Shell({
  person,
  paths,
  networkStatus,
  paceStrip,
  onFind,
  onShowShortcuts,
  onLogout,
  children,
}: ShellProps) {
  const { pathname } = useLocation();
  const sections = SECTIONS.filter(({ path }) => paths.includes(path));
  const canWrite = paths.includes(NEW_WORKOUT);
  const canSet = paths.includes(SETTINGS);

  return (
    <div className="max-md:pb-[calc(72px+env(safe-area-inset-bottom))]">
      <SkipLink />
      <header className="relative z-(--z-bar) border-b border-line bg-surface print:hidden">
        <div className="wrap flex min-h-13.5 items-stretch gap-3 max-[24rem]:gap-0 md:min-h-15 md:gap-2 min-[52rem]:gap-4 lg:gap-8">
          <Link to="/app" className="flex items-center no-underline hover:no-underline">
            <Logo />
          </Link>
          <nav aria-label="Main" className="hidden gap-0.5 md:flex">
            {sections.map(({ path, label }) => (
              <SectionLink key={path} to={path} end={path === '/app'}>
                {label}
              </SectionLink>
            ))}
          </nav>
          <div className="ml-auto flex items-center gap-2 max-[24rem]:gap-0">
            {canWrite && (
              <Link to={NEW_WORKOUT} className={`${buttonClass({ size: 'sm' })} max-md:hidden`}>
                <Plus aria-hidden /> <span className="max-[52rem]:sr-only">New workout</span>
              </Link>
            )}
            <IconButton
              label="Search workouts, screens and actions"
              icon={<Search aria-hidden />}
              aria-keyshortcuts={ariaKeys('find')}
              onClick={onFind}
            />
            {/* A phone has it in the settings. */}
            <span className={canSet ? 'max-md:hidden' : undefined}>
              <ThemeMenu />
            </span>
            <AccountMenu
              person={person}
              canSet={canSet}
              onShowShortcuts={onShowShortcuts}
              onLogout={onLogout}
            />
          </div>
        </div>
      </header>
      {networkStatus}
      {paceStrip && pathname !== PACES && (
        <section
          aria-label="Your training paces"
          className="hidden border-b border-line bg-surface md:block print:hidden"
        >
          <div className="wrap flex min-h-11 items-center">{paceStrip}</div>
        </section>
      )}
      {/* On a phone the end can be scrolled clear of the toasts above the tab bar. */}
      <main id="main" className="pt-5 pb-24 md:pt-8 md:pb-16">
        <div className="wrap">{children}</div>
      </main>
      {sections.length > 1 && <TabBar sections={sections} canWrite={canWrite} />}
    </div>
  );
}

const PACES = '/app/paces';
export const NEW_WORKOUT = '/app/workouts/new';
export const SETTINGS = '/app/settings';

type Section = {
  path: string;
  label: string;
  Icon: LucideIcon;
  /** Undefined where the tab bar has no room: the screen is then a part of `within`. */
  tab?: number;
  within?: string;
  shortcut: ShortcutName;
};

/** In the order of the top bar; `tab` is the position in the tab bar, whose middle is the plus. */
export const SECTIONS: Section[] = [
  { path: '/app', label: 'Today', Icon: Sun, tab: 1, shortcut: 'today' },
  { path: '/app/workouts', label: 'Workouts', Icon: List, tab: 4, shortcut: 'workouts' },
  {
    path: '/app/plans',
    label: 'Plans',
    Icon: CalendarRange,
    within: '/app/workouts',
    shortcut: 'plans',
  },
  { path: '/app/calendar', label: 'Calendar', Icon: CalendarDays, tab: 2, shortcut: 'calendar' },
  { path: PACES, label: 'Paces', Icon: Gauge, tab: 5, shortcut: 'paces' },
];

type AccountMenuProps = Pick<ShellProps, 'person' | 'onShowShortcuts' | 'onLogout'> & {
  canSet: boolean;
};

function AccountMenu({ person, canSet, onShowShortcuts, onLogout }: AccountMenuProps) {
  return (
    <Menu
      label="Account"
      trigger={
        <button
          type="button"
          aria-label={`Account, ${person.name}`}
          className="-mr-0.5 grid min-w-(--control-h) place-items-center self-stretch rounded-full focus-visible:outline-offset-[-2px]"
        >
          <Avatar name={person.name} picture={person.picture} />
        </button>
      }
    >
      <p className="max-w-64 truncate px-2.5 py-1.5 text-xs text-ink-2">{person.name}</p>
      <MenuSeparator />
      {canSet && (
        <Link to={SETTINGS} {...menuItemProps()}>
          <Settings aria-hidden /> Settings
        </Link>
      )}
      <MenuItem
        icon={<Keyboard aria-hidden />}
        shortcut={ariaKeys('sheet')}
        onClick={onShowShortcuts}
      >
        Keyboard shortcuts
      </MenuItem>
      <MenuItem icon={<LogOut aria-hidden />} onClick={onLogout}>
        Sign out
      </MenuItem>
    </Menu>
  );
}

function TabBar({ sections, canWrite }: { sections: Section[]; canWrite: boolean }) {
  const { pathname } = useLocation();
  const tabs = sections
    .flatMap((section) => (section.tab === undefined ? [] : [{ ...section, tab: section.tab }]))
    .sort((a, b) => a.tab - b.tab);
  const isCurrent = ({ path }: Section) =>
    sections.some((inner) => inner.within === path && pathname.startsWith(inner.path));
  const before = tabs.filter(({ tab }) => tab < 3);
  const after = tabs.filter(({ tab }) => tab > 3);

  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-(--z-bar) grid auto-cols-fr grid-flow-col border-t border-line bg-surface px-1 pt-1 pb-[calc(8px+env(safe-area-inset-bottom))] md:hidden print:hidden"
    >
      {before.map((section) => (
        <Tab key={section.path} section={section} isCurrent={isCurrent(section)} />
      ))}
      {canWrite && (
        <Link
          to={NEW_WORKOUT}
          aria-label="New workout"
          className="grid min-h-13 place-items-center rounded-md"
        >
          <span className="grid h-10 w-12 place-items-center rounded-md border border-line-strong bg-surface [&>.lucide]:size-5.5">
            <Plus aria-hidden />
          </span>
        </Link>
      )}
      {after.map((section) => (
        <Tab key={section.path} section={section} isCurrent={isCurrent(section)} />
      ))}
    </nav>
  );
}

type TabProps = {
  section: Section;
  /** True on a screen that is a part of this one. */
  isCurrent: boolean;
};

function Tab({ section: { path, label, Icon }, isCurrent }: TabProps) {
  const content = (
    <>
      <Icon aria-hidden className="size-5.5 group-aria-[current]:stroke-[2.4]" />
      {label}
    </>
  );
  // A NavLink is only ever current on its own screens.
  if (isCurrent)
    return (
      <Link to={path} aria-current="true" className={TAB_CLASS}>
        {content}
      </Link>
    );
  return (
    <NavLink to={path} end={path === '/app'} className={TAB_CLASS}>
      {content}
    </NavLink>
  );
}

const TAB_CLASS =
  'group relative grid min-h-13 content-center justify-items-center gap-[3px] rounded-md text-xs font-medium text-ink-2 no-underline hover:no-underline ' +
  "aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:before:absolute aria-[current]:before:-top-[5px] aria-[current]:before:h-[3px] aria-[current]:before:w-6.5 aria-[current]:before:bg-ink aria-[current]:before:content-[''] forced-colors:aria-[current]:before:bg-[Highlight]";
