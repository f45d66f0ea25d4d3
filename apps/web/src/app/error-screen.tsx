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
      const isReachable = await canReach('/', 'HEAD');
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
      title="Not found"
      actions={
        <Link to="/app" className={buttonClass({ variant: 'primary' })}>
          Go to Today
        </Link>
      }
    >
      It may have been deleted, or the link may have a typo.
    </ErrorState>
  );
}

function OfflineScreen() {
  // Only "offline" is certain. Otherwise the network may be weak, or the server down.
  const [title] = useState(() => (navigator.onLine ? 'Can’t reach Pacewright' : 'You’re offline'));
  useTitle(title);
  const navigate = useNavigate();
  // The router counts the entries of this page's history.
  const isFirst = (history.state as { idx?: number } | null)?.idx === 0;
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
      This page isn’t saved on this device. It will load when you’re back online. You can still
      write a workout.
    </ErrorState>
  );
}

const RETRY_MS = 10_000;

/** Checks first: where the browser does not store the app, reloading without a network would lose the page. */
async function reloadIfReachable(): Promise<void> {
  // A site whose API is down would reload for nothing, again and again.
  if (await canReach('/api/health/live', 'GET')) location.reload();
}

const REACH_LIMIT_MS = 5_000;

/** The service worker leaves HEAD requests and the API alone, so the server answers. */
async function canReach(path: string, method: 'HEAD' | 'GET'): Promise<boolean> {
  try {
    const { ok } = await fetch(path, {
      method,
      cache: 'no-store',
      signal: AbortSignal.timeout(REACH_LIMIT_MS),
    });
    return ok;
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
      text: 'There’s a new version, or your connection dropped. Reload to continue. Your saved work is safe.',
    };
  // A failed call has a message with the cause and what to do.
  if (error instanceof ApiProblem) return { title: 'This didn’t load', text: error.message };
  return {
    title: 'Something went wrong',
    text: 'Your saved work is safe. Reload the page. If it happens again, copy the details and send them to us.',
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
