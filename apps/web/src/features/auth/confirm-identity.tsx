import { useState } from 'react';
import { ApiProblem } from '../../api/problem.ts';
import { IdentityError } from '../../session/identity.ts';
import { useAthlete, useSession } from '../../session/session-context.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { FailureNote } from './failure-note.tsx';
import { FormDialog } from './form-dialog.tsx';
import { AUTH_MESSAGES, isWrongPassword, tell, type Telling } from './messages.ts';
import { useSending } from './use-sending.ts';

/** Whether a call was refused because the sign-in is not recent enough for it. */
export function needsRecentSignIn(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'RECENT_SIGN_IN_REQUIRED';
}

type ConfirmIdentityProps = {
  /** What happens after it, such as "Export". */
  button: string;
  /** It deletes something for good. */
  isDanger?: boolean;
  /** Runs once the athlete has confirmed. Resolves with what to say if it failed. */
  onConfirmed: () => Promise<Telling | undefined>;
  onClose: () => void;
};

/** Asks for the password again, or for Google's word, before something that a borrowed device must not do. */
export function ConfirmIdentity({ button, isDanger, onConfirmed, onClose }: ConfirmIdentityProps) {
  const session = useSession();
  const { account } = useAthlete();
  const [failure, setFailure] = useState<Telling>();
  const hasPassword = account.methods.includes('password');

  const { errors, busy, formProps } = useSending({
    fields: ['password'],
    check: ({ password }) =>
      hasPassword && password === '' ? { password: 'Password is required' } : {},
    send: async ({ password }) => {
      setFailure(undefined);
      try {
        const identity = await session.identity();
        if (hasPassword) await identity.confirmPassword(password);
        else await identity.confirmWithGoogle();
      } catch (error) {
        if (isWrongPassword(error)) return { password: AUTH_MESSAGES['wrong-password'] };
        if (error instanceof IdentityError && error.code.includes('popup-closed')) return undefined;
        setFailure(tell(error, 'We couldn’t confirm it’s you.'));
        return undefined;
      }
      setFailure(await onConfirmed());
      return undefined;
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
      <FailureNote telling={failure} />
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
