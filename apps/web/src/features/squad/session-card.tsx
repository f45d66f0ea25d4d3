import type { SharedWorkout } from '@pacewright/delivery';
import { PACE_KEYS, plural } from '@pacewright/pace';
import { titleOf } from '@pacewright/script';
import { Card } from '../../ui/card.tsx';
import { PaceLetter } from '../../ui/pace-letter.tsx';
import { ScriptText } from '../../workout/editor/script-text.tsx';
import { readOnce } from '../../workout/read-once.ts';
import { useReading } from '../../workout/use-reading.ts';
import { formatMinutes } from '../../workout/view/format-minutes.ts';
import { MiniChart } from '../../workout/view/mini-profile.tsx';
import type { Runner } from './read-runners.ts';
import type { Sheet } from './sheet.ts';

type SessionCardProps = { workout: SharedWorkout; sheet: Sheet; runners: readonly Runner[] };

/** The session above its sheet. */
export function SessionCard({ workout, sheet, runners }: SessionCardProps) {
  const { title, script } = workout;
  const { resolved } = useReading(readOnce)(script, undefined);
  return (
    <Card edgeToEdge aria-label="Session" className="squad-session">
      <div>
        {title.trim() && <h2>{titleOf(workout)}</h2>}
        <p className="text-lg break-words">
          <ScriptText script={script} />
        </p>
        <p className="text-sm text-ink-2">{describe(runners.length, sheet)}</p>
      </div>
      <div className="printed-lanes" aria-hidden>
        <div>
          {PACE_KEYS.map((key) => (
            <PaceLetter key={key} letter={key} className="text-xs" />
          ))}
        </div>
        <MiniChart resolved={resolved} width={420} height={110} isStretched />
      </div>
    </Card>
  );
}

/** "20 runners in 4 groups, about 46 min to 1 h 07". */
function describe(count: number, { groupCount, seconds }: Sheet): string {
  if (count === 0) return '';
  const who = `${plural(count, 'runner')} in ${plural(groupCount, 'group')}`;
  if (!seconds) return who;
  const [from, to] = [formatMinutes(seconds.from), formatMinutes(seconds.to)];
  return `${who}, about ${from === to ? from : `${from} to ${to}`}`;
}
