import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { UnsavedWork } from './local-data.ts';

type LogoutDialogProps = { unsaved: UnsavedWork; onLogout: () => void; onClose: () => void };

/** Asks before signing out deletes unsaved changes. */
export function LogoutDialog({ unsaved: { titles }, onLogout, onClose }: LogoutDialogProps) {
  const shown = titles.slice(0, MAX_TITLES);
  const others = titles.length - shown.length;

  return (
    <Dialog
      alert
      title="Sign out without saving?"
      description="Your unsaved changes will be deleted from this device, in every tab."
      onClose={onClose}
      actions={
        <>
          <Button
            onClick={() => {
              onClose();
              onLogout();
            }}
          >
            Sign out
          </Button>
          <Button variant="primary" data-autofocus onClick={onClose}>
            Stay signed in
          </Button>
        </>
      }
    >
      {shown.length > 0 && (
        <ul aria-label="Unsaved changes" className="grid list-disc gap-1 pl-5 break-words">
          {shown.map((title, index) => (
            // Two drafts may have the same title, and the list never changes.
            <li key={index}>{title}</li>
          ))}
          {others > 0 && <li>{others} more</li>}
        </ul>
      )}
    </Dialog>
  );
}

const MAX_TITLES = 5;
