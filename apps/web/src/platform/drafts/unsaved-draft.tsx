import { UnsavedChanges } from '../../ui/unsaved-changes.tsx';

type UnsavedDraftProps = {
  isChanged: boolean;
  draft: { isWaiting: boolean; isStored: boolean; hasUnsaved: () => boolean };
};

/** Asks before the athlete leaves a draft, unless it is stored here and sent when the API is reachable. */
export function UnsavedDraft({ isChanged, draft }: UnsavedDraftProps) {
  return (
    <UnsavedChanges
      when={isChanged && !(draft.isWaiting && draft.isStored)}
      isStillUnsaved={draft.hasUnsaved}
      description={
        draft.isStored
          ? 'Your draft is saved on this device. You can restore it when you come back.'
          : 'Your browser is blocking storage, so your changes will be lost.'
      }
      stay="Keep editing"
    />
  );
}
