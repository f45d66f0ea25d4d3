import { encodeSquad, type SharedSquad } from '@pacewright/delivery';
import { titleOf } from '@pacewright/script';
import { useCallback } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LinkPanel, useLink } from '../../workout/export/link-panel.tsx';

/** A link with the session and all runners. */
export function ShareDialog({ squad, onClose }: { squad: SharedSquad; onClose: () => void }) {
  const { workout, runners, groups } = squad;
  const encode = useCallback(
    () => encodeSquad({ workout, runners, ...(groups !== undefined && { groups }) }),
    [workout, runners, groups],
  );
  const link = useLink(encode, 'Your browser couldn’t create the link. Print the sheet instead.');
  return (
    <Dialog
      title="Share link"
      description="Everyone who opens it sees all names and races of the sheet."
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <LinkPanel path="/squad" link={link} title={titleOf(workout)} noun="sheet" />
    </Dialog>
  );
}
