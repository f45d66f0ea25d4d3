import { Field } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';

type EmailFieldProps = {
  label?: string;
  /** What a password manager fills in: the name that someone signs in with, or any address. */
  autoComplete?: 'username' | 'email';
  error: string | undefined;
};

export function EmailField({ label = 'Email', autoComplete = 'username', error }: EmailFieldProps) {
  return (
    <Field
      label={label}
      name="email"
      type="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      error={error}
    />
  );
}

type NewPasswordFieldsProps = {
  /** Whether there is no old one to tell it from. */
  isFirst?: boolean;
  errors: { password?: string | undefined; confirmPassword?: string | undefined };
};

/** A password, twice. */
export function NewPasswordFields({ isFirst = false, errors }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label={isFirst ? 'Password' : 'New password'}
        name="password"
        autoComplete="new-password"
        hint="At least 6 characters"
        error={errors.password}
      />
      <PasswordField
        label={isFirst ? 'Confirm password' : 'Confirm new password'}
        name="confirmPassword"
        autoComplete="new-password"
        error={errors.confirmPassword}
      />
    </>
  );
}
