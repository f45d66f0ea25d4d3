import { SharedWorkoutScreen } from '../../features/sharing/shared-workout-screen.tsx';
import { HelpDialog } from '../help-dialog.ts';

export function SharedWorkoutPage() {
  return <SharedWorkoutScreen HelpDialog={HelpDialog} />;
}
