import type { ComponentType } from 'react';
import { UnsavedChanges } from '../../ui/unsaved-changes.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';

type DraftQuestionsProps<Text, Saved> = {
  /** "workout". */
  noun: string;
  draft: {
    isChanged: boolean;
    isWaiting: boolean;
    isStored: boolean;
    isSaving: boolean;
    hasUnsaved: () => boolean;
    failure: string | undefined;
    conflict:
      | {
          mine: Text;
          theirs: Saved;
          keepMine: () => void;
          takeTheirs: () => Saved;
          keepBoth: () => void;
          close: () => void;
        }
      | undefined;
  };
  /** Shows one of two versions. */
  Version: ComponentType<{ version: Text | Saved }>;
  /** When the other version was saved, if that is known. */
  savedAt?: (saved: Saved) => string;
  onTheirs?: (saved: Saved) => void;
  /** Of one day of the calendar. */
  isOfDay?: boolean;
};

/**
 * What a draft asks: before the athlete leaves it, unless it is stored here and sent when the API is reachable, and when
 * another device has saved something else.
 */
export function DraftQuestions<Text, Saved>({
  noun,
  draft,
  Version,
  savedAt,
  onTheirs,
  isOfDay,
}: DraftQuestionsProps<Text, Saved>) {
  const { isChanged, isWaiting, isStored, conflict } = draft;
  return (
    <>
      <UnsavedChanges
        when={isChanged && !(isWaiting && isStored)}
        isStillUnsaved={draft.hasUnsaved}
        isSaving={draft.isSaving || conflict !== undefined}
        description={
          isStored
            ? 'Your draft is saved on this device. You can restore it when you come back.'
            : 'Your browser is blocking storage, so your changes will be lost.'
        }
        stay="Keep editing"
      />
      {conflict && (
        <ConflictDialog
          noun={noun}
          isOfDay={isOfDay}
          mine={<Version version={conflict.mine} />}
          theirs={<Version version={conflict.theirs} />}
          savedAt={savedAt?.(conflict.theirs)}
          isSaving={draft.isSaving}
          failure={draft.failure}
          onKeepMine={conflict.keepMine}
          onTakeTheirs={() => {
            const saved = conflict.takeTheirs();
            onTheirs?.(saved);
          }}
          onKeepBoth={conflict.keepBoth}
          onClose={conflict.close}
        />
      )}
    </>
  );
}
