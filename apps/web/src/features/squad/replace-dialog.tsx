import { plural } from '@pacewright/pace';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

type ReplaceDialogProps = {
  own: number;
  shared: number;
  onReplace: () => void;
  onClose: () => void;
};

/** Asks before the runners of a link replace those of this device. */
export function ReplaceDialog({ own, shared, onReplace, onClose }: ReplaceDialogProps) {
  return (
    <Dialog
      alert
      title={`Replace your ${plural(own, 'runner')}?`}
      description={`This device has a squad of its own. ${plural(shared, 'runner')} from the link will replace it. This can’t be undone.`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onReplace}>Replace</Button>
          <Button variant="primary" data-autofocus onClick={onClose}>
            Keep mine
          </Button>
        </>
      }
    />
  );
}
