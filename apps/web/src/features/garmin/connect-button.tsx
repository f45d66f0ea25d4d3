import { useEffect, useState } from 'react';
import { useAthlete } from '../../session/session-context.ts';
import { Button } from '../../ui/button.tsx';
import { type Back, beginConsent } from './consent.ts';

type ConnectButtonProps = {
  consentUrl: string | null | undefined;
  children: string;
  /** Makes ready to leave, and says where to come back to. Nobody leaves if it says nothing. */
  prepare?: (() => Promise<Back | undefined>) | undefined;
  /** Navigation, injectable for tests. */
  leave?: ((url: string) => void) | undefined;
};

/** Goes to Garmin's consent page. The browser must go there itself: Garmin answers no script. */
export function ConnectButton({
  consentUrl,
  children,
  prepare,
  leave = goThere,
}: ConnectButtonProps) {
  const { user } = useAthlete();
  const [leaving, setLeaving] = useState(false);
  const [cannotLeave, setCannotLeave] = useState(false);

  // Whoever turns back at Garmin finds this page as it was left, and the button to be pressed again.
  useEffect(() => {
    const returned = () => setLeaving(false);
    window.addEventListener('pageshow', returned);
    return () => window.removeEventListener('pageshow', returned);
  }, []);

  async function go(): Promise<void> {
    if (!consentUrl) return;
    setLeaving(true);
    const back = await prepare?.();
    if (prepare && !back) return setLeaving(false);
    try {
      leave(await beginConsent(consentUrl, user.id, back));
    } catch {
      setLeaving(false);
      setCannotLeave(true);
    }
  }

  return (
    <>
      <Button variant="primary" busy={leaving || !consentUrl} onClick={() => void go()}>
        {children}
      </Button>
      {cannotLeave && (
        <p role="alert" className="basis-full text-sm text-danger">
          Your browser is blocking storage, so Garmin couldn’t send you back. Allow site data, then
          try again.
        </p>
      )}
    </>
  );
}

function goThere(url: string): void {
  window.location.assign(url);
}
