import { useState } from 'react';
import { useAthlete, useSession } from '../../session/session-context.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { ChangeEmail } from './change-email.tsx';
import { checkNewPassword } from './checks.ts';
import { FailureNote } from './failure-note.tsx';
import { NewPasswordFields } from './fields.tsx';
import { FormDialog } from './form-dialog.tsx';
import { AUTH_MESSAGES, isWrongPassword, tell, tellBeside, type Telling } from './messages.ts';
import { SettingsRow } from './settings-row.tsx';
import { useSending } from './use-sending.ts';

/** The email and password an athlete signs in with. Google keeps those of whoever comes through it. */
export function SignInSection() {
  const { account } = useAthlete();
  const [open, setOpen] = useState<'email' | 'password'>();
  const [mailedTo, setMailedTo] = useState<string>();
  const close = () => setOpen(undefined);

  if (!account.methods.includes('password'))
    return (
      <SettingsRow title="Google" action={null}>
        You sign in with Google as {account.email}. Change your email or password there.
      </SettingsRow>
    );

  return (
    <div>
      {mailedTo && (
        <Note kind="success" title="Almost there." className="mb-4">
          We sent a link to {mailedTo}. Your email changes when you open it.
        </Note>
      )}
      <SettingsRow
        title="Email"
        action={<Button onClick={() => setOpen('email')}>Change email</Button>}
      >
        We’ll confirm the new address by email.
      </SettingsRow>
      <SettingsRow
        title="Password"
        action={<Button onClick={() => setOpen('password')}>Change password</Button>}
      >
        You’ll be signed out on other devices.
      </SettingsRow>
      {open === 'email' && (
        <ChangeEmail
          onClose={close}
          onMailed={(email) => {
            close();
            setMailedTo(email);
          }}
        />
      )}
      {open === 'password' && <ChangePassword onClose={close} />}
    </div>
  );
}

const ABOUT_THE_PASSWORD = new Map([
  ['weak-password', 'password'],
  ['password-does-not-meet-requirements', 'password'],
] as const);

function ChangePassword({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const [failure, setFailure] = useState<Telling>();

  const { errors, busy, formProps } = useSending({
    fields: ['currentPassword', 'password', 'confirmPassword'],
    check: (values) =>
      values.currentPassword === ''
        ? { currentPassword: 'Please fill in all fields' }
        : checkNewPassword(values),
    send: async ({ currentPassword, password }) => {
      setFailure(undefined);
      try {
        const identity = await session.identity();
        await identity.confirmPassword(currentPassword);
        await identity.changePassword(password);
        showToast.success('Password changed.');
        onClose();
      } catch (error) {
        if (isWrongPassword(error)) return { currentPassword: AUTH_MESSAGES['wrong-password'] };
        const beside = tellBeside(error, ABOUT_THE_PASSWORD);
        if (beside) return beside;
        setFailure(tell(error, 'Your password was not changed.'));
      }
      return undefined;
    },
  });

  return (
    <FormDialog
      title="Change your password"
      button="Save new password"
      busy={busy}
      onClose={onClose}
      formProps={formProps}
    >
      <FailureNote telling={failure} />
      <PasswordField
        label="Current password"
        name="currentPassword"
        autoComplete="current-password"
        error={errors.currentPassword}
      />
      <NewPasswordFields errors={errors} />
    </FormDialog>
  );
}
