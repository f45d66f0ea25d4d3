import { type ReactNode, useEffect, useState } from 'react';
import { type Location, useLocation } from 'react-router';
import { AccessSection } from '../../features/access/access-section.tsx';
import { ConfirmIdentity } from '../../features/auth/confirm-identity.tsx';
import { DataSection } from '../../features/auth/data-section.tsx';
import { ProfileSection } from '../../features/auth/profile-section.tsx';
import { SignInSection } from '../../features/auth/sign-in-section.tsx';
import { FeedSection } from '../../features/calendar/feed-section.tsx';
import { WeekStartSection } from '../../features/calendar/week-start-section.tsx';
import { UnitsSection } from '../../features/paces/units-section.tsx';
import { IntervalsIcuCard } from '../../features/intervals-icu/intervals-icu-card.tsx';
import { GarminCard } from '../../features/garmin/garmin-card.tsx';
import { OutdatedPaces } from '../../features/garmin/connection.tsx';
import {
  ENTITLEMENTS,
  type Entitlement,
  grantsEverything,
  isEntitled,
  isSubscribed,
} from '../../platform/session/subscription.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ThemeChoice } from '../../ui/theme-choice.tsx';

type Section = { id: string; title: string; description: string; content: ReactNode };

const ALL_SECTIONS: Section[] = [
  {
    id: 'profile',
    title: 'Profile',
    description: 'Only you can see this.',
    content: <ProfileSection />,
  },
  {
    id: 'garmin',
    title: 'Garmin',
    description: 'Optional. Send workouts straight to your watch.',
    content: (
      <>
        <OutdatedPaces />
        <GarminCard />
      </>
    ),
  },
  {
    id: 'sign-in',
    title: 'Sign-in',
    description: 'How you sign in.',
    content: <SignInSection />,
  },
  {
    id: 'units',
    title: 'Units',
    description: 'How paces and distances are shown.',
    content: <UnitsSection />,
  },
  {
    id: 'week',
    title: 'Week',
    description: 'The first day of the week on your calendar. Plans can set their own.',
    content: <WeekStartSection />,
  },
  {
    id: 'theme',
    title: 'Theme',
    description: 'Saved on this device.',
    content: <ThemeChoice />,
  },
  {
    id: 'intervals-icu',
    title: 'intervals.icu',
    description: 'Optional. Send workouts to Suunto, COROS and Wahoo with your own API key.',
    content: <IntervalsIcuCard />,
  },
  {
    id: 'calendar-feed',
    title: 'Calendar feed',
    description: 'Read-only: other calendars can show your workouts, not change them.',
    content: <FeedSection confirmIdentity={(props) => <ConfirmIdentity {...props} />} />,
  },
  {
    id: 'access',
    title: 'Access',
    description:
      'Let a script or an assistant read your training or write workouts for you. Each needs a key or your consent, and you can revoke it at any time.',
    content: <AccessSection confirmIdentity={(props) => <ConfirmIdentity {...props} />} />,
  },
  {
    id: 'subscription',
    title: 'Subscription',
    description: 'What your subscription includes.',
    content: <Subscription />,
  },
  {
    id: 'data',
    title: 'Your data',
    description: 'Export your data, sign out or delete your account.',
    content: <DataSection />,
  },
];

/** A subscription that grants everything to everyone is not shown. */
const SECTIONS = ALL_SECTIONS.filter(({ id }) => id !== 'subscription' || !grantsEverything());

