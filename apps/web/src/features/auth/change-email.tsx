import { useState } from 'react';
import { useSession } from '../../platform/session/session-context.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { checkEmail, type Errors } from './validation.ts';
import { ErrorAlert } from './error-alert.tsx';
import { EmailField } from './fields.tsx';
import { FormDialog } from './form-dialog.tsx';
import {
  AUTH_MESSAGES,
  isWrongPassword,
  getErrorText,
  getFieldErrors,
  type ErrorText,
} from './messages.ts';
import { useForm } from './use-form.ts';

const EMAIL_ERRORS = new Map([
  ['email-already-in-use', 'email'],
  ['email-already-exists', 'email'],
  ['invalid-email', 'email'],
] as const);

type ChangeEmailProps = { onClose: () => void; onMailed: (email: string) => void };

/** Sends a link to a new address. The email changes when the athlete opens that link. */
export function ChangeEmail({ onClose, onMailed }: ChangeEmailProps) {
  const session = useSession();
  const [failure, setFailure] = useState<ErrorText>();

  const { errors, busy, formProps } = useForm({
    fields: ['email', 'currentPassword'],
    check: ({ email, currentPassword }) => ({
      ...only('email', checkEmail(email, AUTH_MESSAGES['invalid-email'])),
      ...only('currentPassword', currentPassword === '' ? 'Password is required' : undefined),
    }),
    send: async ({ email, currentPassword }) => {
      setFailure(undefined);
      try {
        const identity = await session.identity();
        await identity.confirmPassword(currentPassword);
        await identity.requestEmailChange(email.trim());
        onMailed(email.trim());
      } catch (error) {
        if (isWrongPassword(error)) return { currentPassword: AUTH_MESSAGES['wrong-password'] };
        const fieldErrors = getFieldErrors(error, EMAIL_ERRORS);
        if (fieldErrors) return fieldErrors;
        setFailure(getErrorText(error, 'Couldn’t change your email.'));
      }
      return undefined;
    },
  });

  return (
    <FormDialog
      title="Change your email"
      description="We’ll send a link to the new address. Nothing changes until you open it."
      button="Send link"
      busy={busy}
      onClose={onClose}
      formProps={formProps}
    >
      <ErrorAlert error={failure} />
      <EmailField label="New email" autoComplete="email" error={errors.email} />
      <PasswordField
        label="Current password"
        name="currentPassword"
        autoComplete="current-password"
        error={errors.currentPassword}
      />
    </FormDialog>
  );
}

function only<Field extends string>(field: Field, error: string | undefined): Errors<Field> {
  return (error === undefined ? {} : { [field]: error }) as Errors<Field>;
}
