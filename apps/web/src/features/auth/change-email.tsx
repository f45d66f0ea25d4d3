import { useSession } from '../../platform/session/session-context.ts';
import type { Identity } from '../../platform/session/identity.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { ErrorAlert } from './error-alert.tsx';
import { EmailField } from './fields.tsx';
import { FormDialog } from './form-dialog.tsx';
import { AUTH_MESSAGES, fieldError, getFormError, isWrongPassword } from './messages.ts';
import { useForm } from './use-form.ts';
import { checkEmail, type Errors } from './validation.ts';

type ChangeEmailProps = { onClose: () => void; onMailed: (email: string) => void };

/** Sends a link to a new address. The email changes when the athlete opens that link. */
export function ChangeEmail({ onClose, onMailed }: ChangeEmailProps) {
  const { errors, failure, busy, formProps } = useSignInForm({
    fields: ['email', 'currentPassword'],
    check: ({ email, currentPassword }) => ({
      ...only('email', checkEmail(email, AUTH_MESSAGES['invalid-email'])),
      ...only('currentPassword', currentPassword === '' ? 'Password is required' : undefined),
    }),
    change: async (identity, { email }) => {
      await identity.requestEmailChange(email.trim());
      onMailed(email.trim());
    },
    failed: 'Couldn’t change your email.',
    errorFields: EMAIL_ERRORS,
  });

  return (
    <FormDialog
      title="Change your email"
      description="We’ll send a link to the new address. Nothing changes until you open it."
      button="Send link"
      onClose={onClose}
      {...{ busy, formProps }}
    >
      <ErrorAlert error={failure} />
      <EmailField label="New email" autoComplete="email" error={errors.email} />
      <CurrentPassword error={errors.currentPassword} />
    </FormDialog>
  );
}

const EMAIL_ERRORS = new Map([
  ['email-already-in-use', 'email'],
  ['email-already-exists', 'email'],
  ['invalid-email', 'email'],
] as const);

function only<Field extends string>(field: Field, error: string | undefined): Errors<Field> {
  return (error === undefined ? {} : { [field]: error }) as Errors<Field>;
}

type SignInForm<Field extends string> = {
  fields: readonly Field[];
  check: (values: Record<Field, string>) => Errors<Field>;
  change: (identity: Identity, values: Record<Field, string>) => Promise<void>;
  failed: string;
  /** Fields by the provider's error codes. */
  errorFields: ReadonlyMap<string, Field>;
};

/** A change of the sign-in, which needs the current password. */
export function useSignInForm<Field extends string>({
  change,
  failed,
  errorFields,
  ...form
}: SignInForm<Field | 'currentPassword'>) {
  const session = useSession();
  return useForm({
    ...form,
    send: async (values) => {
      const identity = await session.identity();
      await identity.confirmPassword(values.currentPassword);
      await change(identity, values);
    },
    explain: (error) =>
      isWrongPassword(error)
        ? fieldError<Field | 'currentPassword'>('currentPassword', AUTH_MESSAGES['wrong-password'])
        : getFormError(error, failed, errorFields),
  });
}

export function CurrentPassword({ error }: { error: string | undefined }) {
  return (
    <PasswordField
      label="Current password"
      name="currentPassword"
      autoComplete="current-password"
      error={error}
    />
  );
}
