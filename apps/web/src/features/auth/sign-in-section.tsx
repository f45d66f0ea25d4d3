import { useState } from 'react';
import { useAthlete } from '../../platform/session/session-context.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/alert.tsx';
import { showToast } from '../../ui/toast.tsx';
import { ChangeEmail, CurrentPassword, useSignInForm } from './change-email.tsx';
import { ErrorAlert } from './error-alert.tsx';
import { NewPasswordFields } from './fields.tsx';
import { FormDialog } from './form-dialog.tsx';
import { SettingsRow } from './settings-row.tsx';
import { checkNewPassword } from './validation.ts';

/** Email and password of the account. Google manages them for athletes who sign in with Google. */
export function SignInSection() {
  const { account } = useAthlete();
  const [open, setOpen] = useState<'email' | 'password'>();
  const [mailedTo, setMailedTo] = useState<string>();
  const close = () => setOpen(undefined);

  if (!account.methods.includes('password'))
    return (
      <SettingsRow title="Google" action={null}>
        You sign in with Google as {account.email}. Change your email or password in your Google
        account.
      </SettingsRow>
    );

  return (
    <div>
      {mailedTo && (
        <Alert kind="success" title="Almost there." className="mb-4">
          We sent a link to {mailedTo}. Your email changes when you open it.
        </Alert>
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

function ChangePassword({ onClose }: { onClose: () => void }) {
  const { errors, failure, busy, formProps } = useSignInForm({
    fields: ['currentPassword', 'password', 'confirmPassword'],
    check: (values) =>
      values.currentPassword === ''
        ? { currentPassword: 'Please fill in all fields' }
        : checkNewPassword(values),
    change: async (identity, { password }) => {
      await identity.changePassword(password);
      showToast.success('Password changed');
      onClose();
    },
    failed: 'Couldn’t change your password.',
    errorFields: PASSWORD_ERRORS,
  });

  return (
    <FormDialog
      title="Change your password"
      button="Save new password"
      onClose={onClose}
      {...{ busy, formProps }}
    >
      <ErrorAlert error={failure} />
      <CurrentPassword error={errors.currentPassword} />
      <NewPasswordFields errors={errors} />
    </FormDialog>
  );
}

const PASSWORD_ERRORS = new Map([
  ['weak-password', 'password'],
  ['password-does-not-meet-requirements', 'password'],
] as const);
