import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { ONE_SHOT } from '../../api/one-shot.ts';
import { IdentityError, type MailedAction } from '../../session/identity.ts';
import type { Session } from '../../session/session.ts';
import { useSession } from '../../session/session-context.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { Note } from '../../ui/note.tsx';
import { AuthPage } from './auth-page.tsx';
import { checkNewPassword } from './checks.ts';
import { FailureNote } from './failure-note.tsx';
import { NewPasswordFields } from './fields.tsx';
import { ACTION_MESSAGES, authMessage, type Telling, withHint } from './messages.ts';
import { useDelayed } from './use-delayed.ts';
import { useSending } from './use-sending.ts';

/** Where the links in our mails lead. */
export function AuthActionScreen() {
  const [search] = useSearchParams();
  const mode = search.get('mode');
  const code = search.get('oobCode');

  if (!mode || !code)
    return (
      <Refused
        title="This link is incomplete"
        telling={{ message: ACTION_MESSAGES.missingParameters }}
      />
    );
  const kind = MODES.get(mode);
  if (!kind)
    return (
      <Refused
        title="We don’t recognise this link"
        telling={{ message: ACTION_MESSAGES.unknownMode }}
      />
    );
  return <MailedLink key={code} kind={kind} code={code} />;
}

type Kind = Exclude<MailedAction['kind'], 'other'>;

const MODES = new Map<string, Kind>([
  ['verifyEmail', 'verify-email'],
  ['resetPassword', 'reset-password'],
  // Beyond the specification: both come with a change of email in the settings.
  ['verifyAndChangeEmail', 'change-email'],
  ['recoverEmail', 'recover-email'],
]);

function MailedLink({ kind, code }: { kind: Kind; code: string }) {
  const session = useSession();
  const opened = useQuery({
    queryKey: ['mailed-action', kind, code],
    queryFn: () => openLink(session, kind, code),
    ...ONE_SHOT,
  });

  if (opened.isFetching)
    return (
      <AuthPage title="One moment">
        <LoadingIndicator text="Processing..." />
      </AuthPage>
    );
  if (opened.isError) return <LinkFailed kind={kind} error={opened.error} retry={opened.refetch} />;
  if (opened.data === undefined) return null;

  const { email } = opened.data;
  if (kind === 'reset-password') return <NewPassword email={email} code={code} />;
  if (kind === 'verify-email') return <EmailVerified />;
  if (kind === 'change-email') return <EmailChanged email={email} />;
  return <EmailRecovered email={email} />;
}

/** Makes sure that the code is for what its link says, and does what can be done without asking. */
async function openLink(session: Session, kind: Kind, code: string): Promise<{ email: string }> {
  const identity = await session.identity();
  const action = await identity.readAction(code);
  if (action.kind !== kind) throw new IdentityError('invalid-action-code');
  if (kind !== 'reset-password') await identity.applyAction(code);
  if (kind === 'verify-email') await noticeVerification(session);
  return { email: action.email };
}

/** If the account is signed in here, its token must say that it is verified before the app opens. */
async function noticeVerification(session: Session): Promise<void> {
  try {
    const state = await session.settled();
    if (state.status === 'authenticated') await session.checkVerification();
  } catch {
    // The email is verified all the same; the app asks again when it opens.
  }
}

type LinkFailedProps = { kind: Kind; error: Error; retry: () => unknown };

function LinkFailed({ kind, error, retry }: LinkFailedProps) {
  // Any other error means that a part of the app did not load.
  const code = error instanceof IdentityError ? error.code : 'network-request-failed';
  if (code === 'network-request-failed')
    return (
      <Refused title="This link could not be opened" telling={withHint(code, authMessage(code))}>
        <Button variant="primary" wide onClick={() => void retry()}>
          Try again
        </Button>
      </Refused>
    );
  if (code === 'user-disabled')
    return <Refused title="This link cannot be used" telling={{ message: authMessage(code) }} />;

  const message =
    code === 'expired-action-code' ? ACTION_MESSAGES.expiredCode : ACTION_MESSAGES.invalidCode;
  return (
    <Refused title="This link has expired" telling={{ message }}>
      <Link to={NEW_LINK[kind]} className={buttonClass({ variant: 'primary', wide: true })}>
        Send a new link
      </Link>
    </Refused>
  );
}

