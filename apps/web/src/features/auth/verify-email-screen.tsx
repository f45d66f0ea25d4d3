import { LogOut, Mail, Timer } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { IdentityError } from '../../platform/session/identity.ts';
import { nextPath } from '../../platform/session/next-path.ts';
import { useAthlete, useSession } from '../../platform/session/session-context.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/alert.tsx';
import { CenteredCardLayout } from '../../ui/centered-card-layout.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { ChangeEmail } from './change-email.tsx';
import { VERIFY_MESSAGES } from './messages.ts';
import { useDelayedRedirect } from './use-delayed-redirect.ts';

const CHECK_EVERY_MS = 5_000;

type Status = { kind: 'success' | 'info' | 'error'; message: string };

export function VerifyEmailScreen() {
  useTitle('Verify your email');
  const { account } = useAthlete();
  const { status, setStatus, busy, isVerified, perform, checkNow, resend, logout } =
    useVerification();
  const [changing, setChanging] = useState(false);

  return (
    <CenteredCardLayout lapping={!isVerified}>
      <div className="grid gap-2">
        <h1>Check your inbox</h1>
        <p className="text-ink-2">
          We sent a link to the address below. Open it on any device, and this page will continue.
        </p>
      </div>
      <p className="flex items-center gap-3 rounded-md bg-surface-2 px-3.5 py-3 font-semibold break-all">
        <Mail aria-hidden className="flex-none" />
        {account.email}
      </p>
      {status && <Alert kind={status.kind}>{status.message}</Alert>}
      <div className="grid gap-2.5">
        <Button
          variant="primary"
          wide
          busy={busy === 'check'}
          onClick={() => void perform('check', checkNow)}
        >
          Check Status
        </Button>
        <Button wide busy={busy === 'resend'} onClick={() => void perform('resend', resend)}>
          Resend Verification Email
        </Button>
      </div>
      <p className="flex items-center gap-2.5 text-sm text-ink-2">
        <Timer aria-hidden />
        Checking every 5 seconds.
      </p>
      <div className="flex items-center justify-between border-t border-line pt-3 text-sm text-ink-2">
        <span className="flex flex-wrap items-center">
          Wrong address?
          <Button variant="quiet" size="sm" onClick={() => setChanging(true)}>
            Change it
          </Button>
        </span>
        <Button
          variant="quiet"
          size="sm"
          icon={<LogOut aria-hidden />}
          className="-mr-3"
          busy={busy === 'logout'}
          onClick={() => void perform('logout', logout)}
        >
          Logout
        </Button>
      </div>
      {changing && (
        <ChangeEmail
          onClose={() => setChanging(false)}
          onMailed={(email) => {
            setChanging(false);
            setStatus({
              kind: 'success',
              message: `We sent a link to ${email}. Open it, then sign in with that address.`,
            });
          }}
        />
      )}
    </CenteredCardLayout>
  );
}

/** The state of the verification, and what the athlete can do about it. */
function useVerification() {
  const session = useSession();
  const { account } = useAthlete();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [status, setStatus] = useState<Status>();
  const [busy, setBusy] = useState<'check' | 'resend' | 'logout'>();

  const [alreadyVerified, setAlreadyVerified] = useState(false);
  const moveOn = () => void navigate(nextPath(search), { replace: true });
  useDelayedRedirect(alreadyVerified, moveOn);

  async function check(): Promise<boolean> {
    const verified = await session.checkVerification();
    if (verified) moveOn();
    return verified;
  }
  usePollVerification(check, !alreadyVerified);

  async function perform(name: NonNullable<typeof busy>, work: () => Promise<Status | undefined>) {
    setStatus(undefined);
    setBusy(name);
    setStatus(await work());
    setBusy(undefined);
  }

  async function checkNow(): Promise<Status | undefined> {
    try {
      if (await check()) return undefined;
      return {
        kind: 'info',
        message: 'Not verified yet. Open the link in the email, then check again.',
      };
    } catch {
      return { kind: 'error', message: CHECK_FAILED };
    }
  }

  async function resend(): Promise<Status | undefined> {
    try {
      // The link may have been opened since the last check.
      if (await session.checkVerification()) {
        setAlreadyVerified(true);
        return { kind: 'info', message: VERIFY_MESSAGES.alreadyVerified };
      }
      await (await session.identity()).sendVerification();
      return { kind: 'success', message: `Email sent. Check your inbox at ${account.email}.` };
    } catch (error) {
      const tooMany = error instanceof IdentityError && error.code === 'too-many-requests';
      return {
        kind: 'error',
        message: tooMany ? VERIFY_MESSAGES.tooManyRequests : VERIFY_MESSAGES.failed,
      };
    }
  }

  async function logout(): Promise<undefined> {
    await session.logout();
    return undefined;
  }

  return {
    status,
    setStatus,
    busy,
    isVerified: alreadyVerified,
    perform,
    checkNow,
    resend,
    logout,
  };
}

const CHECK_FAILED = 'We couldn’t check your status. Check your connection and try again.';

/** Checks now, every five seconds, and when the tab becomes visible. Browsers throttle timers in hidden tabs. */
function usePollVerification(check: () => Promise<boolean>, enabled: boolean): void {
  const isChecking = useRef(false);
  const checkQuietly = useEffectEvent(async () => {
    if (isChecking.current) return;
    isChecking.current = true;
    // Ignore errors: the next check may succeed.
    await check().catch(() => undefined);
    isChecking.current = false;
  });

  useEffect(() => {
    if (!enabled) return undefined;
    const run = () => void checkQuietly();
    const onVisibilityChange = () => {
      if (!document.hidden) run();
    };
    run();
    const timer = setInterval(run, CHECK_EVERY_MS);
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisibilityChange);
    };
  }, [enabled]);
}
