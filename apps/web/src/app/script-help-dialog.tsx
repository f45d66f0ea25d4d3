import { X } from 'lucide-react';
import { useId } from 'react';
import { ScriptHelp } from '../features/help/script-help-screen.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Modal } from '../ui/dialog.tsx';
import type { PaceContext } from '../workout/pace-context.ts';

/** The script help over the editor, so that unsaved changes need not be left for it. */
export function ScriptHelpDialog({
  paceContext,
  onClose,
}: {
  paceContext: PaceContext;
  onClose: () => void;
}) {
  const id = useId();
  return (
    <Modal
      onClose={onClose}
      aria-labelledby={id}
      className="m-auto h-[calc(100dvh-32px)] w-[min(1120px,100vw-32px)] overflow-y-auto overscroll-contain"
    >
      <div className="sticky top-0 z-3 flex items-center justify-between gap-4 border-b border-line bg-surface py-3 pr-3 pl-5 md:pl-7">
        <h2 id={id}>How to write a workout</h2>
        <IconButton label="Close help" icon={<X aria-hidden />} data-autofocus onClick={onClose} />
      </div>
      <div className="bg-bg p-4 md:p-7">
        <p className="mb-5 max-w-(--measure) text-ink-2">
          A workout is a line of text. Edit any example to see it at your paces. Your own workout
          won’t change.
        </p>
        <ScriptHelp paceContext={paceContext} />
      </div>
    </Modal>
  );
}
