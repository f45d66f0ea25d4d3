import { LogOut, Mail, Timer } from 'lucide-react';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { IdentityError } from '../../session/identity.ts';
import { nextPath } from '../../session/next-path.ts';
import { useAthlete, useSession } from '../../session/session-context.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { OvalPage } from '../../ui/oval-page.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { VERIFY_MESSAGES } from './messages.ts';
import { useDelayed } from './use-delayed.ts';

const LOOK_EVERY_MS = 5_000;

type News = { kind: 'success' | 'info' | 'error'; message: string };

export function VerifyEmailScreen() {
  useTitle('Verify your email');
  const session = useSession();
  const { account } = useAthlete();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [news, setNews] = useState<News>();
  const [busy, setBusy] = useState<'check' | 'resend' | 'logout'>();

  const [alreadyVerified, setAlreadyVerified] = useState(false);
  const moveOn = () => void navigate(nextPath(search), { replace: true });
  useDelayed(alreadyVerified, moveOn);

  async function check(): Promise<boolean> {
    const verified = await session.checkVerification();
    if (verified) moveOn();
    return verified;
  }
  const looking = useLooking(check, !alreadyVerified);

  async function perform(name: NonNullable<typeof busy>, work: () => Promise<News | undefined>) {
    setNews(undefined);
    setBusy(name);
    setNews(await work());
    setBusy(undefined);
  }

  async function checkNow(): Promise<News | undefined> {
    try {
      if (await check()) return undefined;
      return {
        kind: 'info',
        message: 'Not verified yet. Open the link in the mail, then look again.',
      };
    } catch {
      return { kind: 'error', message: CHECK_FAILED };
    }
  }

  async function resend(): Promise<News | undefined> {
    try {
      // The link may have been opened since the last look.
      if (await session.checkVerification()) {
        setAlreadyVerified(true);
        return { kind: 'info', message: VERIFY_MESSAGES.alreadyVerified };
      }
      await (await session.identity()).sendVerification();
      return { kind: 'success', message: `Sent. Look for it in the inbox of ${account.email}.` };
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

  return (
    <OvalPage lapping={looking}>
      <div className="grid gap-2">
        <h1>Check your inbox</h1>
        <p className="text-ink-2">
          We sent a link to the address below. Open it on any device and this page moves on by
          itself.
        </p>
      </div>
      <p className="flex items-center gap-3 rounded-md bg-surface-2 px-3.5 py-3 font-[600] break-all">
        <Mail aria-hidden className="flex-none" />
        {account.email}
      </p>
      {news && <Note kind={news.kind}>{news.message}</Note>}
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
        Looking every 5 seconds. One lap, one look.
      </p>
      <div className="flex items-center justify-between border-t border-line pt-3 text-sm text-ink-2">
        Wrong address?
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
    </OvalPage>
  );
}

const CHECK_FAILED = 'Your status could not be checked. Check your connection and try again.';

/** Looks at once and then again and again, while the page is visible. The mail is often read in another tab. */
function useLooking(look: () => Promise<boolean>, enabled: boolean): boolean {
  const visible = useSyncExternalStore(onVisibilityChange, () => !document.hidden);
  const looking = visible && enabled;
  const lookQuietly = useEffectEvent(() => {
    // Without a connection the next look may do better.
    look().catch(() => undefined);
  });

  useEffect(() => {
    if (!looking) return undefined;
    lookQuietly();
    const timer = setInterval(lookQuietly, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [looking]);

  return looking;
}

function onVisibilityChange(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
