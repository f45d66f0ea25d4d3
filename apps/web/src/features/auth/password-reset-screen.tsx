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
import { fieldError, RESET_FAILED, RESET_MESSAGES, withHint } from './messages.ts';
import { useForm } from './use-form.ts';

export function PasswordResetScreen() {
  const session = useSession();
  const [sentTo, setSentTo] = useState<string>();

  const { errors, failure, busy, formProps } = useForm({
    fields: ['email'],
    check: checkResetRequest,
    send: async ({ email }) => {
      setSentTo(undefined);
      const identity = await session.identity();
      await identity.sendPasswordReset(email.trim());
      setSentTo(email.trim());
    },
    explain: (error) => {
      const code = error instanceof IdentityError ? error.code : '';
      const message = RESET_MESSAGES.get(code) ?? RESET_FAILED;
      return EMAIL_ERRORS.includes(code) ? fieldError('email', message) : withHint(code, message);
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
