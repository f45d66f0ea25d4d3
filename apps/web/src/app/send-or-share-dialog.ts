import { lazyDialog } from '../ui/lazy-dialog.tsx';

/** Loaded when it is first opened. */
export const SendOrShareDialog = lazyDialog(
  async () => (await import('./send-or-share.tsx')).SendOrShare,
);
