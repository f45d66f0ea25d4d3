import { type ReactNode, useId, useState } from 'react';
import { IdentityError } from '../../session/identity.ts';
import { useAthlete, useSession } from '../../session/session-context.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Note } from '../../ui/note.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { checkEmail, checkNewPassword, type Errors } from './checks.ts';
import { FailureNote } from './failure-note.tsx';
import { EmailField, NewPasswordFields } from './fields.tsx';
import { AUTH_MESSAGES, tell, tellBeside, type Telling } from './messages.ts';
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
        You sign in with Google as {account.email}. Email and password are kept there.
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
        We write to the new address first.
      </SettingsRow>
      <SettingsRow
        title="Password"
        action={<Button onClick={() => setOpen('password')}>Change password</Button>}
      >
        Other devices are asked to sign in again.
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

const ABOUT_THE_EMAIL = new Map([
  ['email-already-in-use', 'email'],
  ['email-already-exists', 'email'],
  ['invalid-email', 'email'],
] as const);

const ABOUT_THE_PASSWORD = new Map([
  ['weak-password', 'password'],
  ['password-does-not-meet-requirements', 'password'],
] as const);

type ChangeEmailProps = { onClose: () => void; onMailed: (email: string) => void };

function ChangeEmail({ onClose, onMailed }: ChangeEmailProps) {
  const session = useSession();
  const [failure, setFailure] = useState<Telling>();

  const { errors, busy, formProps } = useSending({
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
        const beside = tellBeside(error, ABOUT_THE_EMAIL);
        if (beside) return beside;
        setFailure(tell(error, 'Your email was not changed.'));
      }
      return undefined;
    },
  });

  return (
    <FormDialog
      title="Change your email"
      description="We send a link to the new address. Until you open it, nothing changes."
      button="Send the link"
      busy={busy}
      onClose={onClose}
      formProps={formProps}
    >
      <FailureNote telling={failure} />
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

type FormDialogProps = {
  title: string;
  description?: string;
  button: string;
  busy: boolean;
  onClose: () => void;
  formProps: ReturnType<typeof useSending>['formProps'];
  children: ReactNode;
};

function FormDialog({
  title,
  description,
  button,
  busy,
  onClose,
  formProps,
  children,
}: FormDialogProps) {
  const id = useId();
  return (
    <Dialog
      title={title}
      description={description}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" busy={busy}>
            {button}
          </Button>
        </>
      }
    >
      <form id={id} {...formProps} className="grid gap-3.5">
        {children}
      </form>
    </Dialog>
  );
}

/** The email is the account's own, so only the password can be wrong. */
function isWrongPassword(error: unknown): boolean {
  return (
    error instanceof IdentityError &&
    (error.code === 'invalid-credential' || error.code === 'wrong-password')
  );
}

function only<Field extends string>(field: Field, error: string | undefined): Errors<Field> {
  return (error === undefined ? {} : { [field]: error }) as Errors<Field>;
}
