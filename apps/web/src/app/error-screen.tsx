import { useEffect, useState } from 'react';
import { isRouteErrorResponse, Link, useLocation, useNavigate, useRouteError } from 'react-router';
import { ApiProblem } from '../platform/api/problem.ts';
import { Logo } from '../ui/logo.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { useTitle } from '../ui/use-title.ts';

/**
 * Replaces a screen that failed, as an error element of the router. In the shell it needs no logo and no
 * landmark of its own.
 */
export function ErrorScreen({ inShell = false }: { inShell?: boolean }) {
  const error = useRouteError();
  // Keyed by navigation, because each attempt fails for its own reason.
  const content = <ErrorContent key={useLocation().key} error={error} />;
  if (inShell) return content;

  return (
    <>
      <header className="wrap py-5">
        <a href="/" className="inline-flex no-underline hover:no-underline">
          <Logo />
        </a>
      </header>
      <main className="wrap pt-8 pb-16">{content}</main>
    </>
  );
}

function ErrorContent({ error }: { error: unknown }) {
  const isOffline = useIsOffline(error);
  if (isRouteErrorResponse(error) && error.status === 404) return <MissingItem />;
  return isOffline ? <OfflineScreen /> : <CrashScreen error={error} />;
}

/** A chunk that did not load is either gone from the server or unreachable, and the error doesn't say which. */
function useIsOffline(error: unknown): boolean {
  const isUnreachable = error instanceof ApiProblem && error.code === 'UNREACHABLE';
  const isMissing = isMissingChunk(error);
  const [isOffline, setIsOffline] = useState(isUnreachable || (isMissing && !navigator.onLine));

  useEffect(() => {
    if (!isMissing) return undefined;
    let isCurrent = true;
    async function check(): Promise<void> {
      const isReachable = await canReachSite();
      if (isCurrent) setIsOffline(!isReachable);
    }
    void check();
    return () => {
      isCurrent = false;
    };
  }, [isMissing]);

  return isOffline;
}

function MissingItem() {
  useTitle('Not found');

  return (
    <ErrorState
      wholeScreen
      title="There is nothing here"
      actions={
        <Link to="/app" className={buttonClass({ variant: 'primary' })}>
          Go to Today
        </Link>
      }
    >
      It may have been deleted, or the address has a typo.
    </ErrorState>
  );
}

function OfflineScreen() {
  // Only "offline" is certain. Otherwise the network may be weak, or the server down.
  const [title] = useState(() =>
    navigator.onLine ? 'Pacewright can’t be reached' : 'You’re offline',
  );
  useTitle(title);
  const navigate = useNavigate();
  const isFirst = useLocation().key === 'default';
  const [isTrying, setIsTrying] = useState(false);

  useEffect(() => {
    const retry = () => void reloadIfReachable();
    window.addEventListener('online', retry);
    const timer = setInterval(retry, RETRY_MS);
    return () => {
      window.removeEventListener('online', retry);
      clearInterval(timer);
    };
  }, []);

  async function tryAgain(): Promise<void> {
    setIsTrying(true);
    await reloadIfReachable();
    setIsTrying(false);
  }

  return (
    <ErrorState
      wholeScreen
      title={title}
      actions={
        <>
          <Button variant="primary" busy={isTrying} onClick={() => void tryAgain()}>
            Try again
          </Button>
          {!isFirst && <Button onClick={() => void navigate(-1)}>Go back</Button>}
        </>
      }
    >
      This page isn’t saved on this device. It loads when you’re back online. You can still write a
      workout.
    </ErrorState>
  );
}

const RETRY_MS = 10_000;

/** Checks first: where the browser does not store the app, reloading without a network would lose the page. */
async function reloadIfReachable(): Promise<void> {
  if (await canReachSite()) location.reload();
}

const REACH_LIMIT_MS = 5_000;

/** The service worker ignores HEAD requests, so the server answers. */
async function canReachSite(): Promise<boolean> {
  try {
    await fetch('/', {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(REACH_LIMIT_MS),
    });
    return true;
  } catch {
    return false;
  }
}

function CrashScreen({ error }: { error: unknown }) {
  const isOutdated = isMissingChunk(error);
  const { title, text } = getErrorText(error);
  useTitle(title);

  const [copying, setCopying] = useState<keyof typeof COPYING>('ready');

  async function copyDetails(): Promise<void> {
    try {
      const { describeError } = await import('./describe-error.ts');
      await navigator.clipboard.writeText(describeError(error));
      setCopying('copied');
    } catch {
      setCopying('refused');
    }
  }

  return (
    <ErrorState
      wholeScreen
      title={title}
      actions={
        <>
          <Button variant="primary" onClick={() => location.reload()}>
            Reload
          </Button>
          {!isOutdated && <Button onClick={() => void copyDetails()}>{COPYING[copying]}</Button>}
        </>
      }
    >
      {text}
    </ErrorState>
  );
}

function getErrorText(error: unknown): { title: string; text: string } {
  if (isMissingChunk(error))
    return {
      title: 'Pacewright has been updated',
      text: 'This page is from before the update, or the network failed. Reload to get the new one. What you saved is safe.',
    };
  // A failed call has a message with the cause and what to do.
  if (error instanceof ApiProblem) return { title: 'This did not load', text: error.message };
  return {
    title: 'Something went wrong',
    text: 'What you saved is safe. Reload, and if it happens again, tell us what you did last.',
  };
}

const COPYING = {
  ready: 'Copy details',
  copied: 'Details copied',
  refused: 'Couldn’t copy',
};

/** A chunk could not be fetched: a newer version has replaced it, or there is no network. */
function isMissingChunk(error: unknown): boolean {
  if (error instanceof ApiProblem) return isMissingChunk(error.cause);
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(
      error.message,
    )
  );
}
