import { type InputEvent, useState } from 'react';
import { Field } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { PasswordAdvice } from './password-advice.tsx';

type EmailFieldProps = {
  label?: string;
  /** For password managers: the name used to sign in, or any address. */
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
  /** True for a new account, which has no old password. */
  isFirst?: boolean;
  errors: { password?: string | undefined; confirmPassword?: string | undefined };
};

/** A new password and its confirmation. */
export function NewPasswordFields({ isFirst = false, errors }: NewPasswordFieldsProps) {
  const [typed, setTyped] = useState({ password: '', words: [] as string[] });

  function change({ currentTarget: { value, form } }: InputEvent<HTMLInputElement>): void {
    const words = ['username', 'email'].map((name) => new FormData(form ?? undefined).get(name));
    setTyped({ password: value, words: words.filter((word) => typeof word === 'string') });
  }

  return (
    <>
      <PasswordField
        label={isFirst ? 'Password' : 'New password'}
        name="password"
        autoComplete="new-password"
        hint="At least 6 characters"
        error={errors.password}
        onInput={change}
      />
      <PasswordAdvice {...typed} />
      <PasswordField
        label={isFirst ? 'Confirm password' : 'Confirm new password'}
        name="confirmPassword"
        autoComplete="new-password"
        error={errors.confirmPassword}
      />
    </>
  );
}
