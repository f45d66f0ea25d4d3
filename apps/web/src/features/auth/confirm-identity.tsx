import { ApiProblem } from '../../platform/api/problem.ts';
import { IdentityError } from '../../platform/session/identity.ts';
import { useAthlete, useSession } from '../../platform/session/session-context.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { ErrorAlert } from './error-alert.tsx';
import { FormDialog } from './form-dialog.tsx';
import {
  AUTH_MESSAGES,
  type ErrorText,
  fieldError,
  getErrorText,
  isWrongPassword,
} from './messages.ts';
import { useForm } from './use-form.ts';

/** Whether the API requires a more recent sign-in for this call. */
export function needsRecentSignIn(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'RECENT_SIGN_IN_REQUIRED';
}

type ConfirmIdentityProps = {
  /** The action that follows, such as "Export". */
  button: string;
  /** The action deletes something permanently. */
  isDanger?: boolean;
  /** Runs once the athlete has confirmed. Resolves with an error if it failed. */
  onConfirmed: () => Promise<ErrorText | undefined>;
  onClose: () => void;
};

/** Asks for the password or a Google sign-in again, before something that a borrowed device must not do. */
export function ConfirmIdentity({ button, isDanger, onConfirmed, onClose }: ConfirmIdentityProps) {
  const session = useSession();
  const { account } = useAthlete();
  const hasPassword = account.methods.includes('password');

  const { errors, failure, busy, formProps } = useForm({
    fields: ['password'],
    check: ({ password }) =>
      hasPassword && password === '' ? { password: 'Password is required' } : {},
    send: async ({ password }) => {
      const identity = await session.identity();
      if (hasPassword) await identity.confirmPassword(password);
      else await identity.confirmWithGoogle();
      return onConfirmed();
    },
    explain: (error) => {
      if (isWrongPassword(error)) return fieldError('password', AUTH_MESSAGES['wrong-password']);
      if (error instanceof IdentityError && error.code.includes('popup-closed')) return undefined;
      return getErrorText(error, 'We couldn’t confirm it’s you.');
    },
  });

  return (
    <FormDialog
      title="Confirm it’s you"
      description={
        hasPassword
          ? `You signed in a while ago. Enter the password for ${account.email} to continue.`
          : `You signed in a while ago. Google will ask you to choose ${account.email} again.`
      }
      button={hasPassword ? button : `Continue with Google`}
      isDanger={isDanger}
      busy={busy}
      onClose={onClose}
      formProps={formProps}
    >
      <ErrorAlert error={failure} />
      {hasPassword && (
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          error={errors.password}
        />
      )}
    </FormDialog>
  );
}
