import { usePaces } from '../../features/paces/paces-queries.ts';
import { ScriptHelpScreen as ScriptHelp } from '../../features/help/script-help-screen.tsx';

/** The language by example, in the athlete's own paces. */
export function ScriptHelpScreen() {
  const paces = usePaces();
  return <ScriptHelp paceContext={{ speeds: paces, units: paces.paceUnits }} />;
}
