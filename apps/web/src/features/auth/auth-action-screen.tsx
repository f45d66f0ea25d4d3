import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { ONE_SHOT } from '../../platform/api/call-context.ts';
import { IdentityError, type MailedAction } from '../../platform/session/identity.ts';
import type { Session } from '../../platform/session/session.ts';
import { useSession } from '../../platform/session/session-context.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { Alert } from '../../ui/alert.tsx';
import { AuthPage } from './auth-page.tsx';
import { checkNewPassword } from './validation.ts';
import { ErrorAlert } from './error-alert.tsx';
import { NewPasswordFields } from './fields.tsx';
import { ACTION_MESSAGES, authMessage, type ErrorText, fieldError, withHint } from './messages.ts';
import { useDelayedRedirect } from './use-delayed-redirect.ts';
import { useForm } from './use-form.ts';

/** The target of the links in our mails. */
export function AuthActionScreen() {
  const [search] = useSearchParams();
  const mode = search.get('mode');
  const code = search.get('oobCode');

  if (!mode || !code)
    return (
      <LinkError
        title="This link is incomplete"
        error={{ message: ACTION_MESSAGES.missingParameters }}
      />
    );
  const kind = MODES.get(mode);
  if (!kind)
    return (
      <LinkError
        title="We don’t recognise this link"
        error={{ message: ACTION_MESSAGES.unknownMode }}
      />
    );
  return <MailedLink key={code} kind={kind} code={code} />;
}

type Kind = Exclude<MailedAction['kind'], 'other'>;

