import { lazyDialog } from '../../ui/lazy-dialog.tsx';

/** Dialogs of the calendar that load when they are first opened. */
export const AddDialog = lazyDialog(async () => (await import('./add-dialog.tsx')).AddDialog);

export const RaceDialog = lazyDialog(async () => (await import('./race-dialog.tsx')).RaceDialog);

export const RaceConflictDialog = lazyDialog(
  async () => (await import('./race-conflict-dialog.tsx')).RaceConflictDialog,
);

const loadChanges = () => import('./change-dialogs.tsx');

export const WeekDialog = lazyDialog(async () => (await loadChanges()).WeekDialog);

export const SendDaysDialog = lazyDialog(
  async () => (await import('./send-days-dialog.tsx')).SendDaysDialog,
);

export const LooseAwayDialog = lazyDialog(async () => (await loadChanges()).AwayDialog);

export const MoveDialog = lazyDialog(async () => (await loadChanges()).MoveDialog);

/** A failure is for when it is opened. */
export function preloadChanges(): void {
  void loadChanges().catch(() => undefined);
}
