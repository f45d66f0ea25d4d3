import { Link } from 'react-router';
import { readLocalUser } from '../../platform/session/local-user.ts';
import { Logo } from '../../ui/logo.tsx';
import { ButtonLink, buttonClass } from '../../ui/button.tsx';
import { useTitle } from '../../ui/use-title.ts';

export function NotFoundScreen() {
  useTitle('Not found');
  const signedIn = readLocalUser() !== undefined;

  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr_auto]">
      <header className="wrap py-5">
        <a href="/" className="inline-flex no-underline hover:no-underline">
          <Logo />
        </a>
      </header>
      <main className="wrap self-center pb-8">
        <p
          aria-hidden
          className="fig -ml-[0.03em] text-4xl font-bold tracking-[-0.025em] [font-stretch:125%]"
        >
          404
        </p>
        <h1 className="mt-7 text-2xl">Page not found</h1>
        <p className="mt-2 max-w-[46ch] text-lg text-ink-2">The link may be old or mistyped.</p>
        <div className="mt-6 flex flex-wrap gap-3">
          {signedIn ? (
            <Link to="/app" className={buttonClass({ variant: 'primary' })}>
              Go to Today
            </Link>
          ) : (
            <>
              <ButtonLink variant="primary" href="/">
                Go to the home page
              </ButtonLink>
              <Link to="/login" className={buttonClass()}>
                Sign in
              </Link>
            </>
          )}
        </div>
      </main>
      <div aria-hidden className="grid gap-0.5 pb-16">
        {LANES.map((lane) => (
          <span key={lane} className={`block h-4 md:h-6.5 ${lane}`} />
        ))}
      </div>
    </div>
  );
}

const LANES = [
  'w-[60%] bg-pace-r',
  'w-[67%] bg-pace-i',
  'w-[74%] bg-pace-t',
  'w-[81%] bg-pace-m',
  'w-[88%] bg-pace-e',
];
