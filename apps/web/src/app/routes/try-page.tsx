import { TryScreen } from '../../features/sharing/try-screen.tsx';
import { HelpDialog } from '../help-dialog.ts';

export function TryPage() {
  return <TryScreen HelpDialog={HelpDialog} />;
}
