import { useState } from 'react';
import { Link } from 'react-router';
import { IdentityError } from '../../platform/session/identity.ts';
import { useSession } from '../../platform/session/session-context.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/alert.tsx';
import { AuthPage } from './auth-page.tsx';
import { checkResetRequest } from './validation.ts';
import { ErrorAlert } from './error-alert.tsx';
import { EmailField } from './fields.tsx';
import { RESET_FAILED, RESET_MESSAGES, type ErrorText, withHint } from './messages.ts';
import { useForm } from './use-form.ts';

export function PasswordResetScreen() {
  const session = useSession();
  const [failure, setFailure] = useState<ErrorText>();
  const [sentTo, setSentTo] = useState<string>();

  const { errors, busy, formProps } = useForm({
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
        if (EMAIL_ERRORS.includes(code)) return { email: message };
        setFailure(withHint(code, message));
      }
      return undefined;
    },
  });

  return (
    <AuthPage title="Reset your password">
      <p className="text-ink-2">We’ll email you a link to set a new one.</p>
      <ErrorAlert error={failure} />
      {sentTo && (
        // The same text for every address, so that it does not reveal who has an account.
        <Alert kind="success" title="Check your inbox.">
          If {sentTo} has an account, we’ve emailed a link to set a new password.
        </Alert>
      )}
      <form {...formProps} className="grid gap-3.5">
        <EmailField error={errors.email} />
        <Button type="submit" variant="primary" wide busy={busy} className="mt-1">
          Send Password Reset Email
        </Button>
      </form>
      <p className="flex justify-center gap-4 text-sm">
        <Link to="/login">Sign in</Link>
        <Link to="/register">Create an account</Link>
      </p>
    </AuthPage>
  );
}

const EMAIL_ERRORS = ['user-not-found', 'invalid-email'];
