import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import {
  type SignOutReason,
  clearSignOutReason,
  getSignOutReason,
} from '../../platform/session/sign-out-reason.ts';
import { nextPath, withNextParam } from '../../platform/session/next-path.ts';
import { useSession } from '../../platform/session/session-context.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/alert.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { AuthPage, AuthDivider, AuthFooter } from './auth-page.tsx';
import { checkSignIn } from './validation.ts';
import { VisitorDataNotice } from './visitor-data-notice.tsx';
import { ErrorAlert } from './error-alert.tsx';
import { EmailField } from './fields.tsx';
import { GoogleButton } from './google-button.tsx';
import {
  AUTH_MESSAGES,
  LOGIN_ERROR_OTHERWISE,
  LOGIN_ERRORS,
  REGISTRATION_FAILED,
  LOGIN_FAILED,
  getFormError,
  type ErrorText,
} from './messages.ts';
import { useForm } from './use-form.ts';

export function LoginScreen() {
  const session = useSession();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const next = nextPath(search);
  const reason = useSignOutMessage();

  const { errors, failure, setFailure, busy, formProps } = useForm({
    fields: ['email', 'password'],
    check: checkSignIn,
    send: async ({ email, password }) => {
      await session.signIn(email.trim(), password);
      await navigate(next, { replace: true });
    },
    explain: (error) => getFormError(error, LOGIN_FAILED, ERROR_FIELDS),
    before: () => readErrorParameter(search),
  });

  return (
    <AuthPage title="Sign in">
      <VisitorDataNotice />
      {reason && !failure && <Alert kind={reason.kind}>{reason.message}</Alert>}
      <ErrorAlert error={failure} />
      <GoogleButton
        onSignedIn={() => void navigate(next, { replace: true })}
        onFailure={setFailure}
      />
      <AuthDivider />
      <form {...formProps} className="grid gap-3.5">
        <EmailField error={errors.email} />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          error={errors.password}
          aside={
            <Link to="/password-reset" className="text-sm">
              Forgot your password?
            </Link>
          }
        />
        <Button type="submit" variant="primary" wide busy={busy} className="mt-1">
          Sign in
        </Button>
      </form>
      <AuthFooter>
        New here? <Link to={withNextParam('/register', next)}>Create an account</Link>
      </AuthFooter>
    </AuthPage>
  );
}

function readErrorParameter(search: URLSearchParams): ErrorText | undefined {
  const error = search.get('error');
  return error === null ? undefined : { message: LOGIN_ERRORS.get(error) ?? LOGIN_ERROR_OTHERWISE };
}

/** Fields by the provider's error codes. */
const ERROR_FIELDS = new Map([
  ['invalid-credential', 'password'],
  ['wrong-password', 'password'],
  ['user-not-found', 'email'],
  ['invalid-email', 'email'],
] as const);

/** The reason why the session ended. Shown once. */
function useSignOutMessage() {
  const [reason] = useState(getSignOutReason);
  useEffect(clearSignOutReason, []);
  return reason && MESSAGES[reason];
}

const MESSAGES: Record<SignOutReason, { kind: 'error' | 'info' | 'success'; message: string }> = {
  disabled: { kind: 'error', message: AUTH_MESSAGES['user-disabled'] },
  deleted: { kind: 'error', message: 'This account no longer exists.' },
  'signed-out': { kind: 'info', message: 'You’ve been signed out. Sign in again.' },
  everywhere: {
    kind: 'success',
    message: 'You’re signed out. Your other devices will be signed out within a minute.',
  },
  reclaimed: {
    kind: 'info',
    message:
      'Someone else had registered your email without verifying it. We deleted their data. Sign in again to continue.',
  },
  'not-registered': { kind: 'error', message: REGISTRATION_FAILED },
  erased: { kind: 'success', message: 'Your account and everything in it have been deleted.' },
};
