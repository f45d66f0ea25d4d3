import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { ApiProblem } from '../../api/problem.ts';
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
          {registered.mailSent
            ? 'We’ve emailed you a verification link. Open it to start.'
            : 'We couldn’t email you the verification link. You can send it again on the next page.'}
        </Note>
        <Button variant="primary" wide onClick={enter}>
          Continue
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
  const outcome = error.accountRemoved
    ? 'Nothing was saved.'
    : 'Your sign-in was created but not your profile. To finish, sign in with this email and password.';
  return { message: REGISTRATION_FAILED, detail: `${reasonOf(error.cause)}${outcome}` };
}

/** The API's reason for refusing what was entered. Any other failure may be gone at the next attempt. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof ApiProblem) || cause.status === undefined) return '';
  if (cause.status !== 400 && cause.status !== 422) return '';
  const message = cause.errors[0]?.message ?? cause.message;
  return message.endsWith('.') ? `${message} ` : `${message}. `;
}