/** Where a new mail of each kind is asked for. */
const NEW_LINK: Record<Kind, string> = {
  'verify-email': '/verify-email',
  'reset-password': '/password-reset',
  'change-email': '/app/settings',
  'recover-email': '/password-reset',
};

type RefusedProps = { title: string; telling: Telling; children?: ReactNode };

function Refused({ title, telling, children }: RefusedProps) {
  return (
    <AuthPage title={title}>
      <FailureNote telling={telling} />
      {children ?? (
        <Link to="/login" className={buttonClass({ variant: 'primary', wide: true })}>
          Sign in
        </Link>
      )}
    </AuthPage>
  );
}

function EmailVerified() {
  const navigate = useNavigate();
  const open = () => void navigate('/app', { replace: true });
  useDelayed(true, open);

  return (
    <AuthPage title="Verify your email">
      <Note kind="success" title="Email verified.">
        Taking you to the app in 3 seconds.
      </Note>
      <Button variant="primary" wide onClick={open}>
        Open the app now
      </Button>
    </AuthPage>
  );
}

function NewPassword({ email, code }: { email: string; code: string }) {
  const session = useSession();
  const signInAgain = useSignInAgain();
  const [failure, setFailure] = useState<Telling>();
  const [saved, setSaved] = useState(false);
  useDelayed(saved, signInAgain);

  const { errors, busy, formProps } = useSending({
    fields: ['password', 'confirmPassword'],
    check: checkNewPassword,
    send: async ({ password }) => {
      setFailure(undefined);
      try {
        await (await session.identity()).resetPassword(code, password);
        setSaved(true);
      } catch (error) {
        const refusal = error instanceof IdentityError ? error.code : '';
        if (refusal === 'weak-password') return { password: ACTION_MESSAGES.weakPassword };
        setFailure(tellReset(refusal));
      }
      return undefined;
    },
  });

  if (saved)
    return (
      <AuthPage title="Set a new password">
        <Note kind="success" title="Password changed.">
          Taking you to the sign-in page in 3 seconds.
        </Note>
        <Button variant="primary" wide onClick={signInAgain}>
          Sign in now
        </Button>
      </AuthPage>
    );

  return (
    <AuthPage title="Set a new password">
      <p className="text-ink-2">
        for <b className="break-all text-ink">{email}</b>
      </p>
      <FailureNote telling={failure} />
      <form {...formProps} className="grid gap-3.5">
        {/* Tells a password manager whose password this is. */}
        <input type="email" hidden autoComplete="username" value={email} readOnly />
        <NewPasswordFields errors={errors} />
        <Button type="submit" variant="primary" wide busy={busy} className="mt-1">
          Save new password
        </Button>
      </form>
    </AuthPage>
  );
}

function tellReset(code: string): Telling {
  if (code === 'invalid-action-code' || code === 'expired-action-code')
    return { message: ACTION_MESSAGES.invalidResetCode };
  return withHint(code, ACTION_MESSAGES.resetFailed);
}

function EmailChanged({ email }: { email: string }) {
  const signInAgain = useSignInAgain();
  useDelayed(true, signInAgain);

  return (
    <AuthPage title="Your email has changed">
      <Note kind="success" title="Email changed.">
        From now on you sign in as <b className="break-all">{email}</b>. Taking you to the sign-in
        page in 3 seconds.
      </Note>
      <Button variant="primary" wide onClick={signInAgain}>
        Sign in now
      </Button>
    </AuthPage>
  );
}

function EmailRecovered({ email }: { email: string }) {
  return (
    <AuthPage title="Your old email has been restored">
      <Note kind="success">
        You sign in as <b className="break-all">{email}</b> again. If someone else changed it, set a
        new password now.
      </Note>
      <Link to="/password-reset" className={buttonClass({ variant: 'primary', wide: true })}>
        Reset your password
      </Link>
    </AuthPage>
  );
}

/** A new password or email ends the sign-ins made with the old one, this device's too. */
function useSignInAgain(): () => void {
  const session = useSession();
  const navigate = useNavigate();

  return () => {
    if (session.looksSignedIn()) void session.logout({ keepsDrafts: true });
    else void navigate('/login', { replace: true });
  };
}
