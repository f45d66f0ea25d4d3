import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { type Farewell, forgetFarewell, readFarewell } from '../../session/farewell.ts';
import { nextPath, rememberingNext } from '../../session/next-path.ts';
import { useSession } from '../../session/session-context.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { AuthPage, OrWithEmail, OtherWay } from './auth-page.tsx';
import { checkSignIn } from './checks.ts';
import { ComesAlong } from './comes-along.tsx';
import { FailureNote } from './failure-note.tsx';
import { EmailField } from './fields.tsx';
import { GoogleButton } from './google-button.tsx';
import {
  AUTH_MESSAGES,
  LOGIN_ERROR_OTHERWISE,
  LOGIN_ERRORS,
  LOGIN_FAILED,
  tell,
  tellBeside,
  type Telling,
} from './messages.ts';
import { useSending } from './use-sending.ts';

export function LoginScreen() {
  const session = useSession();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const next = nextPath(search);
  const farewell = useFarewell();
  const [failure, setFailure] = useState(() => readErrorParameter(search));

  const { errors, busy, formProps } = useSending({
    fields: ['email', 'password'],
    check: checkSignIn,
    send: async ({ email, password }) => {
      setFailure(undefined);
      try {
        await session.signIn(email.trim(), password);
        await navigate(next, { replace: true });
      } catch (error) {
        const beside = tellBeside(error, FIELDS);
        if (beside) return beside;
        setFailure(tell(error, LOGIN_FAILED));
      }
      return undefined;
    },
  });

  return (
    <AuthPage title="Sign in">
      <ComesAlong />
      {farewell && !failure && <Note kind={farewell.kind}>{farewell.message}</Note>}
      <FailureNote telling={failure} />
      <GoogleButton
        onSignedIn={() => void navigate(next, { replace: true })}
        onFailure={setFailure}
      />
      <OrWithEmail />
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
      <OtherWay>
        New here? <Link to={rememberingNext('/register', next)}>Create an account</Link>
      </OtherWay>
    </AuthPage>
  );
}

function readErrorParameter(search: URLSearchParams): Telling | undefined {
  const error = search.get('error');
  return error === null ? undefined : { message: LOGIN_ERRORS.get(error) ?? LOGIN_ERROR_OTHERWISE };
}

/** The fields that refusals belong to. */
const FIELDS = new Map([
  ['invalid-credential', 'password'],
  ['wrong-password', 'password'],
  ['user-not-found', 'email'],
  ['invalid-email', 'email'],
] as const);

/** Why someone who was signed in finds themselves here. Said once. */
function useFarewell() {
  const [farewell] = useState(readFarewell);
  useEffect(forgetFarewell, []);
  return farewell && FAREWELLS[farewell];
}

const FAREWELLS: Record<Farewell, { kind: 'error' | 'info' | 'success'; message: string }> = {
  disabled: { kind: 'error', message: AUTH_MESSAGES['user-disabled'] },
  deleted: { kind: 'error', message: 'This account no longer exists.' },
  'signed-out': { kind: 'info', message: 'You have been signed out. Please sign in again.' },
  erased: { kind: 'success', message: 'Your account and everything in it has been deleted.' },
};
