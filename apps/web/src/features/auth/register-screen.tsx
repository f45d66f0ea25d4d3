import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { ApiProblem } from '../../platform/api/problem.ts';
import { nextPath, withNextParam } from '../../platform/session/next-path.ts';
import { RegistrationRolledBack } from '../../platform/session/auth-flows.ts';
import { useSession } from '../../platform/session/session-context.ts';
import { clearSignOutReason, getSignOutReason } from '../../platform/session/sign-out-reason.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Alert } from '../../ui/alert.tsx';
import { AuthPage, AuthDivider, AuthFooter } from './auth-page.tsx';
import { VisitorDataNotice } from './visitor-data-notice.tsx';
import { checkRegistration, type RegistrationField } from './validation.ts';
import { ErrorAlert } from './error-alert.tsx';
import { EmailField, NewPasswordFields } from './fields.tsx';
import { GoogleButton } from './google-button.tsx';
import { REGISTRATION_FAILED, type ErrorText, type FormError, getFormError } from './messages.ts';
import { useDelayedRedirect } from './use-delayed-redirect.ts';
import { useForm } from './use-form.ts';

export function RegisterScreen() {
  const session = useSession();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const next = nextPath(search);
  useEffect(clearSignOutReason, []);
  const [registered, setRegistered] = useState<{ mailSent: boolean }>();
  const enter = () => void navigate(next, { replace: true });
  useDelayedRedirect(registered !== undefined, enter);

  const { errors, failure, setFailure, busy, formProps } = useForm({
    fields: ['username', 'email', 'password', 'confirmPassword'],
    check: checkRegistration,
    send: async ({ username, email, password }) => {
      setRegistered(
        await session.register({ username: username.trim(), email: email.trim(), password }),
      );
    },
    explain: getRegistrationError,
    // A refused sign-in reloads the page, and this is what it had to say.
    before: readFailureBeforeReload,
  });

  if (registered)
    return (
      <AuthPage title="Welcome to Pacewright">
        <Alert kind="success" title="Account created.">
          {registered.mailSent
            ? 'We’ve emailed you a verification link. Open it to start.'
            : 'We couldn’t email you the verification link. You can send it again on the next page.'}
        </Alert>
        <Button variant="primary" wide onClick={enter}>
          Continue
        </Button>
      </AuthPage>
    );

  return (
    <AuthPage title="Create your account" dense>
      <VisitorDataNotice isNewAccount />
      <ErrorAlert error={failure} />
      <GoogleButton onSignedIn={enter} onFailure={setFailure} />
      <AuthDivider />
      <form {...formProps} className="grid gap-3.5">
        <Field
          label="Username"
          name="username"
          autoComplete="nickname"
          spellCheck={false}
          error={errors.username}
        />
        <EmailField error={errors.email} />
        <NewPasswordFields isFirst errors={errors} />
        <Button type="submit" variant="primary" wide busy={busy} className="mt-1">
          Create account
        </Button>
      </form>
      <AuthFooter>
        Already have an account? <Link to={withNextParam('/login', next)}>Sign in</Link>
      </AuthFooter>
    </AuthPage>
  );
}

function readFailureBeforeReload(): ErrorText | undefined {
  return getSignOutReason() === 'not-registered' ? { message: REGISTRATION_FAILED } : undefined;
}

/** Fields by the provider's error codes. */
const ERROR_FIELDS = new Map<string, RegistrationField>([
  ['email-already-exists', 'email'],
  ['email-already-in-use', 'email'],
  ['invalid-email', 'email'],
  ['weak-password', 'password'],
  ['password-does-not-meet-requirements', 'password'],
]);

function getRegistrationError(error: unknown): FormError<RegistrationField> {
  if (!(error instanceof RegistrationRolledBack))
    return getFormError(error, REGISTRATION_FAILED, ERROR_FIELDS);
  const outcome = error.accountRemoved
    ? 'No account was created.'
    : 'Your account was only partly created. To finish, sign in with this email and password.';
  return { message: REGISTRATION_FAILED, detail: `${reasonOf(error.cause)}${outcome}` };
}

/** The API's reason for rejecting the input. Other failures may not recur, so they get none. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof ApiProblem) || cause.status === undefined) return '';
  if (cause.status !== 400 && cause.status !== 422) return '';
  const message = cause.errors[0]?.message ?? cause.message;
  return message.endsWith('.') ? `${message} ` : `${message}. `;
}
