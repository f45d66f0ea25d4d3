import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { nextPath, rememberingNext } from '../../session/next-path.ts';
import { RegistrationUndone } from '../../session/session.ts';
import { useSession } from '../../session/session-context.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import { AuthPage, OrWithEmail, OtherWay } from './auth-page.tsx';
import { ComesAlong } from './comes-along.tsx';
import { checkRegistration, type RegistrationField } from './checks.ts';
import { FailureNote } from './failure-note.tsx';
import { EmailField, NewPasswordFields } from './fields.tsx';
import { GoogleButton } from './google-button.tsx';
import { REGISTRATION_FAILED, tell, tellBeside, type Telling } from './messages.ts';
import { useDelayed } from './use-delayed.ts';
import { useSending } from './use-sending.ts';

export function RegisterScreen() {
  const session = useSession();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const next = nextPath(search);
  const [failure, setFailure] = useState<Telling>();
  const [registered, setRegistered] = useState<{ mailSent: boolean }>();
  const enter = () => void navigate(next, { replace: true });
  useDelayed(registered !== undefined, enter);

  const { errors, busy, formProps } = useSending({
    fields: ['username', 'email', 'password', 'confirmPassword'],
    check: checkRegistration,
    send: async ({ username, email, password }) => {
      setFailure(undefined);
      try {
        setRegistered(
          await session.register({ username: username.trim(), email: email.trim(), password }),
        );
      } catch (error) {
        const beside = tellBeside(error, FIELDS);
        if (beside) return beside;
        setFailure(tellRegistration(error));
      }
      return undefined;
    },
  });

  if (registered)
    return (
      <AuthPage title="Welcome to Pacewright">
        <Note kind="success" title="Account created.">
          Taking you to the app in 3 seconds.
        </Note>
        <p className="text-ink-2">
          {registered.mailSent
            ? 'A mail with a link to verify your email is on its way.'
            : 'The mail to verify your email could not be sent. You can send it again on the next page.'}
        </p>
        <Button variant="primary" wide onClick={enter}>
          Open the app now
        </Button>
      </AuthPage>
    );

  return (
    <AuthPage title="Create your account" dense>
      <ComesAlong />
      <FailureNote telling={failure} />
      <GoogleButton onSignedIn={enter} onFailure={setFailure} />
      <OrWithEmail />
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
      <OtherWay>
        Already have an account? <Link to={rememberingNext('/login', next)}>Sign in</Link>
      </OtherWay>
    </AuthPage>
  );
}

/** The fields that refusals belong to. */
const FIELDS = new Map<string, RegistrationField>([
  ['email-already-exists', 'email'],
  ['email-already-in-use', 'email'],
  ['invalid-email', 'email'],
  ['weak-password', 'password'],
  ['password-does-not-meet-requirements', 'password'],
]);

function tellRegistration(error: unknown): Telling {
  if (!(error instanceof RegistrationUndone)) return tell(error, REGISTRATION_FAILED);
  return {
    message: REGISTRATION_FAILED,
    detail: error.accountRemoved
      ? 'Nothing was kept: the account that had been started is deleted again.'
      : 'Your sign-in was made but not your profile. To finish, sign in with this email and password.',
  };
}
