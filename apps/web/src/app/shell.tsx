import {
  CalendarDays,
  Gauge,
  List,
  LogOut,
  type LucideIcon,
  Plus,
  Settings,
  Sun,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { Avatar } from '../ui/avatar.tsx';
import { Brand } from '../ui/brand.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Menu, MenuItem, menuItemProps, MenuSeparator } from '../ui/menu.tsx';
import { ThemeMenu } from '../ui/theme-menu.tsx';

type ShellProps = {
  person: { name: string; picture?: string | undefined };
  /** The addresses that lead somewhere. Only those get a link. */
  paths: readonly string[];
  /** The athlete's five paces, under the top bar of a wide screen. */
  paceStrip?: ReactNode;
  onLogout: () => void;
  children: ReactNode;
};

/** What surrounds every signed-in screen: a top bar, the pace strip, and a tab bar on phones. */
export function Shell({ person, paths, paceStrip, onLogout, children }: ShellProps) {
  const { pathname } = useLocation();
  const sections = SECTIONS.filter(({ path }) => paths.includes(path));
  const canWrite = paths.includes(NEW_WORKOUT);

  return (
    <div className="max-md:pb-[calc(72px+env(safe-area-inset-bottom))]">
      <a href="#main" className="absolute top-3 left-4 z-99 bg-surface px-3 py-2 not-focus:sr-only">
        Skip to content
      </a>
      <header className="relative z-(--z-bar) border-b border-line bg-surface">
        <div className="wrap flex min-h-[54px] items-stretch gap-3 md:min-h-[60px] md:gap-2 min-[52rem]:gap-4 lg:gap-8">
          <Link to="/app" className="flex items-center no-underline hover:no-underline">
            <Brand />
          </Link>
          <nav aria-label="Main" className="hidden gap-0.5 md:flex">
            {sections.map(({ path, label }) => (
              <NavLink key={path} to={path} end={path === '/app'} className={NAV_LINK}>
                {label}
              </NavLink>
            ))}
          </nav>
          <div className="ml-auto flex items-center gap-2">
            {canWrite && (
              <Link
                to={NEW_WORKOUT}
                className={`${buttonClass({ variant: 'primary', size: 'sm' })} max-md:hidden`}
              >
                <Plus aria-hidden /> New workout
              </Link>
            )}
            <ThemeMenu />
            <PersonMenu person={person} canSet={paths.includes(SETTINGS)} onLogout={onLogout} />
          </div>
        </div>
      </header>
      {paceStrip && pathname !== PACES && (
        <section
          aria-label="Your training paces"
          className="hidden border-b border-line bg-surface md:block"
        >
          <div className="wrap flex min-h-11 items-center">{paceStrip}</div>
        </section>
      )}
      <main id="main" className="pt-5 pb-10 md:pt-8 md:pb-16">
        <div className="wrap">{children}</div>
      </main>
      {sections.length > 1 && <TabBar sections={sections} canWrite={canWrite} />}
    </div>
  );
}

const PACES = '/app/paces';
const NEW_WORKOUT = '/app/workouts/new';
const SETTINGS = '/app/settings';

type Section = { path: string; label: string; Icon: LucideIcon; tab: number };

/** In the order of the top bar; `tab` is the place in the tab bar, whose middle is the plus. */
const SECTIONS: Section[] = [
  { path: '/app', label: 'Today', Icon: Sun, tab: 1 },
  { path: '/app/workouts', label: 'Workouts', Icon: List, tab: 4 },
  { path: '/app/calendar', label: 'Calendar', Icon: CalendarDays, tab: 2 },
  { path: PACES, label: 'Paces', Icon: Gauge, tab: 5 },
];

const NAV_LINK =
  'relative flex items-center px-2 text-sm font-[560] text-ink-2 no-underline hover:text-ink hover:no-underline ' +
  'aria-[current]:font-[660] aria-[current]:text-ink min-[52rem]:px-2.5 min-[52rem]:text-[0.9375rem] lg:px-3.5 ' +
  "aria-[current]:after:absolute aria-[current]:after:inset-x-2 aria-[current]:after:-bottom-px aria-[current]:after:h-[3px] aria-[current]:after:bg-ink aria-[current]:after:content-[''] forced-colors:aria-[current]:after:bg-[Highlight] lg:aria-[current]:after:inset-x-3.5";

type PersonMenuProps = { person: ShellProps['person']; canSet: boolean; onLogout: () => void };

function PersonMenu({ person, canSet, onLogout }: PersonMenuProps) {
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
      <MenuItem icon={<LogOut aria-hidden />} onClick={onLogout}>
        Logout
      </MenuItem>
    </Menu>
  );
}

function TabBar({ sections, canWrite }: { sections: Section[]; canWrite: boolean }) {
  const before = sections.filter(({ tab }) => tab < 3).sort((a, b) => a.tab - b.tab);
  const after = sections.filter(({ tab }) => tab > 3).sort((a, b) => a.tab - b.tab);

  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-(--z-bar) grid auto-cols-fr grid-flow-col border-t border-line bg-surface px-1 pt-1 pb-[calc(8px+env(safe-area-inset-bottom))] md:hidden"
    >
      {before.map((section) => (
        <Tab key={section.path} section={section} />
      ))}
      {canWrite && (
        <Link
          to={NEW_WORKOUT}
          aria-label="New workout"
          className="grid min-h-13 place-items-center rounded-md"
        >
          <span className="grid h-10 w-12 place-items-center rounded-md bg-action text-on-action [&>.lucide]:size-5.5">
            <Plus aria-hidden />
          </span>
        </Link>
      )}
      {after.map((section) => (
        <Tab key={section.path} section={section} />
      ))}
    </nav>
  );
}

function Tab({ section: { path, label, Icon } }: { section: Section }) {
  return (
    <NavLink
      to={path}
      end={path === '/app'}
      className={
        'group relative grid min-h-13 content-center justify-items-center gap-[3px] rounded-md text-[0.71875rem] font-[560] text-ink-2 no-underline hover:no-underline ' +
        "aria-[current]:font-[700] aria-[current]:text-ink aria-[current]:before:absolute aria-[current]:before:-top-[5px] aria-[current]:before:h-[3px] aria-[current]:before:w-[26px] aria-[current]:before:bg-ink aria-[current]:before:content-[''] forced-colors:aria-[current]:before:bg-[Highlight]"
      }
    >
      <Icon aria-hidden className="size-5.5 group-aria-[current]:stroke-[2.4]" />
      {label}
    </NavLink>
  );
}
