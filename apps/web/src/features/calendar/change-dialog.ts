import { lazyDialog } from '../../ui/lazy-dialog.tsx';

export const ChangeDialog = lazyDialog(
  async () => (await import('./change-dialogs.tsx')).ChangeDialogs,
);
