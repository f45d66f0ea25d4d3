import { usernameProblem } from '@pacewright/contract';

const PASSWORD_MIN_LENGTH = 6;

/** Error messages by field name. Empty if the form is valid. */
export type Errors<Field extends string> = Partial<Record<Field, string>>;

export type RegistrationField = 'username' | 'email' | 'password' | 'confirmPassword';

export function checkRegistration(
  values: Record<RegistrationField, string>,
): Errors<RegistrationField> {
  return omitUndefined({
    username: usernameProblem(values.username),
    email: checkEmail(values.email, 'Email is invalid'),
    password: checkPassword(values.password),
    confirmPassword: checkConfirmation(values),
  });
}

export function checkSignIn(
  values: Record<'email' | 'password', string>,
): Errors<'email' | 'password'> {
  return omitUndefined({
    email: values.email.trim() === '' ? 'Email is required' : undefined,
    password: values.password === '' ? 'Password is required' : undefined,
  });
}

export function checkResetRequest(values: Record<'email', string>): Errors<'email'> {
  return omitUndefined({ email: checkEmail(values.email, 'Please enter a valid email address') });
}

export function checkNewPassword(
  values: Record<'password' | 'confirmPassword', string>,
): Errors<'password' | 'confirmPassword'> {
  const { password, confirmPassword } = values;
  if (password === '') return { password: 'Please fill in all fields' };
  if (confirmPassword === '') return { confirmPassword: 'Please fill in all fields' };
  if (password !== confirmPassword) return { confirmPassword: 'Passwords do not match' };
  if (password.length < PASSWORD_MIN_LENGTH)
    return { password: 'Password must be at least 6 characters' };
  return {};
}

export function checkEmail(text: string, invalid: string): string | undefined {
  const email = text.trim();
  if (email === '') return 'Email is required';
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? undefined : invalid;
}

function checkPassword(password: string): string | undefined {
  if (password === '') return 'Password is required';
  if (password.length < PASSWORD_MIN_LENGTH) return 'Password must be at least 6 characters';
  return undefined;
}

function checkConfirmation(
  values: Record<'password' | 'confirmPassword', string>,
): string | undefined {
  if (values.confirmPassword === '') return 'Password confirmation is required';
  return values.confirmPassword === values.password ? undefined : 'Passwords do not match';
}

function omitUndefined<Field extends string>(
  errors: Record<Field, string | undefined>,
): Errors<Field> {
  const found = Object.entries(errors).filter(([, error]) => error !== undefined);
  return Object.fromEntries(found) as Errors<Field>;
}