/** The settings of every feature on one screen. */
export function SettingsScreen() {
  const current = useSectionInView();

  return (
    <>
      <PageHeading title="Settings" />
      <div className="grid items-start gap-2 lg:grid-cols-[200px_minmax(0,1fr)] lg:gap-12">
        <nav
          aria-label="Settings"
          className="-mx-(--gutter) flex gap-1 overflow-x-auto px-(--gutter) lg:sticky lg:top-6 lg:mx-0 lg:grid lg:gap-0.5 lg:px-0"
        >
          {SECTIONS.map(({ id, title }) => (
            <a
              key={id}
              href={`#${id}`}
              aria-current={id === current ? 'true' : undefined}
              className="flex min-h-10 flex-none items-center rounded-md px-3 font-medium text-ink-2 no-underline hover:bg-surface-2 hover:text-ink hover:no-underline aria-[current]:bg-surface-2 aria-[current]:font-semibold aria-[current]:text-ink forced-colors:aria-[current]:underline"
            >
              {title}
            </a>
          ))}
        </nav>
        <div>
          {SECTIONS.map(({ id, title, description, content }) => (
            <section
              key={id}
              id={id}
              aria-labelledby={`${id}-heading`}
              className="grid scroll-mt-6 gap-x-12 gap-y-4 border-t border-line py-6 first:border-t-0 lg:grid-cols-[minmax(0,300px)_minmax(0,1fr)] lg:py-7 lg:first:pt-1"
            >
              <div>
                <h2 id={`${id}-heading`} className="text-lg">
                  {title}
                </h2>
                <p className="mt-1.5 text-sm text-ink-2 lg:max-w-[36ch]">{description}</p>
              </div>
              <div className="grid min-w-0 content-start gap-4">{content}</div>
            </section>
          ))}
        </div>
      </div>
    </>
  );
}

/**
 * The section to mark as current: the requested or used one, until the athlete scrolls. Then the one at a line that
 * moves from the top of the window to its bottom as the page is scrolled, so that the last sections, which
 * cannot reach the top, get their turn.
 */
function useSectionInView(): string {
  const location = useLocation() as Location<{ from?: string } | null>;
  // After connecting Garmin, its card is requested.
  const requested = [location.hash.slice(1), location.state?.from].find(isSection);
  const [shown, setShown] = useState({ location, id: requested });
  if (shown.location !== location) setShown({ location, id: requested });

  useEffect(() => {
    let isRequested = requested !== undefined;
    const onMove = () => {
      isRequested = false;
    };
    const update = () => {
      if (!isRequested) setShown({ location, id: findAtLine() });
    };
    const controller = new AbortController();
    const options = { signal: controller.signal, passive: true };
    // A section that is used is current, also where it can't reach the line.
    const onUse = ({ target }: Event) => {
      const id = target instanceof Element ? target.closest('section')?.id : undefined;
      if (!isSection(id)) return;
      isRequested = true;
      setShown({ location, id });
    };
    for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
      addEventListener(type, onMove, options);
    for (const type of ['pointerdown', 'focusin']) addEventListener(type, onUse, options);
    addEventListener('scroll', update, options);
    return () => controller.abort();
  }, [requested, location]);

  return shown.id ?? 'profile';
}

function isSection(id: string | undefined): boolean {
  return SECTIONS.some((section) => section.id === id);
}

function findAtLine(): string | undefined {
  const { scrollHeight } = document.documentElement;
  const line = (innerHeight * scrollY) / Math.max(1, scrollHeight - innerHeight);
  return SECTIONS.findLast(({ id }) => topOf(id) <= line)?.id;
}

function topOf(id: string): number {
  return document.getElementById(id)?.getBoundingClientRect().top ?? 0;
}

function Subscription() {
  const included = ENTITLEMENTS.filter((entitlement) => isEntitled(entitlement));
  return (
    <div className="text-sm text-ink-2">
      <b className="block text-md font-semibold text-ink">
        {isSubscribed() ? 'You’re subscribed.' : 'You aren’t subscribed.'}
      </b>
      Included: {included.map((entitlement) => NAMES[entitlement]).join(', ')}.
    </div>
  );
}

const NAMES: Record<Entitlement, string> = {
  paces: 'training paces',
  workouts: 'workouts',
  calendar: 'the calendar',
  garmin: 'Garmin',
};
