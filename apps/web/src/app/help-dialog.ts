import { lazyDialog } from '../ui/lazy-dialog.tsx';

/** The script help over an editor. It loads when it is opened. */
export const HelpDialog = lazyDialog(
  async () => (await import('./script-help-dialog.tsx')).ScriptHelpDialog,
);
