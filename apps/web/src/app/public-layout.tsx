import { Link, Outlet } from 'react-router';
import { useSession } from '../session/session-context.ts';
import { Brand } from '../ui/brand.tsx';
import { buttonClass } from '../ui/button.tsx';
import { ThemeMenu } from '../ui/theme-menu.tsx';

/** Around the pages that anyone may see. Who looks signed in is led back into the app. */
export function PublicLayout() {
  const isAthlete = useSession().looksSignedIn();

  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr_auto]">
      <a href="#main" className="absolute top-3 left-4 z-99 bg-surface px-3 py-2 not-focus:sr-only">
        Skip to content
      </a>
      <header className="border-b border-line bg-surface">
        <div className="wrap flex min-h-[54px] items-center gap-2 md:min-h-[60px]">
          <a href="/" className="mr-auto flex items-center no-underline hover:no-underline">
            <Brand />
          </a>
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
      <main id="main" className="wrap pt-5 pb-10 md:pt-8 md:pb-16">
        <Outlet />
      </main>
      <footer className="border-t border-line">
        <div className="wrap flex min-h-14 flex-wrap items-center gap-x-5 gap-y-2 py-3 text-sm text-ink-2">
          <p className="mr-auto">
            Pacewright is independent: no race, watch maker or training brand stands behind it.
          </p>
          <a href="/privacy">Privacy</a>
          <a href="/terms">Terms</a>
        </div>
      </footer>
    </div>
  );
}