const MODES = new Map<string, Kind>([
  ['verifyEmail', 'verify-email'],
  ['resetPassword', 'reset-password'],
  // Beyond the specification: both belong to a change of email in the settings.
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

  const { email, isSignedIn } = opened.data;
  if (kind === 'reset-password') return <NewPassword email={email} code={code} />;
  if (kind === 'verify-email') return <EmailVerified isSignedIn={isSignedIn} />;
  if (kind === 'change-email') return <EmailChanged email={email} />;
  return <EmailRecovered email={email} />;
}

/** Checks that the code matches the mode, and applies it unless the page must ask for input first. */
async function openLink(
  session: Session,
  kind: Kind,
  code: string,
): Promise<{ email: string; isSignedIn: boolean }> {
  const identity = await session.identity();
  try {
    const action = await identity.readAction(code);
    if (action.kind !== kind) throw new IdentityError('invalid-action-code');
    if (kind !== 'reset-password') await identity.applyAction(code);
    const isSignedIn = kind === 'verify-email' && (await isVerifiedHere(session));
    return { email: action.email, isSignedIn };
  } catch (error) {
    // The link was opened before. A code is good once, a verified email stays verified.
    if (kind !== 'verify-email' || !(await isVerifiedHere(session))) throw error;
    return { email: '', isSignedIn: true };
  }
}

/** Refreshes the token of a session in this browser. Returns whether there is one, with a verified email. */
async function isVerifiedHere(session: Session): Promise<boolean> {
  try {
    const state = await session.ready();
    return state.status === 'authenticated' && (await session.checkVerification());
  } catch {
    // The app checks again when it opens.
    return false;
  }
}

type LinkFailedProps = { kind: Kind; error: Error; retry: () => unknown };

function LinkFailed({ kind, error, retry }: LinkFailedProps) {
  // Any other error means that a chunk failed to load.
  const code = error instanceof IdentityError ? error.code : 'network-request-failed';
  if (code === 'network-request-failed')
    return (
      <LinkError title="We couldn’t open this link" error={withHint(code, authMessage(code))}>
        <Button variant="primary" wide onClick={() => void retry()}>
          Try again
        </Button>
      </LinkError>
    );
  if (code === 'user-disabled')
    return <LinkError title="This link can’t be used" error={{ message: authMessage(code) }} />;

  const message =
    code === 'expired-action-code' ? ACTION_MESSAGES.expiredCode : ACTION_MESSAGES.invalidCode;
  return (
    <LinkError title="This link has expired" error={{ message }}>
      <NewLink kind={kind} />
    </LinkError>
  );
}

function NewLink({ kind }: { kind: Kind }) {
  return (
    <Link to={NEW_LINK[kind]} className={buttonClass({ variant: 'primary', wide: true })}>
      Send a new link
    </Link>
  );
}

/** The page that sends a new mail of each kind. */
const NEW_LINK: Record<Kind, string> = {
  'verify-email': '/verify-email',
  'reset-password': '/password-reset',
  'change-email': '/app/settings',
  'recover-email': '/password-reset',
};

type LinkErrorProps = { title: string; error: ErrorText; children?: ReactNode };

function LinkError({ title, error, children }: LinkErrorProps) {
  return (
    <AuthPage title={title}>
      <ErrorAlert error={error} />
      {children ?? (
        <Link to="/login" className={buttonClass({ variant: 'primary', wide: true })}>
          Sign in
        </Link>
      )}
    </AuthPage>
  );
}

/** Someone who is not signed in on this device is sent on to the sign-in page. */
function EmailVerified({ isSignedIn }: { isSignedIn: boolean }) {
  const navigate = useNavigate();
  return (
    <MoveOn
      title="Verify your email"
      done="Email verified."
      label={isSignedIn ? 'Open the app now' : 'Sign in now'}
      move={() => void navigate('/app', { replace: true })}
    >
      {isSignedIn
        ? 'Taking you to the app in 3 seconds.'
        : 'Taking you to the sign-in page in 3 seconds. Sign in to start.'}
    </MoveOn>
  );
}

function NewPassword({ email, code }: { email: string; code: string }) {
  const session = useSession();
  const [saved, setSaved] = useState(false);

  const { errors, failure, busy, formProps } = useForm({
    fields: ['password', 'confirmPassword'],
    check: checkNewPassword,
    send: async ({ password }) => {
      await (await session.identity()).resetPassword(code, password);
      setSaved(true);
    },
    explain: explainReset,
  });

  if (saved)
    return (
      <SignInAgain title="Set a new password" done="Password changed.">
        Taking you to the sign-in page in 3 seconds.
      </SignInAgain>
    );

  return (
    <AuthPage title="Set a new password">
      <p className="text-ink-2">
        for <b className="break-all text-ink">{email}</b>
      </p>
      <ErrorAlert error={failure} />
      {failure?.message === ACTION_MESSAGES.invalidResetCode && <NewLink kind="reset-password" />}
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

function explainReset(error: unknown) {
  const code = error instanceof IdentityError ? error.code : '';
  if (code === 'weak-password') return fieldError('password', ACTION_MESSAGES.weakPassword);
  const isExpired = code === 'invalid-action-code' || code === 'expired-action-code';
  return isExpired
    ? { message: ACTION_MESSAGES.invalidResetCode }
    : withHint(code, ACTION_MESSAGES.resetFailed);
}

function EmailChanged({ email }: { email: string }) {
  return (
    <SignInAgain title="Your email has changed" done="Email changed.">
      You’ll now sign in as <b className="break-all">{email}</b>. Taking you to the sign-in page in
      3 seconds.
    </SignInAgain>
  );
}

function EmailRecovered({ email }: { email: string }) {
  return (
    <AuthPage title="Your old email has been restored">
      <Alert kind="success">
        You can sign in as <b className="break-all">{email}</b> again. If someone else changed it,
        set a new password now.
      </Alert>
      <Link to="/password-reset" className={buttonClass({ variant: 'primary', wide: true })}>
        Reset your password
      </Link>
    </AuthPage>
  );
}

type SignInAgainProps = { title: string; done: string; children: ReactNode };

/** A new password or email ends every session, including this one. */
function SignInAgain(props: SignInAgainProps) {
  const session = useSession();
  const navigate = useNavigate();
  const signIn = () => {
    if (session.hasStoredUser()) void session.logout({ keepsDrafts: true });
    else void navigate('/login', { replace: true });
  };
  return <MoveOn {...props} label="Sign in now" move={signIn} />;
}

type MoveOnProps = SignInAgainProps & { label: string; move: () => void };

/** Something is done, and its page moves on by itself. */
function MoveOn({ title, done, children, label, move }: MoveOnProps) {
  useDelayedRedirect(true, move);
  return (
    <AuthPage title={title}>
      <Alert kind="success" title={done}>
        {children}
      </Alert>
      <Button variant="primary" wide onClick={move}>
        {label}
      </Button>
    </AuthPage>
  );
}
