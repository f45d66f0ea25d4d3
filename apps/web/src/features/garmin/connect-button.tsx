import { useEffect, useState } from 'react';
import { useAthlete } from '../../platform/session/session-context.ts';
import { Button } from '../../ui/button.tsx';
import { type ReturnTo, startConsent } from './consent.ts';

type ConnectButtonProps = {
  consentUrl: string | null | undefined;
  children: string;
  /** The consent text beside this button. */
  textVersion?: number | undefined;
  /** Prepares for leaving, and returns the screen to come back to. Undefined cancels it. */
  prepare?: (() => Promise<ReturnTo | undefined>) | undefined;
  /** Navigation, injectable for tests. */
  leave?: ((url: string) => void) | undefined;
};

/** Goes to Garmin's consent page. It has to be a navigation: Garmin does not answer fetch. */
export function ConnectButton({
  consentUrl,
  children,
  textVersion,
  prepare,
  leave = navigate,
}: ConnectButtonProps) {
  const { user } = useAthlete();
  const [isLeaving, setIsLeaving] = useState(false);
  const [problem, setProblem] = useState<keyof typeof PROBLEMS>();

  // Going back from Garmin restores this page from the browser's cache, with the button still busy.
  useEffect(() => {
    const onPageShow = () => setIsLeaving(false);
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, []);

  async function connect(): Promise<void> {
    if (!consentUrl) return;
    // The browser would show a page of its own instead of this app.
    if (!navigator.onLine) return setProblem('offline');
    setProblem(undefined);
    setIsLeaving(true);
    const returnTo = await prepare?.();
    if (prepare && !returnTo) return setIsLeaving(false);
    try {
      leave(await startConsent(consentUrl, user.id, { returnTo, textVersion }));
    } catch {
      setIsLeaving(false);
      setProblem('storage');
    }
  }

  return (
    <>
      <Button variant="primary" busy={isLeaving || !consentUrl} onClick={() => void connect()}>
        {children}
      </Button>
      {problem && (
        <p role="alert" className="basis-full text-sm text-danger">
          {PROBLEMS[problem]}
        </p>
      )}
    </>
  );
}

const PROBLEMS = {
  offline: 'You’re offline. Connect Garmin when you’re back online.',
  storage:
    'Your browser is blocking storage, so we can’t connect Garmin. Allow site data, then try again.',
};

function navigate(url: string): void {
  window.location.assign(url);
}
