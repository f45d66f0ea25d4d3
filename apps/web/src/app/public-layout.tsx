import { Link, Outlet, useLocation } from 'react-router';
import { PaceStrip } from '../features/paces/pace-strip.tsx';
import { useSession } from '../platform/session/session-context.ts';
import { Logo } from '../ui/logo.tsx';
import { buttonClass } from '../ui/button.tsx';
import { ThemeMenu } from '../ui/theme-menu.tsx';
import { useVisitor } from '../visitor/use-visitor.ts';
import { SectionLink, SkipLink } from './links.tsx';

/** The layout of the public pages. A signed-in athlete gets a link to the app. */
export function PublicLayout() {
  const isAthlete = useSession().hasStoredUser();
  const { pathname } = useLocation();
  const { trainingPaces, units, vdot } = useVisitor().paces;

  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr_auto]">
      <SkipLink />
      <div className="border-b border-line bg-surface">
        <header className="wrap flex min-h-13.5 flex-wrap items-stretch gap-x-2 md:min-h-15 md:gap-x-6">
          <a href="/" className="flex min-h-13.5 items-center no-underline hover:no-underline">
            <Logo />
          </a>
          {!isAthlete && (
            <nav
              aria-label="Main"
              className="flex gap-0.5 max-md:order-1 max-md:-mx-2 max-md:w-full max-md:[&>a]:min-h-11"
            >
              <SectionLink to="/try" end>
                Workout
              </SectionLink>
              <SectionLink to={PACES}>Paces</SectionLink>
            </nav>
          )}
          <div className="ml-auto flex items-center gap-2">
            <ThemeMenu />
            {isAthlete ? (
              <Link to="/app" className={buttonClass({ size: 'sm' })}>
                Open the app
              </Link>
            ) : (
              <>
                <Link
                  to="/login"
                  className={`${buttonClass({ variant: 'quiet', size: 'sm' })} max-sm:hidden`}
                >
                  Sign in
                </Link>
                <Link to="/register" className={buttonClass({ size: 'sm' })}>
                  Create account
                </Link>
              </>
            )}
          </div>
        </header>
        {pathname !== PACES && (
          <section
            aria-label="Your training paces"
            className="hidden border-t border-line md:block"
          >
            <div className="wrap flex min-h-11 items-center">
              <PaceStrip {...{ trainingPaces, units, vdot }} />
            </div>
          </section>
        )}
      </div>
      <main id="main" className="wrap pt-5 pb-10 md:pt-8 md:pb-16">
        <Outlet />
      </main>
      <footer className="border-t border-line">
        <div className="wrap flex min-h-14 flex-wrap items-center gap-x-5 gap-y-2 py-3 text-sm text-ink-2">
          <p className="mr-auto">
            Pacewright isn’t affiliated with any race, watch maker or training brand.
          </p>
          <a href="/developers">Developers</a>
          <a href="/privacy">Privacy</a>
          <a href="/terms">Terms</a>
        </div>
      </footer>
    </div>
  );
}

const PACES = '/try/paces';
