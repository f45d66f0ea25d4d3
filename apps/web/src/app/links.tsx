import type { ReactNode } from 'react';
import { NavLink } from 'react-router';

/** The first tab stop of a page with a top bar. */
export function SkipLink() {
  return (
    <a href="#main" className="absolute top-3 left-4 z-99 bg-surface px-3 py-2 not-focus:sr-only">
      Skip to content
    </a>
  );
}

type SectionLinkProps = { to: string; end?: boolean; children: ReactNode };

/** One of the sections in a top bar. */
export function SectionLink({ to, end = false, children }: SectionLinkProps) {
  return (
    <NavLink to={to} end={end} className={LINK_CLASS}>
      {children}
    </NavLink>
  );
}

/** On phones, whose tab bar has no room for both: the two lists of what the athlete has written. */
export function LibrarySwitch() {
  return (
    <nav aria-label="Library" className="segments mb-4 flex md:hidden">
      {LISTS.map(({ to, label }) => (
        <NavLink key={to} to={to} end className="segment flex-1 no-underline hover:no-underline">
          {label}
        </NavLink>
      ))}
    </nav>
  );
}

const LISTS = [
  { to: '/app/workouts', label: 'Workouts' },
  { to: '/app/plans', label: 'Plans' },
];

const LINK_CLASS =
  'relative flex items-center px-2 text-sm font-medium text-ink-2 no-underline hover:text-ink hover:no-underline ' +
  'aria-[current]:font-semibold aria-[current]:text-ink min-[52rem]:px-2.5 min-[52rem]:text-sm lg:px-3.5 ' +
  "aria-[current]:after:absolute aria-[current]:after:inset-x-2 aria-[current]:after:-bottom-px aria-[current]:after:h-[3px] aria-[current]:after:bg-ink aria-[current]:after:content-[''] forced-colors:aria-[current]:after:bg-[Highlight] lg:aria-[current]:after:inset-x-3.5";
