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
  };
  /** Restores it after it was deleted elsewhere. Undefined while it exists. */
  deleted: { restore: () => void; isRestoring: boolean } | undefined;
  /** The reason why the last save failed. */
  failure: string | undefined;
  isUnreachable: boolean;
};

/** Everything there is to say about unsaved changes, above the text they are in. */
export function DraftAlerts<Draft extends { savedAt: number }>({
  noun,
  draft,
  deleted,
  failure,
  isUnreachable,
}: DraftAlertsProps<Draft>) {
  const today = useToday();
  const { found } = draft;
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
            Restore it to save it again.
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
      {failure && isUnreachable && (
        <Alert kind="warning" title="Not saved yet.">
          Pacewright can’t be reached right now. Your changes are safe on this device and will be
          saved once you’re back online.
        </Alert>
      )}
      {failure && !isUnreachable && (
        <Alert kind="error" title="Not saved.">
          {failure} Your changes are safe on this device.
        </Alert>
      )}
      {!draft.isStored && (
        <Alert kind="warning" title="Your browser is blocking storage.">
          Save before you close the tab.
        </Alert>
      )}
    </>
  );
}
