import { TryScreen } from '../../features/sharing/try-screen.tsx';
import { lazyWhenOnline } from '../../ui/lazy-when-online.tsx';
import { HelpDialog } from '../help-dialog.ts';

/** Not needed to write, so it loads later. */
const RunCard = lazyWhenOnline(
  async () => (await import('../../features/activities/visitor-run-card.tsx')).VisitorRunCard,
);

export function TryPage() {
  return <TryScreen HelpDialog={HelpDialog} RunCard={RunCard} />;
}
