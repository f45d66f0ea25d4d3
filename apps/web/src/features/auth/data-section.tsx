import { exportAccount } from '@pacewright/contract';
import { Download, LogOut, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useLogout } from '../../platform/session/logout-context.ts';
import { useAthlete, useSession } from '../../platform/session/session-context.ts';
import { downloadFile } from '../../workout/export/download-file.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { ConfirmIdentity, needsRecentSignIn } from './confirm-identity.tsx';
import { ErrorAlert } from './error-alert.tsx';
import { type ErrorText, getProblemText } from './messages.ts';
import { SettingsRow } from './settings-row.tsx';
import { useForm } from './use-form.ts';

/** Export, sign-out and deletion of the account. */
export function DataSection() {
  const logout = useLogout();
  const { exporting, failure, startExport, confirmDialog } = useExport();
  const [deleting, setDeleting] = useState(false);

  return (
    <div>
      {failure && (
        <div className="mb-4">
          <ErrorAlert error={failure} />
        </div>
      )}
      <SettingsRow
        title="Export everything"
        action={
          <Button icon={<Download aria-hidden />} busy={exporting} onClick={startExport}>
            Export
          </Button>
        }
      >
        Everything in your account as one JSON file.
      </SettingsRow>
      <SettingsRow
        title="Sign out"
        action={
          <Button icon={<LogOut aria-hidden />} onClick={() => logout()}>
            Sign out
          </Button>
        }
      >
        On this device.
      </SettingsRow>
      <SettingsRow
        title="Sign out everywhere"
        action={
          <Button icon={<LogOut aria-hidden />} onClick={() => logout({ everywhere: true })}>
            Sign out everywhere
          </Button>
        }
      >
        Lost a phone? This signs out every device within a minute, including this one, turns off
        your calendar feed, and ends your keys and connected apps.
      </SettingsRow>
      <SettingsRow
        title="Delete account"
        action={
          <Button
            variant="danger-quiet"
            icon={<Trash2 aria-hidden />}
            onClick={() => setDeleting(true)}
          >
            Delete
          </Button>
        }
      >
        Deletes your account and everything in it. This can’t be undone.
      </SettingsRow>
      {deleting && <DeleteAccount onClose={() => setDeleting(false)} />}
      {confirmDialog}
    </div>
  );
}

function useExport() {
  const session = useSession();
  const [exporting, setExporting] = useState(false);
  const [failure, setFailure] = useState<ErrorText>();
  const [confirming, setConfirming] = useState(false);

  async function save(): Promise<void> {
    const everything = await session.call(exportAccount);
    const day = everything.exportedAt.slice(0, 10);
    downloadFile(`pacewright-${day}.json`, JSON.stringify(everything, null, 2), 'application/json');
    showToast.success('Export downloaded');
  }

  async function run(): Promise<void> {
    setFailure(undefined);
    setExporting(true);
    try {
      await save();
    } catch (error) {
      if (needsRecentSignIn(error)) setConfirming(true);
      else setFailure(getProblemText(error, 'Couldn’t export your data.'));
    }
    setExporting(false);
  }

  async function saveConfirmed(): Promise<ErrorText | undefined> {
    try {
      await save();
      setConfirming(false);
    } catch (error) {
      return getProblemText(error, 'Couldn’t export your data.');
    }
    return undefined;
  }

  return {
    exporting,
    failure,
    startExport: () => void run(),
    confirmDialog: confirming && (
      <ConfirmIdentity
        button="Export"
        onConfirmed={saveConfirmed}
        onClose={() => setConfirming(false)}
      />
    ),
  };
}

const NOT_DELETED = 'Your account isn’t fully deleted yet. Try again to finish.';

function DeleteAccount({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const { user } = useAthlete();
  const { exporting, failure: exportFailure, startExport, confirmDialog } = useExport();
  const [confirming, setConfirming] = useState(false);
  const id = useId();

  async function erase(): Promise<ErrorText | undefined> {
    try {
      await session.deleteAccount();
    } catch (error) {
      if (!needsRecentSignIn(error)) return getProblemText(error, NOT_DELETED);
      setConfirming(true);
    }
    return undefined;
  }

  const { errors, failure, busy, formProps } = useForm({
    fields: ['confirmation'],
    check: ({ confirmation }) =>
      confirmation.trim() === user.username
        ? {}
        : { confirmation: `Type ${user.username} to delete the account` },
    send: erase,
    explain: (error) => getProblemText(error, NOT_DELETED),
  });

  // Show only one dialog at a time.
  if (confirmDialog) return confirmDialog;
  if (confirming)
    return (
      <ConfirmIdentity button="Delete account" isDanger onConfirmed={erase} onClose={onClose} />
    );
  return (
    <Dialog
      alert
      title="Delete your account?"
      description={`This permanently deletes ${user.username} with all workouts, plans, runs, the calendar and the Garmin connection. Export your data first if you want a copy.`}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" busy={exporting} className="mr-auto" onClick={startExport}>
            Export first
          </Button>
          <Button onClick={onClose}>Keep account</Button>
          <Button type="submit" form={id} variant="danger" busy={busy}>
            Delete account
          </Button>
        </>
      }
    >
      <ErrorAlert error={failure ?? exportFailure} />
      <form id={id} {...formProps}>
        <Field
          label={
            <>
              Type <b>{user.username}</b> to confirm
            </>
          }
          name="confirmation"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.confirmation}
        />
      </form>
    </Dialog>
  );
}
