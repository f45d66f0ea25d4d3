import { lazyDialog } from '../../ui/lazy-dialog.tsx';

/** Dialogs of the calendar that load when they are first opened. */
export const AddDialog = lazyDialog(async () => (await import('./add-dialog.tsx')).AddDialog);

export const RaceDialog = lazyDialog(async () => (await import('./race-dialog.tsx')).RaceDialog);

export const RaceConflictDialog = lazyDialog(
  async () => (await import('./race-conflict-dialog.tsx')).RaceConflictDialog,
);

export const ChangeDialog = lazyDialog(
  async () => (await import('./change-dialogs.tsx')).ChangeDialogs,
);
