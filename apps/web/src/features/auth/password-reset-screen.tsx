import { useState } from 'react';
import { Link } from 'react-router';
import { IdentityError } from '../../session/identity.ts';
import { useSession } from '../../session/session-context.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { AuthPage } from './auth-page.tsx';
import { checkResetRequest } from './checks.ts';
import { FailureNote } from './failure-note.tsx';
import { EmailField } from './fields.tsx';
import { RESET_FAILED, RESET_MESSAGES, type Telling, withHint } from './messages.ts';
import { useSending } from './use-sending.ts';

export function PasswordResetScreen() {
  const session = useSession();
  const [failure, setFailure] = useState<Telling>();
  const [sentTo, setSentTo] = useState<string>();

  const { errors, busy, formProps } = useSending({
    fields: ['email'],
    check: checkResetRequest,
    send: async ({ email }) => {
      setFailure(undefined);
      setSentTo(undefined);
      try {
        const identity = await session.identity();
        await identity.sendPasswordReset(email.trim());
        setSentTo(email.trim());
      } catch (error) {
        const code = error instanceof IdentityError ? error.code : '';
        const message = RESET_MESSAGES.get(code) ?? RESET_FAILED;
        if (ABOUT_THE_EMAIL.includes(code)) return { email: message };
        setFailure(withHint(code, message));
      }
      return undefined;
    },
  });

  return (
    <AuthPage title="Reset your password">
      <p className="text-ink-2">We’ll email you a link to set a new one.</p>
      <FailureNote telling={failure} />
      {sentTo && (
        // The same for every address, so that nobody learns here who has an account.
        <Note kind="success" title="Check your inbox.">
          If {sentTo} has an account, a link to set a new password is on its way.
        </Note>
      )}
      <form {...formProps} className="grid gap-3.5">
        <EmailField error={errors.email} />
        <Button type="submit" variant="primary" wide busy={busy} className="mt-1">
          Send Password Reset Email
        </Button>
      </form>
      <p className="flex justify-center gap-4 text-[0.9375rem]">
        <Link to="/login">Sign in</Link>
        <Link to="/register">Create an account</Link>
      </p>
    </AuthPage>
  );
}

const ABOUT_THE_EMAIL = ['user-not-found', 'invalid-email'];
