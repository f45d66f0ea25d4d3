import { formatTimestamp } from '../days/timestamps.ts';
import { useToday } from '../days/use-today.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';

type DraftAlertsProps<Draft extends { savedAt: number }> = {
  /** "workout". */
  noun: string;
  draft: {
    found: Draft | undefined;
    restoreFound: (draft: Draft) => Promise<void>;
    discardFound: (draft: Draft) => Promise<void>;
    compare: (() => void) | undefined;
    isStored: boolean;
    failure: string | undefined;
    isWaiting: boolean;
  };
  /** Restores it after it was deleted elsewhere. Undefined while it exists. */
  deleted?: { restore: () => void; isRestoring: boolean } | undefined;
};

/** Everything there is to say about unsaved changes, above the text they are in. */
export function DraftAlerts<Draft extends { savedAt: number }>({
  noun,
  draft,
  deleted,
}: DraftAlertsProps<Draft>) {
  const today = useToday();
  const { found, failure, isStored, isWaiting } = draft;
  return (
    <>
      {found && (
        <Alert
          kind="warning"
          title={`You have unsaved changes from ${formatTimestamp(found.savedAt, today)}.`}
        >
          <span className="mt-1.5 flex flex-wrap items-center gap-2">
            <Button size="sm" variant="primary" onClick={() => void draft.restoreFound(found)}>
              Restore
            </Button>
            <Button size="sm" onClick={() => void draft.discardFound(found)}>
              Discard
            </Button>
          </span>
        </Alert>
      )}
      {deleted && (
        <Alert
          kind="warning"
          title={`This ${noun} was deleted in another tab or on another device.`}
        >
          <span className="flex flex-wrap items-center gap-2">
            Restore it to save your changes.
            <Button
              size="sm"
              variant="primary"
              busy={deleted.isRestoring}
              onClick={deleted.restore}
            >
              Restore
            </Button>
          </span>
        </Alert>
      )}
      {draft.compare && (
        <Alert
          kind="warning"
          title={`This ${noun} was changed in another tab or on another device.`}
        >
          <span className="flex flex-wrap items-center gap-2">
            Your changes here aren’t saved yet.
            <Button size="sm" variant="primary" onClick={draft.compare}>
              Compare versions
            </Button>
          </span>
        </Alert>
      )}
      {isWaiting && (
        <Alert kind="warning" title="Not saved yet.">
          Can’t reach Pacewright right now.{' '}
          {isStored
            ? 'Your changes are safe on this device. We’ll save them when you’re back online, even if you leave this page.'
            : 'Keep this page open and we’ll save your changes when you’re back online.'}
        </Alert>
      )}
      {failure && !isWaiting && (
        <Alert kind="error" title="Not saved.">
          {failure.replace(/[^.!?]$/, '$&.')} {isStored && 'Your changes are safe on this device.'}
        </Alert>
      )}
      {!isStored && (
        <Alert kind="warning" title="Your browser is blocking storage.">
          Save before you close the tab.
        </Alert>
      )}
    </>
  );
}
